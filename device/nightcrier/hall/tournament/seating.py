"""Finds seatings in which people meet new people, with known designs, or by exchanging people again and again.

In a round, each person at a table meets all other people at the table. For some numbers of tables, mathematics knows
rounds in which nobody meets twice.

People stand in columns, and each column has as many people as there are tables. Each round has a slope: the person in
row y of column x goes to table y + slope * x. If the number of tables is a prime or a power of a prime, sum and product
are computed in the finite field of that size. Two people of different columns then share a table for exactly one slope.
If there are no more columns than tables, nobody meets twice in as many rounds as there are tables. In one more round
each column is a table of its own. With 16 people at 4 tables, each person meets every other person once in five rounds
(an affine plane).

No formula gives the best seating for every number of people, so a local search improves the seating. A person who sits
with people met before gets the best of several random exchanges, even if that exchange improves nothing. Sometimes an
exchange that makes the seating a little worse is accepted, so that the search can leave a local optimum. The best
seating of all is kept."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from nightcrier.hall.tournament.state import TournamentRound
from nightcrier.kernel.chance import Chance

_POWERS = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (3, 0)),
    27: (3, (2, 1, 0)),
    32: (2, (1, 0, 1, 0, 0)),
    49: (7, (6, 0)),
    64: (2, (1, 1, 0, 0, 0, 0)),
}
"""Fields whose size is a power of a prime: for each size the prime, and x to the highest power as a polynomial, lowest
coefficient first. For four elements x * x = 1 + x."""


class FiniteField:
    """A finite field. Its elements are the numbers below `size`. The digits of an element, in the base of the prime,
    are the coefficients of a polynomial."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._prime, self._top = _POWERS.get(size, (size, (0,)))

    def plus(self, one: int, other: int) -> int:
        """Add two elements digit by digit, without carrying."""
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self._prime for a, b in digits])

    def times(self, one: int, other: int) -> int:
        """Multiply two elements. The digits of `other` are used from the highest to the lowest."""
        if self._prime == self.size:
            return one * other % self.size
        row, product = self._digits(one), [0] * len(self._top)
        for digit in reversed(self._digits(other)):
            product = self._times_x(product)
            product = [(a + digit * b) % self._prime for a, b in zip(product, row, strict=True)]
        return self._number(product)

    def _times_x(self, row: Sequence[int]) -> list[int]:
        """Multiply a polynomial by x."""
        return [(a + row[-1] * b) % self._prime for a, b in zip((0, *row[:-1]), self._top, strict=True)]

    def _digits(self, number: int) -> list[int]:
        return [number // self._prime**place % self._prime for place in range(len(self._top))]

    def _number(self, digits: Sequence[int]) -> int:
        return sum(digit * self._prime**place for place, digit in enumerate(digits))


def is_field_size(size: int) -> bool:
    """Say whether this file knows a field with this number of elements. It knows every prime, and the prime powers
    below a hundred."""
    return size in _POWERS or (size > 1 and all(size % number for number in range(2, int(size**0.5) + 1)))


def plane_rounds(order: Sequence[int], tables: int) -> Iterator[list[list[int]]]:
    """Yield each round of the square. If the square is not full, the tables have uneven sizes. Yield nothing if no
    field has as many elements as there are tables."""
    if not is_field_size(tables):
        return
    field, stands = FiniteField(tables), [divmod(place, tables) for place in range(len(order))]
    steps = [[field.times(slope, column) for column in range(tables)] for slope in range(tables)]
    sums = [[field.plus(step, row) for row in range(tables)] for step in range(tables)]
    for slope in range(tables):
        at = [sums[steps[slope][column % tables]][row] for column, row in stands]
        yield _group(order, at, tables)
    yield _group(order, [column % tables for column, _ in stands], tables)


def _group(order: Sequence[int], at: Sequence[int], tables: int) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in range(tables)]
    for person, table in zip(order, at, strict=True):
        groups[table].append(person)
    return groups


class Meetings:
    """Counts how often two people have met. Each meeting is counted for both people."""

    def __init__(self, rounds: Iterable[TournamentRound] = ()) -> None:
        self._met: dict[int, Counter[int]] = {}
        for each in rounds:
            self.add(seated.people for seated in each.tables)

    def add(self, tables: Iterable[Iterable[int]]) -> None:
        """Count the meetings of one more round."""
        for people in tables:
            for one, other in combinations(people, 2):
                self._met.setdefault(one, Counter())[other] += 1
                self._met.setdefault(other, Counter())[one] += 1

    def times(self, one: int, other: int) -> int:
        met = self._met.get(one)
        return met.get(other, 0) if met else 0

    def others(self, person: int) -> Sequence[int]:
        """Return the people whom a person has met. Each of them is returned once."""
        return tuple(self._met.get(person, ()))


