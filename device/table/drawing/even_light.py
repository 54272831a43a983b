"""Makes equally many dots shine on every page that one seat alone sees: a frame adds what the text does not light. So
the glow on a face that leans over the glass tells nothing of what it reads."""

from collections.abc import Sequence
from functools import lru_cache

LIT = 3130
"""Of 8,192: as many as the densest of these pages needs."""
CLEAR = 2
"""So many dots around every letter stay dark."""


def with_even_light(columns: Sequence[int], height: int) -> list[int]:
    """The picture in its frame: rings from the edge inwards, until enough dots shine. Each column is a whole number
    whose lowest bit is its top dot; all of them are laid end to end, so that one operation reaches every dot."""
    width = len(columns)
    found = sum(column << at * height for at, column in enumerate(columns))
    missing, dark = LIT - found.bit_count(), ~_around(found, width, height)
    for ring in _rings(width, height):
        free = ring & dark
        if free.bit_count() >= missing:
            found |= _first_dots(free, missing, height)
            break
        found |= free
        missing -= free.bit_count()
    full = (1 << height) - 1
    return [found >> at * height & full for at in range(width)]


def _around(found: int, width: int, height: int) -> int:
    """All dots on which the frame would run into a letter."""
    upright = around = found
    for shift in range(1, CLEAR + 1):
        lower = _each_column((1 << height) - (1 << shift), width, height)
        upright |= found << shift & lower | (found & lower) >> shift
    for shift in range(CLEAR + 1):
        around |= upright << shift * height | upright >> shift * height
    return around


@lru_cache(maxsize=8)
def _each_column(column: int, width: int, height: int) -> int:
    """Repeat this column over the whole width."""
    return sum(column << at * height for at in range(width))


@lru_cache(maxsize=2)
def _rings(width: int, height: int) -> tuple[int, ...]:
    """Return the rings, the outermost first; the last fills all."""
    inside = [
        _each_column((1 << height - 2 * ring) - 1 << ring, width - 2 * ring, height) << ring * height
        for ring in range(height // 2)
    ]
    return tuple(outer ^ inner for outer, inner in zip(inside, (*inside[1:], 0), strict=True))


def _first_dots(free: int, most: int, height: int) -> int:
    """Take so many of these dots, column by column; of the last column the lowest."""
    found, full = 0, (1 << height) - 1
    while free and most > 0:
        at = ((free & -free).bit_length() - 1) // height * height
        column = free & full << at
        free ^= column
        while column.bit_count() > most:
            column &= column - 1
        found |= column
        most -= column.bit_count()
    return found
