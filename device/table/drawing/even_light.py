"""As many dots shine on every page that one seat alone sees: a frame makes up what its text does not light. So the glow
on a face that leans over the glass tells nothing of what it reads."""

from collections.abc import Iterator, Sequence

LIT = 3130
"""Of 8,192: as many as the densest of these pages needs."""
CLEAR = 2
"""So many dots around every letter stay dark."""


def with_even_light(columns: Sequence[int], height: int) -> list[int]:
    """The picture in its frame: rings from the edge inwards, until enough dots shine. Each column is a whole number
    whose lowest bit is its top dot."""
    found, near = list(columns), _around(columns, height)
    missing = LIT - sum(column.bit_count() for column in columns)
    for at, ring in _rings(len(columns), height):
        if missing <= 0:
            break
        free = ring & ~near[at] & ~found[at]
        while free.bit_count() > missing:
            free &= free - 1
        found[at] |= free
        missing -= free.bit_count()
    return found


def _around(columns: Sequence[int], height: int) -> list[int]:
    """Each column with the dots on which the frame would run into a letter."""
    full = (1 << height) - 1
    upright = [0] * len(columns)
    for at, column in enumerate(columns):
        for shift in range(CLEAR + 1):
            upright[at] |= (column << shift | column >> shift) & full
    around = [0] * len(columns)
    for at in range(len(columns)):
        for other in upright[max(0, at - CLEAR) : at + CLEAR + 1]:
            around[at] |= other
    return around


def _rings(width: int, height: int) -> Iterator[tuple[int, int]]:
    """The pieces of the rings, column by column, the outermost first; so thick a frame that it fills all is the end."""
    for ring in range(height // 2):
        side = ((1 << (height - 2 * ring)) - 1) << ring
        ends = 1 << ring | 1 << (height - 1 - ring)
        for at in range(ring, width - ring):
            yield at, side if at in (ring, width - 1 - ring) else ends
