"""Counts who has met whom, and how often: everybody at one table of a round has met everybody there."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from device.hall.tournament.tournament_state import TournamentRound


class Meetings:
    """Counts pairs. Each is counted for both."""

    def __init__(self, rounds: Iterable[TournamentRound] = ()) -> None:
        self._met: dict[int, Counter[int]] = {}
        for each in rounds:
            self.add(seated.people for seated in each.tables)

    def add(self, tables: Iterable[Iterable[int]]) -> None:
        """Count one more round."""
        for people in tables:
            for one, other in combinations(people, 2):
                self._met.setdefault(one, Counter())[other] += 1
                self._met.setdefault(other, Counter())[one] += 1

    def times(self, one: int, other: int) -> int:
        met = self._met.get(one)
        return met.get(other, 0) if met else 0

    def others(self, person: int) -> Sequence[int]:
        """List the people somebody has met, once each."""
        return tuple(self._met.get(person, ()))


def meeting_weight(times: int) -> int:
    """Return the cost of one more meeting of two people who have met so often: a third meeting is much worse than two
    second ones."""
    return times * times
