"""Rows of a view as pictures: each row knows a ladder of ways to be drawn, from the one it asks for to the smallest."""

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

from msgspec import Struct

from device.kernel.ids import Language
from device.table.drawing.clusters import clusters
from device.table.drawing.families import LEVELS, Level, home, strike
from device.table.drawing.ink import RIGHT_TO_LEFT, Ink, ink
from device.table.drawing.picture import EMPTY, WIDTH, Picture, inverted, over
from device.table.drawing.wrap import wrap
from device.table.view import Bar, Pair, Row, Rule, Size, Text

EDGE = 2
"""Columns kept free at both ends where a label starts or a row is inverse."""
BETWEEN = 6
"""Columns between a label and its value, at least."""
BAR_HEIGHT = 6
ELLIPSIS = "…"


class Way(Struct, frozen=True):
    """One step of a ladder. `tight` leaves no more room than the letters themselves take."""

    level: Level
    lines: int
    tight: bool = False
    cut: bool = False


class Care(IntEnum):
    """What a row may lose where there is little room: nothing, its margins, or in the end a part of its text."""

    FREE, WHOLE, NONE = range(3)


def _ways(*steps: tuple[Level, int]) -> tuple[Way, ...]:
    both = [Way(level, lines, tight) for level, lines in steps for tight in (False, True)]
    return (*both, Way(Level.TIGHT, 1, tight=True, cut=True))


S, M = Level.SMALL, Level.MEDIUM
_SMALL = ((S, 1), (Level.TIGHT, 1), (S, 2), (Level.TIGHT, 2), (S, 3), (Level.TIGHT, 3), (S, 4), (Level.TIGHT, 4))
_LARGE = (
    *((Level.LARGE, 1), (Level.GREAT, 1), (Level.LARGE, 2), (Level.GREAT, 2), (Level.BIGGER, 1), (Level.BIGGER, 2)),
    *((Level.BIG, 1), (Level.BIG, 2), (Level.BIG, 3), (M, 1), (M, 2), (M, 3)),
)
LADDERS: dict[Size, tuple[Way, ...]] = {
    Size.SMALL: _ways(*_SMALL),
    Size.MEDIUM: _ways((M, 1), (S, 1), (M, 2), (S, 2), (Level.TIGHT, 1), (M, 3), *_SMALL[3:]),
    Size.LARGE: _ways(*_LARGE, *_SMALL),
    Size.HUGE: (Way(Level.HUGE, 1), *_ways(*_LARGE, *_SMALL)),
}
"""Large texts rather take two rows than become small; small ones rather become smaller than take two rows."""


def ladder(row: Row) -> tuple[Way, ...]:
    """The ways to draw a row, best first."""
    match row:
        case Text(size=size) | Pair(size=size):
            return LADDERS[size]
    return (Way(Level.TIGHT, 1),)


@lru_cache(maxsize=96)
def picture(row: Row, language: Language, way: Way) -> Picture | None:
    """The row drawn this way, or None where it does not fit."""
    match row:
        case Text():
            return _text(row, language, way)
        case Pair():
            return _pair(row, language, way)
        case Bar():
            return _bar(row, language)
        case Rule():
            return Picture((1,) * WIDTH, 1)


def _text(row: Text, language: Language, way: Way) -> Picture | None:
    width = WIDTH - 2 * EDGE if row.inverse else WIDTH
    texts = (_shortened(row.text, language, way.level, width),) if way.cut else _broken(row.text, language, way, width)
    inks = _inks(texts, language, way.level, width)
    if inks is None:
        return None
    lines = [(line, (WIDTH - line.width) // 2, n) for n, line in enumerate(inks)]
    return _stacked(lines, language, way, row.inverse, (row.text,) if way.cut else ())


def _broken(text: str, language: Language, way: Way, width: int) -> tuple[str, ...] | None:
    return (text,) if way.lines == 1 else wrap(text, language, way.level, way.lines, width)


def _inks(texts: tuple[str, ...] | None, language: Language, level: Level, width: int) -> list[Ink] | None:
    """The lines as pixels, if every one can be drawn and none is too wide."""
    drawn = [ink(text, language, level) for text in texts] if texts else [None]
    found = [line for line in drawn if line is not None and line.width <= width]
    return found if len(found) == len(drawn) else None


def _pair(row: Pair, language: Language, way: Way) -> Picture | None:
    """In one line; or, as two lines, the value below at the other end."""
    if way.lines > 2:
        return None
    width = WIDTH - 2 * EDGE
    value = ink(_shortened(row.value, language, way.level, width // 2) if way.cut else row.value, language, way.level)
    room = width - (value.width + BETWEEN if value and value.width and way.lines == 1 else 0)
    text = _shortened(row.label, language, way.level, room) if way.cut else row.label
    label = ink(text, language, way.level)
    if label is None or value is None or label.width > room or value.width > width:
        return None
    sides = [(label, EDGE, 0), (value, WIDTH - EDGE - value.width, way.lines - 1)]
    if language in RIGHT_TO_LEFT:
        sides = [(line, WIDTH - left - line.width, n) for line, left, n in sides]
    return _stacked(sides, language, way, row.inverse, (row.label,) if way.cut else ())


def _shortened(text: str, language: Language, level: Level, width: int) -> str:
    """As many whole clusters as there is room for, and an ellipsis."""
    parts = clusters(text)
    for end in range(len(parts), 0, -1):
        kept = "".join(parts[:end]).rstrip() + (ELLIPSIS if end < len(parts) else "")
        line = ink(kept, language, level)
        if line is None or line.width <= width:
            return kept
    return ""


def _stacked(
    lines: list[tuple[Ink, int, int]], language: Language, way: Way, inverse: bool, cut: tuple[str, ...]
) -> Picture:
    """Lines of text, each with its left end and its number from the top, on one strip."""
    columns, baseline, bottom = EMPTY, 0, 0
    ordinary = strike(home(language), way.level)
    pad = 1 if inverse else 0
    for number in range(way.lines):
        here = [(line, left) for line, left, n in lines if n == number]
        above, below = max(line.above for line, _ in here), max(line.below for line, _ in here)
        first, last = number == 0 and not way.tight, number == way.lines - 1 and not way.tight
        gap = pad if number == 0 else (1 if way.tight else 2)
        baseline = bottom + gap + max(above, ordinary.ascent if first else 0)
        bottom = baseline + max(below, ordinary.descent if last else 0)
        for line, left in here:
            columns = over(columns, line, left, baseline)
    height = bottom + pad
    drawn = inverted(columns, height) if inverse else columns
    return Picture(drawn, height, way.level is Level.HUGE, way.level, way.lines, cut)


def _bar(row: Bar, language: Language) -> Picture:
    """What is left is a solid block, what is gone a thin line."""
    filled = round(max(0.0, min(1.0, row.fraction)) * WIDTH)
    block, line = (1 << BAR_HEIGHT) - 1, 0b11 << BAR_HEIGHT // 2 - 1
    columns = (block,) * filled + (line,) * (WIDTH - filled)
    return Picture(columns[::-1] if language in RIGHT_TO_LEFT else columns, BAR_HEIGHT)


def fitting(row: Row, language: Language, below: int, care: Care) -> Iterator[Picture]:
    """The ways that fit across the screen and are lower than this, best first."""
    for way in ladder(row):
        if way.cut and care < Care.NONE or way.tight and care < Care.WHOLE:
            continue
        drawn = picture(row, language, way)
        if drawn is not None and drawn.height < below:
            yield drawn
