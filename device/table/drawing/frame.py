"""Draws a view: `draw` gives the bytes, `measure` what became of its texts. Works out which rows give way when they are
too high together, and where each of them stands. Lays the picture of the loudness over the foot, a strip of its own, so
that nothing above it moves and only its part of the glass is sent."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import Language
from device.kernel.screen import Frame, ScreenFormat
from device.table.drawing.ink import RIGHT_TO_LEFT, ink
from device.table.drawing.ladder import Care
from device.table.drawing.picture import Picture, lay_ink, lit_rows, pack_strips, spare_above, trimmed
from device.table.drawing.rows import fitting_pictures
from device.table.drawing.scanned import beside_square, scanned_square, screen_beside
from device.table.drawing.strikes import SizeStep
from device.table.view import Gauge, Pair, Row, View

GAUGE_HEIGHT = 20
"""It hides a row of small letters, and none by half."""
_SPEAKER = (0b0011100, 0b0011100, 0b0111110, 0b1111111, 0b0000000, 0b0011100, 0b0100010, 0b0011100)
"""A loudspeaker that speaks, column by column."""
_EDGE, _RULE, _TOP = 2, 1 << 2, 8
_BLOCK, _LINE, _STOP = 0b111111111 << 7, 0b11 << 11, 0b1111111111111 << 5
_BAR_START, _NUMBER_ROOM = _EDGE + len(_SPEAKER) + 5, 26


def gauge_picture(gauge: Gauge, language: Language, width: int) -> Picture:
    """Draw a rule above; and the loudspeaker, the bar and the number in the direction of the language."""
    columns = [_RULE] * width
    for at, column in enumerate(_SPEAKER, _EDGE):
        columns[at] |= column << _TOP
    length = width - _BAR_START - _NUMBER_ROOM
    filled, most = round(gauge.fraction * length), round(gauge.most * length)
    for at in range(most):
        columns[_BAR_START + at] |= _BLOCK if at < filled else _LINE
    columns[_BAR_START + most] |= _STOP
    mirrored = columns[::-1] if language in RIGHT_TO_LEFT else columns
    return Picture(_with_number(mirrored, gauge.text, language), GAUGE_HEIGHT)


def _with_number(columns: list[int], text: str, language: Language) -> tuple[int, ...]:
    line = ink(text, language, SizeStep.SMALL)
    if line is None:
        return tuple(columns)
    left = _EDGE if language in RIGHT_TO_LEFT else len(columns) - _EDGE - line.width
    return lay_ink(columns, line, left, _TOP + (7 + line.above) // 2)


_PAGE = 8
"""Rows of pixels in a page of the screen's memory."""
_ATTEMPTS = ((Care.FREE, 1), (Care.WHOLE, 1), (Care.WHOLE, 0), (Care.NONE, 0))
"""What rows may lose, and how many rows of pixels lie between them at least."""


HEAD_TOP = 1
"""Rows of pixels above a head."""


def choose_pictures(rows: Sequence[Row], language: Language, screen: ScreenFormat) -> list[Picture]:
    """A picture for each row, as large as they can be together. What does not fit at all is left out from below."""
    chosen = _first_settled(rows, language, screen, _ATTEMPTS)
    return choose_pictures(rows[:-1], language, screen) if chosen is None else chosen


