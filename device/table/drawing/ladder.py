"""The ladder of ways to draw a row, from the one it asks for to the smallest: sizes, lines of text, spacing."""

from enum import IntEnum
from typing import assert_never

from msgspec import Struct

from device.table.drawing.strikes import SizeStep
from device.table.view import Bar, Pair, Row, Separator, Size, Text


class Care(IntEnum):
    """The losses a row may take where there is little room: none, its margins, or in the end a part of its text."""

    FREE, WHOLE, NONE = range(3)


class Way(Struct, frozen=True):
    """One step of a ladder. `tight` leaves no more room than the letters themselves take; `cut` drops the end."""

    level: SizeStep
    lines: int
    tight: bool = False
    cut: bool = False

    def allowed(self, care: Care) -> bool:
        """Whether this way may be used. A text of many lines may stand tight at any time: it is better read close
        together than small."""
        if self.cut:
            return care is Care.NONE
        return not self.tight or self.lines >= MANY or care >= Care.WHOLE


MANY = 3


def _ways(*steps: tuple[SizeStep, int]) -> tuple[Way, ...]:
    both = [Way(level, lines, tight) for level, lines in steps for tight in (False, True)]
    return (*both, Way(SizeStep.TIGHT, 1, tight=True, cut=True))


_S, _M, _TIGHT = SizeStep.SMALL, SizeStep.MEDIUM, SizeStep.TIGHT
_LINES = range(1, 5)
_SMALL = tuple((size, lines) for lines in _LINES for size in (_S, _TIGHT))
_LARGE = (
    *((size, lines) for lines in (1, 2) for size in (SizeStep.LARGE, SizeStep.GREAT)),
    *((SizeStep.BIGGER, lines) for lines in (1, 2)),
    *((size, lines) for size in (SizeStep.BIG, _M, _S, _TIGHT) for lines in _LINES),
)
_LADDERS: dict[Size, tuple[Way, ...]] = {
    Size.SMALL: _ways(*_SMALL),
    Size.MEDIUM: _ways((_M, 1), (_S, 1), (_M, 2), (_S, 2), (_TIGHT, 1), (_M, 3), *_SMALL[3:]),
    Size.LARGE: _ways(*_LARGE),
    Size.FULL: _ways(*((size, lines) for size in reversed(SizeStep) if size < SizeStep.HUGE for lines in _LINES)),
    Size.HUGE: (Way(SizeStep.HUGE, 1), *_ways(*_LARGE)),
}
"""Large texts rather take two rows than become small; small ones rather become smaller than take two rows."""


def ladder(row: Row) -> tuple[Way, ...]:
    """The ways to draw a row, best first."""
    match row:
        case Text(size=size) | Pair(size=size):
            return _LADDERS[size]
        case Bar() | Separator():
            return (Way(SizeStep.TIGHT, 1),)
    assert_never(row)
