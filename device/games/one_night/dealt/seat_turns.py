"""The turns of single seats beside the night: looking at the own card after the deal, and the secret vote."""

from msgspec import Struct

from device.games.one_night.paper.questions import ask_stage, vote_question
from device.show.facts import Fact, RoleName, Word
from device.show.stages import Picks, Prompt

SEEN = "seen"


class OwnCard(Struct, frozen=True):
    """The turn of one seat. It comes again until somebody has looked."""

    seat: int
    role: str

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, row: Picks) -> Prompt:
        if row:
            return Prompt()
        return Prompt(seen=(RoleName(self.role), Word(f"deal.help.{self.role}")), confirm=SEEN)

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word("deal.looked" if self.may_pass(row, looked) else "turn.hold")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return looked or bool(row)


class Ballot(Struct, frozen=True):
    """The turn of one seat. It comes again until something was chosen; pointing at nobody is a choice."""

    seat: int
    players: int

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, row: Picks) -> Prompt:
        if row:
            return Prompt()
        return Prompt(ask_stage(vote_question(self.players, self.seat)).choices)

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word("deal.voted" if row else "turn.choose")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return bool(row)
