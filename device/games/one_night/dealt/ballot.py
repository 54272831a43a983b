"""The secret vote of one seat: everybody dials, turn by turn, for the same time."""

from msgspec import Struct

from device.games.one_night.reckoning import ask, vote_question
from device.show.stages import Fact, Prompt, Row


class Ballot(Struct, frozen=True):
    """The turn of one seat. It comes again until something was chosen; pointing at nobody is a choice."""

    who: int
    players: int

    def prompt(self, row: Row) -> Prompt:
        if row:
            return Prompt()
        return Prompt(ask(vote_question(self.players, self.who)).choices)

    def hint(self, row: Row, looked: bool) -> Fact:
        return ("deal.voted" if row else "deal.choose", {})

    def settled(self, row: Row, looked: bool) -> bool:
        return bool(row)
