"""Who has met whom, and how often: everybody at one table of a round has met everybody there."""

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
        """One round more."""
        for people in tables:
            for one, other in combinations(people, 2):
                self._met.setdefault(one, Counter())[other] += 1
                self._met.setdefault(other, Counter())[one] += 1

    def times(self, one: int, other: int) -> int:
        met = self._met.get(one)
        return met.get(other, 0) if met else 0

    def others(self, person: int) -> Sequence[int]:
        """Whom somebody has met, once each."""
        return tuple(self._met.get(person, ()))

    def pairs(self) -> Counter[int]:
        """How many pairs have met so often: once, twice ..."""
        return Counter(times for one, met in self._met.items() for other, times in met.items() if one < other)

    @property
    def average(self) -> float:
        """How many others each of those who sat has met."""
        return sum(map(len, self._met.values())) / len(self._met) if self._met else 0.0


def meeting_weight(times: int) -> int:
    """What it costs that two meet who have met so often: a third time is much worse than two second ones."""
    return times * times
