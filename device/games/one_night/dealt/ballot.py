"""The secret vote of one seat: everybody dials, turn by turn, for the same time."""

from msgspec import Struct

from device.games.one_night.paper.questions import ask_stage, vote_question
from device.show.facts import Fact, Word
from device.show.stages import Picks, Prompt


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