def _choose_below(
    rows: Sequence[Row], language: Language, screen: ScreenFormat
) -> tuple[Picture, list[Picture]] | None:
    """A picture for the head, which takes less than half of the screen and does not ask what stands below it; and those
    for the rows below. None where these would lose a part of their text. The head is as far from the edge in scripts
    that keep room for marks above their letters as in others."""
    (loose,) = choose_pictures(rows[:1], language, replace(screen, height=screen.height * 4 // 9))
    if loose.cut:
        return None
    head = trimmed(loose, spare_above(language, SizeStep(loose.level)))
    left = replace(screen, height=screen.height - HEAD_TOP - head.height - 1)
    below = _first_settled(rows[1:], language, left, _ATTEMPTS[:-1])
    return None if below is None else (head, below)


def _first_settled(
    rows: Sequence[Row], language: Language, screen: ScreenFormat, attempts: Sequence[tuple[Care, int]]
) -> list[Picture] | None:
    settled = (_settled(rows, language, care, gap, screen) for care, gap in attempts)
    return next((chosen for chosen in settled if chosen is not None), None)


def _settled(
    rows: Sequence[Row], language: Language, care: Care, gap: int, screen: ScreenFormat
) -> list[Picture] | None:
    """Draw each row as it wishes to be, then let the most generous give way, until all fit or none can."""
    wished = [next(fitting_pictures(row, language, screen.height + 1, care, screen.width), None) for row in rows]
    chosen = [picture for picture in wished if picture is not None]
    while len(chosen) == len(rows):
        if _stack_height(chosen, gap) <= screen.height:
            return chosen
        if not _shrink_one(chosen, rows, language, care, screen):
            break
    return None


def _shrink_one(
    chosen: list[Picture], rows: Sequence[Row], language: Language, care: Care, screen: ScreenFormat
) -> bool:
    for at in sorted(range(len(chosen)), key=lambda at: -chosen[at].height):
        lower = next(fitting_pictures(rows[at], language, chosen[at].height, care, screen.width), None)
        if lower is not None:
            chosen[at] = lower
            _follow(chosen, rows, language, care, at, screen)
            return True
    return False


def _follow(
    chosen: list[Picture], rows: Sequence[Row], language: Language, care: Care, leader: int, screen: ScreenFormat
) -> None:
    """Make the pairs of a list one size: if one becomes smaller, so do the others."""
    row, level = rows[leader], chosen[leader].level
    for at, other in enumerate(rows):
        if isinstance(row, Pair) and isinstance(other, Pair) and other.size == row.size and chosen[at].level > level:
            ways = fitting_pictures(other, language, screen.height + 1, care, screen.width)
            chosen[at] = next((way for way in ways if way.level <= level), chosen[at])


def _stack_height(pictures: Sequence[Picture], gap: int) -> int:
    """Return the height of all these, with so many rows of pixels between them."""
    bottom = 0
    for picture in pictures:
        top = bottom + (gap if bottom else 0)
        bottom = (_page(top) if picture.aligned else top) + picture.height
    return bottom


def _place_pictures(pictures: Sequence[Picture], bottom: int) -> list[tuple[int, Picture]]:
    """Give each picture its top. Free rows are shared evenly; an aligned picture starts on a page."""
    at = next((at for at, picture in enumerate(pictures) if picture.aligned), None)
    if at is None:
        return _spread(pictures, 0, bottom)
    clock, above, below = pictures[at], pictures[:at], pictures[at + 1 :]
    wished = _spread(pictures, 0, bottom)[at][0]
    tops = range(_page(_stack_height(above, 0)), bottom - _stack_height(below, 0) - clock.height + 1, _PAGE)
    top = min(tops, key=lambda top: (abs(top - wished), -top))  # of two, the one that is farther from the edge
    return [*_spread(above, 0, top), (top, clock), *_spread(below, top + clock.height, bottom)]


def _spread(pictures: Sequence[Picture], start: int, end: int) -> list[tuple[int, Picture]]:
    """Put even spaces around and between; if there is too little for that, only between."""
    free, count = end - start - sum(picture.height for picture in pictures), len(pictures)
    outside = free > count or count == 1
    slots, used = (count + 1, 1) if outside else (count - 1, 0)
    found, heights = [], 0
    for number, picture in enumerate(pictures, used):
        found.append((start + heights + free * number // max(slots, 1), picture))
        heights += picture.height
    return found


def _page(top: int) -> int:
    return -(-top // _PAGE) * _PAGE


class RowBox(Struct, frozen=True):
    """The place of a row, the size its letters came out (0 tight to 6 huge), and its number of lines."""

    top: int
    height: int
    level: int
    lines: int


class PageMeasure(Struct, frozen=True):
    """The losses of a drawing: texts that lost their end, rows for which there was no room, what could not be
    `scanned`, a head that could not stand `still`; and whether rows stand `apart`, with a dark line between them."""

    boxes: tuple[RowBox, ...]
    cut: tuple[str, ...]
    left_out: int
    still: bool = True
    apart: bool = True
    scanned: bool = True

    @property
    def whole(self) -> bool:
        """Whether everything the view says is on the screen."""
        return not self.cut and not self.left_out and self.scanned


def draw(view: View, screen: ScreenFormat) -> Frame:
    """Draw the view for this screen."""
    over = gauge_picture(view.over, view.language, screen.width) if view.over else None
    square = scanned_square(view.scanned, screen)
    strips = beside_square(_placed(view, screen_beside(square, screen))[0], square, view.language, screen)
    return pack_strips(strips, screen, over, even=view.even)


def measure(view: View, screen: ScreenFormat) -> PageMeasure:
    square = scanned_square(view.scanned, screen)
    placed, still = _placed(view, screen_beside(square, screen))
    boxes = tuple(RowBox(top, row.height, row.level, row.lines) for top, row in placed)
    cut = tuple(text for _, row in placed for text in row.cut)
    left_out, is_scanned = len(view.rows) - len(placed), not view.scanned or square is not None
    return PageMeasure(boxes, cut, left_out, still, _are_apart(placed), is_scanned)


def _are_apart(placed: Sequence[tuple[int, Picture]]) -> bool:
    lit = [tuple(top + edge for edge in lit_rows(picture)) for top, picture in placed]
    return all(above[1] < below[0] for above, below in pairwise(lit))


def _placed(view: View, screen: ScreenFormat) -> tuple[list[tuple[int, Picture]], bool]:
    """Return each picture with its top, and whether a head stands still."""
    headed = view.head and len(view.rows) > 1
    found = _choose_below(view.rows, view.language, screen) if headed else None
    if found is None:
        return _place_pictures(choose_pictures(view.rows, view.language, screen), screen.height), not headed
    head, below = found
    under = HEAD_TOP + head.height + 1
    placed = _place_pictures(below, screen.height - under)
    return [(HEAD_TOP, head), *((under + top, picture) for top, picture in placed)], True
