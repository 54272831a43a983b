"""Finds rounds in which nobody meets twice, for the numbers of tables for which mathematics knows them.

People stand in columns, as many in each as there are tables. A round is a slope: whoever stands in row y of column x
goes to table y + slope * x. Where the number of tables is a prime, or a power of one, and that sum and product are
those of the finite field of that size, two people of different columns share a table for exactly one slope; so with
columns no more than tables, nobody meets twice in as many rounds as there are tables. In one round more each column is
a table of its own: with 16 people at 4 tables, five rounds in which all meet all, once (an affine plane)."""

from collections.abc import Iterator, Sequence

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
"""The prime of each field, by its size, and what x to the highest power is, from the lowest: x * x = 1 + x for four."""


class FiniteField:
    """A finite field. Its elements are the numbers below `size`; their digits, to the base of the prime, are the
    coefficients of a polynomial."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._prime, self._top = _POWERS.get(size, (size, (0,)))

    def plus(self, one: int, other: int) -> int:
        """Add digit by digit, without carrying."""
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self._prime for a, b in digits])

    def times(self, one: int, other: int) -> int:
        """Multiply by the digits of `other`, from the highest."""
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
    """Whether a field of so many elements is known here: each prime, and the powers below a hundred that are."""
    return size in _POWERS or (size > 1 and all(size % number for number in range(2, int(size**0.5) + 1)))


def plane_rounds(order: Sequence[int], tables: int) -> Iterator[list[list[int]]]:
    """Yield each round of the square, as tables of uneven sizes if it is not full. There are none if the number of
    tables is not the size of a field."""
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
