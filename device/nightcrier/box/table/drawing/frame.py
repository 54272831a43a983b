"""Draws a view: chooses a size and a place for each row, and adds the gauge of the loudness and the QR code.

`draw` gives the bytes, `measure` tells which texts were cut. The gauge is a strip of its own at the foot of the glass:
nothing above the gauge moves, and only that part of the glass is sent. The QR code has dark dots on a lit ground, which
every scanner reads. Only some scanners read light dots on a dark ground."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.table.drawing.ink import RIGHT_TO_LEFT, SizeStep, ink
from nightcrier.box.table.drawing.picture import (
    Care,
    Picture,
    lay_ink,
    pack_strips,
    span_of_light,
    spare_above,
    trim_above,
)
from nightcrier.box.table.drawing.rows import pictures_that_fit
from nightcrier.box.table.drawing.view import Gauge, Pair, Row, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import Frame, ScreenFormat

if TYPE_CHECKING:
    from qrcodegen import QrCode, QrSegment


_LEAST = 2
"""The least dots a module of a QR code is wide: the cameras of phones cannot tell finer modules apart."""
_AROUND, _AROUND_WIFI = 7, 3
"""The modules that stay lit around a QR code, those of two sides together. The standard asks for eight. A Wi-Fi with
its password has too many letters for a code with seven: only three are left."""
WIFI_SCHEME = "WIFI:"
_GAP = 2
"""The dark columns between the lit ground of a QR code and the rows, beside those that each row keeps free."""
_SMALLEST, _GROWTH = 17, 4
"""A QR code of version n has 17 + 4 n modules a side."""


def qr_picture(text: str, screen: ScreenFormat) -> Picture | None:
    """Draw a text as a QR code, as high as the screen and at most half as wide; None without a text, or if too fine."""
    return _square(text, min(screen.height, screen.width // 2)) if text else None


def screen_beside(square: Picture | None, screen: ScreenFormat) -> ScreenFormat:
    """Return the part of the screen that a QR code leaves for the rows."""
    return replace(screen, width=screen.width - len(square.columns) - _GAP) if square else screen


def beside_square(
    strips: Sequence[tuple[int, Picture]], square: Picture | None, language: Language, screen: ScreenFormat
) -> list[tuple[int, Picture]]:
    """Widen all strips to the screen: rows begin where the language does, the QR code stands on the other side."""
    if square is None:
        return list(strips)
    leftward = language in RIGHT_TO_LEFT
    rows = [(top, _widen(strip, screen.width, from_left=not leftward)) for top, strip in strips]
    middle = (screen.height - square.height) // 2
    return [*rows, (middle, _widen(square, screen.width, from_left=leftward))]


def _widen(strip: Picture, width: int, *, from_left: bool) -> Picture:
    dark = (0,) * (width - len(strip.columns))
    return replace(strip, columns=strip.columns + dark if from_left else dark + strip.columns)


@lru_cache(maxsize=1)
def _square(text: str, side: int) -> Picture | None:
    """Draw a QR code, and keep the picture: a page is drawn again and again with the same text."""
    from qrcodegen import DataTooLongError, QrCode  # only where such a page stands on the glass

    around = _AROUND_WIFI if text.startswith(WIFI_SCHEME) else _AROUND
    largest = (side // _LEAST - around - _SMALLEST) // _GROWTH
    if largest < QrCode.MIN_VERSION:
        return None
    try:
        code = QrCode.encode_segments(_segments(text), QrCode.Ecc.LOW, maxversion=min(largest, QrCode.MAX_VERSION))
    except DataTooLongError:
        return None
    return _draw_code(code, side, around)


def _segments(text: str) -> "list[QrSegment]":
    """Encode an address for a QR code: the scheme as bytes, the rest as figures and capitals where possible. Those take
    less room, which leaves more to mend what is misread."""
    from qrcodegen import QrSegment

    scheme, mark, rest = text.partition("//")
    if QrSegment.is_alphanumeric(rest):
        return [QrSegment.make_bytes(f"{scheme}{mark}".encode()), QrSegment.make_alphanumeric(rest)]
    return [QrSegment.make_bytes(text.encode())]


def _draw_code(code: "QrCode", side: int, around: int) -> Picture:
    size = code.get_size()
    dots = side // (size + around)
    edge, lit, module = (side - size * dots) // 2, (1 << side) - 1, (1 << dots) - 1
    columns = [lit] * side
    for x in range(size):
        dark = sum(module << edge + y * dots for y in range(size) if code.get_module(x, y))
        columns[edge + x * dots : edge + (x + 1) * dots] = [lit ^ dark] * dots
    return Picture(tuple(columns), side)


GAUGE_HEIGHT = 20
"""The rows of pixels of the gauge, which hides one row of small letters and no other row by half."""
_SPEAKER = (0b0011100, 0b0011100, 0b0111110, 0b1111111, 0b0000000, 0b0011100, 0b0100010, 0b0011100)
"""The sign of a loudspeaker, column by column."""
_EDGE, _RULE, _TOP = 2, 1 << 2, 8
_BLOCK, _LINE, _STOP = 0b111111111 << 7, 0b11 << 11, 0b1111111111111 << 5
_BAR_START, _NUMBER_ROOM = _EDGE + len(_SPEAKER) + 5, 26


def gauge_picture(gauge: Gauge, language: Language, width: int) -> Picture:
    """Draw the gauge: a rule above; below the rule a loudspeaker, a bar and a number, mirrored in Persian."""
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
"""The rows of pixels in a page of the screen's memory."""
_ATTEMPTS = ((Care.FREE, 1), (Care.WHOLE, 1), (Care.WHOLE, 0), (Care.NONE, 0))
"""Each attempt: what the rows may lose, and how many rows of pixels lie between two of them at least."""


