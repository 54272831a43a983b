"""The ladder of ways to draw a row, from the one it asks for to the smallest: sizes, lines of text, spacing."""

from enum import IntEnum

from msgspec import Struct

from device.table.drawing.families import Level
from device.table.view import Pair, Row, Size, Text


class Care(IntEnum):
    """What a row may lose where there is little room: nothing, its margins, or in the end a part of its text."""

    FREE, WHOLE, NONE = range(3)


class Way(Struct, frozen=True):
    """One step of a ladder. `tight` leaves no more room than the letters themselves take; `cut` drops the end."""

    level: Level
    lines: int
    tight: bool = False
    cut: bool = False

    def allowed(self, care: Care) -> bool:
        """A text of many lines may stand tight at any time: it is better read close together than small."""
        if self.cut:
            return care is Care.NONE
        return not self.tight or self.lines >= MANY or care >= Care.WHOLE


MANY = 3


def _ways(*steps: tuple[Level, int]) -> tuple[Way, ...]:
    both = [Way(level, lines, tight) for level, lines in steps for tight in (False, True)]
    return (*both, Way(Level.TIGHT, 1, tight=True, cut=True))


S, M = Level.SMALL, Level.MEDIUM
_SMALL = ((S, 1), (Level.TIGHT, 1), (S, 2), (Level.TIGHT, 2), (S, 3), (Level.TIGHT, 3), (S, 4), (Level.TIGHT, 4))
_LINES = range(1, 5)
_LARGE = (
    *((Level.LARGE, 1), (Level.GREAT, 1), (Level.LARGE, 2), (Level.GREAT, 2), (Level.BIGGER, 1), (Level.BIGGER, 2)),
    *((level, lines) for level in (Level.BIG, M, S, Level.TIGHT) for lines in _LINES),
)
LADDERS: dict[Size, tuple[Way, ...]] = {
    Size.SMALL: _ways(*_SMALL),
    Size.MEDIUM: _ways((M, 1), (S, 1), (M, 2), (S, 2), (Level.TIGHT, 1), (M, 3), *_SMALL[3:]),
    Size.LARGE: _ways(*_LARGE),
    Size.HUGE: (Way(Level.HUGE, 1), *_ways(*_LARGE)),
}
"""Large texts rather take two rows than become small; small ones rather become smaller than take two rows."""


def ladder(row: Row) -> tuple[Way, ...]:
    """The ways to draw a row, best first."""
    match row:
        case Text(size=size) | Pair(size=size):
            return LADDERS[size]
    return (Way(Level.TIGHT, 1),)
