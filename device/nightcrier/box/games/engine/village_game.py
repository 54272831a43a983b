"""Plays a game of many nights in a file that seats may leave: it is told at once, they are not asked from then on, and
they die by day without a cause, with what follows from a death."""

from typing import Generic, Self, TypeVar

from msgspec.structs import replace

from nightcrier.box.games.engine.evening import NarratedRules
from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.engine.village import Village, seats_asked
from nightcrier.box.show.agenda import AgendaGame, RowStep

_Rules = TypeVar("_Rules", bound=NarratedRules)


class VillageGame(AgendaGame[_Rules, Village], Generic[_Rules], frozen=True):
    """A game of many nights under way."""

    def seats_in_play(self) -> tuple[int, ...]:
        village = self.state
        playing = village.number and not village.over and self.rules.file.many_nights
        return tuple(seat - 1 for seat in seats_asked(village, village.state)) if playing else ()

    def seats_out(self) -> tuple[int, ...]:
        return tuple(seat - 1 for seat in sorted(self.state.state.out))

    def without(self, seat: int) -> Self:
        """Return the game after a seat has left. In a round its choices do not count, and a vote begins anew."""
        first, *others = self.steps
        if isinstance(first, SecretRound):
            first = first.without(self.rules, self.state, seat)
        elif isinstance(first, RowStep):
            first = replace(first, answers=())
        return replace(self, state=replace(self.state, left=(*self.state.left, seat + 1)), steps=(first, *others))