HEAD_TOP = 1
"""The rows of pixels above a head."""


def choose_pictures(rows: Sequence[Row], language: Language, screen: ScreenFormat) -> list[Picture]:
    """Draw each row as large as all rows can be together. Rows without room are left out, the last first."""
    chosen = _first_settled(rows, language, screen, _ATTEMPTS)
    return choose_pictures(rows[:-1], language, screen) if chosen is None else chosen


def _choose_below(
    rows: Sequence[Row], language: Language, screen: ScreenFormat
) -> tuple[Picture, list[Picture]] | None:
    """Draw the head and the rows below it; return None where the rows below would lose a part of their text. The head
    takes less than half of the screen, whatever stands below it. Its distance from the edge is alike in all scripts,
    also in those that keep room for marks above their letters."""
    (loose,) = choose_pictures(rows[:1], language, replace(screen, height=screen.height * 4 // 9))
    if loose.cut:
        return None
    head = trim_above(loose, spare_above(language, SizeStep(loose.level)))
    left = replace(screen, height=screen.height - HEAD_TOP - head.height - 1)
    below = _first_settled(rows[1:], language, left, _ATTEMPTS[:-1])
    return None if below is None else (head, below)


def _first_settled(
    rows: Sequence[Row], language: Language, screen: ScreenFormat, attempts: Sequence[tuple[Care, int]]
) -> list[Picture] | None:
    settled = (_settle(rows, language, care, gap, screen) for care, gap in attempts)
    return next((chosen for chosen in settled if chosen is not None), None)


def _settle(
    rows: Sequence[Row], language: Language, care: Care, gap: int, screen: ScreenFormat
) -> list[Picture] | None:
    """Draw each row as it wishes to be, then let the most generous give way, until all fit or none can."""
    wished = [next(pictures_that_fit(row, language, screen.height + 1, care, screen.width), None) for row in rows]
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
        lower = next(pictures_that_fit(rows[at], language, chosen[at].height, care, screen.width), None)
        if lower is not None:
            chosen[at] = lower
            _follow(chosen, rows, language, care, at, screen)
            return True
    return False


def _follow(
    chosen: list[Picture], rows: Sequence[Row], language: Language, care: Care, leader: int, screen: ScreenFormat
) -> None:
    """Make the pairs of a list one size: if one becomes smaller, the others do too."""
    row, level = rows[leader], chosen[leader].level
    for at, other in enumerate(rows):
        if isinstance(row, Pair) and isinstance(other, Pair) and other.size == row.size and chosen[at].level > level:
            ways = pictures_that_fit(other, language, screen.height + 1, care, screen.width)
            chosen[at] = next((way for way in ways if way.level <= level), chosen[at])


def _stack_height(pictures: Sequence[Picture], gap: int) -> int:
    """Return the height of the pictures one under the other, with `gap` rows of pixels between them."""
    bottom = 0
    for picture in pictures:
        top = bottom + (gap if bottom else 0)
        bottom = (_round_up_to_page(top) if picture.aligned else top) + picture.height
    return bottom


def _place_pictures(pictures: Sequence[Picture], bottom: int) -> list[tuple[int, Picture]]:
    """Give each picture its top. Free rows are shared evenly; an aligned picture starts on a page of the memory."""
    at = next((at for at, picture in enumerate(pictures) if picture.aligned), None)
    if at is None:
        return _spread(pictures, 0, bottom)
    clock, above, below = pictures[at], pictures[:at], pictures[at + 1 :]
    wished = _spread(pictures, 0, bottom)[at][0]
    tops = range(_round_up_to_page(_stack_height(above, 0)), bottom - _stack_height(below, 0) - clock.height + 1, _PAGE)
    top = min(tops, key=lambda top: (abs(top - wished), -top))  # of two, the one that is farther from the edge
    return [*_spread(above, 0, top), (top, clock), *_spread(below, top + clock.height, bottom)]


def _spread(pictures: Sequence[Picture], start: int, end: int) -> list[tuple[int, Picture]]:
    """Put even spaces around and between the pictures; if there is too little room for that, only between them."""
    free, count = end - start - sum(picture.height for picture in pictures), len(pictures)
    outside = free > count or count == 1
    slots, used = (count + 1, 1) if outside else (count - 1, 0)
    found, heights = [], 0
    for number, picture in enumerate(pictures, used):
        found.append((start + heights + free * number // max(slots, 1), picture))
        heights += picture.height
    return found


def _round_up_to_page(top: int) -> int:
    return -(-top // _PAGE) * _PAGE


class RowBox(Struct, frozen=True):
    """The place of a row, the size of its letters (0 tight to 7 huge), and its number of lines."""

    top: int
    height: int
    level: int
    lines: int


class PageMeasure(Struct, frozen=True):
    """The losses of a drawn page: texts that lost their end, rows without room, a code that could not be `scanned`, a
    head that could not stand `still`; and whether rows stand `apart`, with a dark line between them."""

    boxes: tuple[RowBox, ...]
    cut: tuple[str, ...]
    left_out: int
    still: bool = True
    apart: bool = True
    scanned: bool = True

    @property
    def whole(self) -> bool:
        return not self.cut and not self.left_out and self.scanned


def draw(view: View, screen: ScreenFormat) -> Frame:
    over = gauge_picture(view.over, view.language, screen.width) if view.over else None
    square = qr_picture(view.scanned, screen)
    strips = beside_square(_place_rows(view, screen_beside(square, screen))[0], square, view.language, screen)
    return pack_strips(strips, screen, over, even=view.even)


def measure(view: View, screen: ScreenFormat) -> PageMeasure:
    square = qr_picture(view.scanned, screen)
    placed, still = _place_rows(view, screen_beside(square, screen))
    boxes = tuple(RowBox(top, row.height, row.level, row.lines) for top, row in placed)
    cut = tuple(text for _, row in placed for text in row.cut)
    left_out, is_scanned = len(view.rows) - len(placed), not view.scanned or square is not None
    return PageMeasure(boxes, cut, left_out, still, _are_apart(placed), is_scanned)


def _are_apart(placed: Sequence[tuple[int, Picture]]) -> bool:
    lit = [tuple(top + edge for edge in span_of_light(picture)) for top, picture in placed]
    return all(above[1] < below[0] for above, below in pairwise(lit))


def _place_rows(view: View, screen: ScreenFormat) -> tuple[list[tuple[int, Picture]], bool]:
    """Return each picture with its top, and whether the head stands still."""
    headed = view.head and len(view.rows) > 1
    found = _choose_below(view.rows, view.language, screen) if headed else None
    if found is None:
        return _place_pictures(choose_pictures(view.rows, view.language, screen), screen.height), not headed
    head, below = found
    under = HEAD_TOP + head.height + 1
    placed = _place_pictures(below, screen.height - under)
    return [(HEAD_TOP, head), *((under + top, picture) for top, picture in placed)], True