def meeting_weight(times: int) -> int:
    """Return the cost of one more meeting of two people who have met `times` times before. A third meeting costs more
    than two second meetings."""
    return times * times


_LOOKED_AT = 40
"""The number of random exchanges that are compared for one person. With few people, these are nearly all exchanges."""
_STEPS, _STEPS_EACH = 200, 20
"""The most steps of the search: `_STEPS`, and `_STEPS_EACH` more for each person. In each step one person may be
exchanged."""
_UPHILL = 50
"""One of this many exchanges may make the seating worse."""


class SeatingSearch:
    """Improves a seating by exchanging people. The sizes of the tables do not change."""

    def __init__(self, tables: Sequence[Sequence[int]], meetings: Meetings, chance: Chance) -> None:
        self._tables = [list(table) for table in tables]
        self._meetings, self._chance = meetings, chance
        self._people = [person for table in self._tables for person in table]
        self._table_of = {person: at for at, table in enumerate(self._tables) for person in table}
        self.cost = seating_cost(self._tables, meetings)

    def best(self) -> list[list[int]]:
        """Return the best seating that the search finds. The search stops early if nobody meets the same person
        again."""
        found, least = self._copy(), self.cost
        for _ in range(_STEPS + _STEPS_EACH * len(self._people)):
            person = self._somebody() if least else None
            if person is None:
                break
            self._improve(person)
            if self.cost < least:
                found, least = self._copy(), self.cost
        return found

    def _copy(self) -> list[list[int]]:
        return [list(table) for table in self._tables]

    def _somebody(self) -> int | None:
        """Return a random person who sits with people met before. Return None if no such person is found after as many
        tries as there are people."""
        for _ in self._people:
            person = self._chance.pick(self._people)
            if self._load(person, self._table_of[person]):
                return person
        return None

    def _improve(self, person: int) -> None:
        offers = {self._chance.pick(self._people) for _ in range(_LOOKED_AT)}
        own = self._table_of[person]
        worth = [(self._change(person, other), other) for other in sorted(offers) if self._table_of[other] != own]
        if not worth:
            return
        change, other = min(worth)
        if change <= 0 or self._chance.below(_UPHILL) == 0:
            self._exchange(person, other)
            self.cost += change

    def _change(self, one: int, other: int) -> int:
        """Return how much the cost of the seating rises if these two people are exchanged."""
        here, there = self._table_of[one], self._table_of[other]
        after = self._load(one, there) + self._load(other, here) - 2 * self._weight(one, other)
        return after - self._load(one, here) - self._load(other, there)

    def _load(self, person: int, table: int) -> int:
        return sum(self._weight(person, other) for other in self._tables[table] if other != person)

    def _weight(self, one: int, other: int) -> int:
        return meeting_weight(self._meetings.times(one, other))

    def _exchange(self, one: int, other: int) -> None:
        here, there = self._table_of[one], self._table_of[other]
        self._tables[here][self._tables[here].index(one)] = other
        self._tables[there][self._tables[there].index(other)] = one
        self._table_of[one], self._table_of[other] = there, here


def seating_cost(tables: Sequence[Sequence[int]], meetings: Meetings) -> int:
    """Return the cost of a seating. The cost is 0 if nobody meets the same person again."""
    return sum(
        meeting_weight(meetings.times(one, other))
        for table in tables
        for place, one in enumerate(table)
        for other in table[place + 1 :]
    )


def even_tables(tables: Sequence[Sequence[int]], sizes: Sequence[int], meetings: Meetings) -> list[list[int]]:
    """Return the tables with these sizes. The largest table gets the largest size, and people are moved to other
    tables."""
    evened = sorted(map(list, tables), key=len, reverse=True)
    wanted = sorted(sizes, reverse=True)
    for table, size in zip(evened, wanted, strict=True):
        while len(table) > size:
            costs = [cost_of_joining(person, table, meetings) for person in table]
            person = table.pop(costs.index(max(costs)))
            small = [other for other, room in zip(evened, wanted, strict=True) if len(other) < room]
            costs = [cost_of_joining(person, other, meetings) for other in small]
            small[costs.index(min(costs))].append(person)
    return evened


def cost_of_joining(person: int, table: Iterable[int], meetings: Meetings) -> int:
    """Return the cost of the meetings that a person would have at a table."""
    return sum(meeting_weight(meetings.times(person, other)) for other in table if other != person)
