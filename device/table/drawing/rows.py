"""Rows of a view as pictures, each way its ladder knows; how text, pairs, bars and rules look."""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from device.kernel.ids import Language
from device.kernel.screen import ScreenFormat
from device.table.drawing.clusters import clusters
from device.table.drawing.ink import RIGHT_TO_LEFT, Ink, ink
from device.table.drawing.ladder import Care, Way, ladder
from device.table.drawing.picture import Picture, PlacedInk, stacked
from device.table.drawing.strikes import SizeStep
from device.table.drawing.wrap import wrap
from device.table.view import Bar, Pair, Row, Separator, Text

ROW_EDGE = 2
"""Columns kept free at both ends where a label starts or a row is inverse."""
_TEXT_EDGE = 1
"""Columns kept free at both ends of any other text."""
_BETWEEN = 6
"""Columns between a label and its value, at least."""
_BAR_HEIGHT = 6
_ELLIPSIS = "…"


@lru_cache(maxsize=96)
def row_picture(row: Row, language: Language, way: Way, width: int) -> Picture | None:
    """The row drawn this way across a screen so wide, or None where it does not fit."""
    match row:
        case Text():
            return _text(row, row.language or language, way, width)
        case Pair():
            return _pair(row, language, way, width)
        case Bar():
            return _bar(row, language, width)
        case Separator():
            return Picture((1,) * width, 1)
    assert_never(row)


def _text(row: Text, language: Language, way: Way, width: int) -> Picture | None:
    room = width - 2 * (ROW_EDGE if row.inverse else _TEXT_EDGE)
    wide = room if row.inverse else width  # the pen ends behind the last dot
    texts = (_shortened(row.text, language, way.level, room),) if way.cut else _broken(row.text, language, way, wide)
    inks = _inks(texts, language, way.level, room)
    if inks is None:
        return None
    lines = [PlacedInk(line, (width - line.width) // 2, number) for number, line in enumerate(inks)]
    return stacked(lines, language, way, row.inverse, (row.text,) if way.cut else (), width)


def _broken(text: str, language: Language, way: Way, width: int) -> tuple[str, ...] | None:
    return (text,) if way.lines == 1 else wrap(text, language, way.level, way.lines, width)


def _inks(texts: tuple[str, ...] | None, language: Language, level: SizeStep, width: int) -> list[Ink] | None:
    """The lines as pixels, if every one can be drawn and none is too wide."""
    drawn = [ink(text, language, level) for text in texts] if texts else [None]
    found = [line for line in drawn if line is not None and line.width <= width]
    return found if len(found) == len(drawn) else None


def _pair(row: Pair, language: Language, way: Way, width: int) -> Picture | None:
    """Draw a pair in one line; or in two, the value below at the other end."""
    if way.lines > 2:
        return None
    inside = width - 2 * ROW_EDGE
    value = ink(_shortened(row.value, language, way.level, inside // 2) if way.cut else row.value, language, way.level)
    room = inside - (value.width + _BETWEEN if value and value.width and way.lines == 1 else 0)
    text = _shortened(row.label, language, way.level, room) if way.cut else row.label
    label = ink(text, language, way.level)
    if label is None or value is None or label.width > room or value.width > inside:
        return None
    sides = [PlacedInk(label, ROW_EDGE, 0), PlacedInk(value, width - ROW_EDGE - value.width, way.lines - 1)]
    if language in RIGHT_TO_LEFT:
        sides = [side.mirrored(width) for side in sides]
    return stacked(sides, language, way, row.inverse, (row.label,) if way.cut else (), width)


def _shortened(text: str, language: Language, level: SizeStep, width: int) -> str:
    """Keep as many whole clusters as there is room for, and an ellipsis."""
    parts = clusters(text)
    for end in range(len(parts), 0, -1):
        kept = "".join(parts[:end]).rstrip() + (_ELLIPSIS if end < len(parts) else "")
        line = ink(kept, language, level)
        if line is None or line.width <= width:
            return kept
    return ""


def _bar(row: Bar, language: Language, width: int) -> Picture:
    """Draw a bar: a solid block for what is left, a thin line for what is gone."""
    filled = round(max(0.0, min(1.0, row.fraction)) * width)
    block, line = (1 << _BAR_HEIGHT) - 1, 0b11 << _BAR_HEIGHT // 2 - 1
    columns = (block,) * filled + (line,) * (width - filled)
    return Picture(columns[::-1] if language in RIGHT_TO_LEFT else columns, _BAR_HEIGHT)


def fitting_pictures(row: Row, language: Language, below: int, care: Care, width: int) -> Iterator[Picture]:
    """The ways that fit across the screen and are lower than this, best first. A clock that fits stays huge."""
    for way in ladder(row):
        drawn = row_picture(row, language, way, width) if way.allowed(care) else None
        if drawn is not None and drawn.height < below:
            yield drawn
        if drawn is not None and drawn.aligned:
            return


def can_stand(row: Row, language: Language, screen: ScreenFormat) -> bool:
    """Whether the row, alone on a screen, loses nothing. The smallest ways are tried first: they hold most."""
    ways = (way for way in reversed(ladder(row)) if not way.cut)
    drawn = (row_picture(row, language, way, screen.width) for way in ways)
    return any(picture is not None and picture.height <= screen.height for picture in drawn)
