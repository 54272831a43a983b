"""Draws a view: chooses a size and a place for each row, and adds the gauge of the loudness, the QR code, and the sign
of a role.

`draw` returns the bytes, and `measure` says which texts were cut. The gauge is a strip at the bottom of the glass:
nothing above it moves, so that only the strip is sent to the glass."""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.table.drawing.fitting import (
    HEAD_TOP,
    MARGIN,
    MEMORY_PAGE,
    can_stand,
    choose_below,
    choose_head,
    choose_large,
    choose_pictures,
)
from nightcrier.box.table.drawing.foot import chips_picture, foot_height, foot_picture
from nightcrier.box.table.drawing.importance import fewer_rows
from nightcrier.box.table.drawing.ink import LEAST_STEP_OF_TEXT, NO_INK, RIGHT_TO_LEFT, SizeStep, ink
from nightcrier.box.table.drawing.marks import marks_strips, rows_of_marks
from nightcrier.box.table.drawing.picture import Care, Picture, draw_row, lay_ink, pack_strips, span_of_light
from nightcrier.box.table.drawing.qr_code import GAP_BESIDE, beside_square, qr_picture, screen_beside
from nightcrier.box.table.drawing.rows import pictures_that_fit
from nightcrier.box.table.drawing.signs import sign_picture
from nightcrier.box.table.drawing.view import Gauge, Pair, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import Frame, ScreenFormat

_SIGN_SIDES, _BESIDE_CLOCK, _AROUND = (40, 32, 24), 32, ((2, 1), (0, 0))
"""The possible widths of a role's sign, in dots; the width of the sign beside a clock; and the dark rows above and
below whatever is under a clock, or none if a long name needs the space."""


def _sign_of(view: View, page: ScreenFormat, *, clock: bool = False) -> str:
    """Return the sign beside the rows of a page, or with `clock` the sign beside its clock. A page for one seat has no
    sign, because only its text may light dots."""
    signs = (row.sign for row in view.rows if row.sign)
    return "" if view.even or page.least or _has_clock(view) is not clock else next(signs, "")


def _has_clock(view: View) -> bool:
    return any(isinstance(row, Text) and row.size is Size.HUGE for row in view.rows)


Placed: TypeAlias = tuple[Sequence[tuple[int, Picture]], bool, int]
"""Each picture with its top row, whether the first row keeps its place, and the number of rows left out."""


def _lay(view: View, page: ScreenFormat) -> tuple[Picture | None, Placed]:
    """Return the picture beside the rows of a page, and the rows. A page for one seat is never taken from the cache."""
    plain = replace(view, page="", dim=view.dim and view.marks is not None, least=0, turned=False, over=None)
    return (_laid.__wrapped__ if view.even or view.hidden else _laid)(plain, page)


@lru_cache(maxsize=4)  # a page is measured, and then drawn
def _laid(view: View, page: ScreenFormat) -> tuple[Picture | None, Placed]:
    """Lay out rows beside a QR code, or beside the largest sign that leaves all of them whole and separate. To make
    room, letters shrink first, but not below the size of a list among marks."""
    sign = _sign_of(view, page)
    if view.scanned or not sign:
        square = qr_picture(view.scanned, page)
        return square, _place_rows(view, screen_beside(square, page))
    outlined = view.dim and view.marks is not None  # which sheds less light on faces
    pointing = sign == "vote" and view.language in RIGHT_TO_LEFT  # to the words, and not away from them
    least = SizeStep.MEDIUM if any(rows_of_marks(view.marks)) else SizeStep.TIGHT
    for picture in (sign_picture(sign, side, outlined, pointing) for side in _SIGN_SIDES if side <= page.height):
        room = screen_beside(picture, page)
        if can_stand(view.rows, view.language, room, 0):
            found = _measured(way := _place_rows(view, room))
            if found.whole and found.still and found.apart and found.boxes[0].level >= least:
                return picture, way
    return None, _place_rows(view, page)


GAUGE_HEIGHT = 20
"""The height of the gauge in pixels. The gauge hides one row of small letters, and never part of another row."""
_SPEAKER = (0b0011100, 0b0011100, 0b0111110, 0b1111111, 0b0000000, 0b0011100, 0b0100010, 0b0011100)
"""The symbol of a loudspeaker, column by column."""
_EDGE, _RULE, _TOP = 2, 1 << 2, 8
_BLOCK, _LINE, _STOP = 0b111111111 << 7, 0b11 << 11, 0b1111111111111 << 5
_BAR_START, _NUMBER_ROOM = _EDGE + len(_SPEAKER) + 5, 26


def gauge_picture(gauge: Gauge, language: Language, width: int) -> Picture:
    """Draw the gauge: a line, and below it a loudspeaker, a bar and a number. In Persian it is mirrored."""
    columns = [_RULE] * width
    for at, column in enumerate(_SPEAKER, _EDGE):
        columns[at] |= column << _TOP
    length = width - _BAR_START - _NUMBER_ROOM
    filled, most = round(gauge.fraction * length), round(gauge.most * length)
    for at in range(most):
        columns[_BAR_START + at] |= _BLOCK if at < filled else _LINE
    columns[_BAR_START + most] |= _STOP
    number = ink(gauge.text, language, SizeStep.SMALL) or NO_INK
    is_left = language in RIGHT_TO_LEFT
    mirrored, left = (columns[::-1], _EDGE) if is_left else (columns, width - _EDGE - number.width)
    return Picture(lay_ink(mirrored, number, left, _TOP + (7 + number.above) // 2), GAUGE_HEIGHT)


def above_foot(view: View, screen: ScreenFormat) -> ScreenFormat:
    """Return the part of the screen above the chips and foot of a page, or between the marks of a call."""
    taken = chips_picture(view.chips, view.language, screen.width).height if view.chips else 0
    taken += foot_height(view.foot.language) + 1 if view.foot else 0
    taken = foot_height(view.language) + 1 if view.offered and not view.foot else taken + sum(rows_of_marks(view.marks))
    return replace(screen, height=screen.height - taken)


def between_edges(view: View, screen: ScreenFormat) -> ScreenFormat:
    """Return the area for the rows, within the area above the foot. Around a clock, and above a foot or chips, its
    edges stay dark."""
    framed = view.foot or (not view.offered and (view.chips or view.marks or _has_clock(view)))
    edges = 2 * len(MARGIN) if framed and not (view.even or view.scanned) else 0
    return replace(above_foot(view, screen), width=screen.width - edges)


def _at_foot(view: View, screen: ScreenFormat) -> Picture | None:
    """Draw what the keys do, or what a switch would do now, under a line. The page above it is drawn smaller."""
    if not view.offered:
        return foot_picture(view.foot, screen.width) if view.foot else None
    height = screen.height - above_foot(view, screen).height
    rows = pictures_that_fit(Text(view.offered), view.language, height - 2, Care.NONE, screen)
    text = draw_row(next(rows, Picture((0,) * screen.width, 0)))
    return Picture(tuple(1 | column << height - text.height for column in text.columns), height)


def _spread(pictures: Sequence[Picture], height: int) -> list[tuple[int, Picture]]:
    """Return each picture with its top row, with even spaces around and between the pictures, or if space is short,
    only between them."""
    free, count = height - sum(picture.height for picture in pictures), len(pictures)
    slots, used = (count + 1, 1) if free >= count or count == 1 else (count - 1, 0)
    found, heights = [], 0
    for number, picture in enumerate(pictures, used):
        found.append((heights - free * number // -slots if slots else 0, picture))
        heights += picture.height
    return found


class RowBox(Struct, frozen=True):
    """The position of a row, the size of its letters (0 is tight, 7 is huge), and its number of lines."""

    top: int
    height: int
    level: int
    lines: int


class PageMeasure(Struct, frozen=True):
    """Measures what a drawn page has lost: texts whose end was cut, and rows that did not fit. `scanned` is false if
    the QR code would be too small, and `still` if the first row could not keep its place. `apart` means that a dark
    line separates all rows, and `signed` is false if there was no room for the sign beside them."""

    boxes: tuple[RowBox, ...]
    cut: tuple[str, ...]
    left_out: int
    still: bool = True
    apart: bool = True
    scanned: bool = True
    signed: bool = True

    @property
    def whole(self) -> bool:
        return not self.cut and not self.left_out and self.scanned


def draw(view: View, screen: ScreenFormat) -> Frame:
    """Draw a page. One for a single seat is never cached; otherwise the time would reveal whether it is new."""
    return (_draw.__wrapped__ if view.even or view.hidden else _draw)(view, screen)


@lru_cache(maxsize=6)  # pages are drawn before a hand leads to them
def _draw(view: View, screen: ScreenFormat) -> Frame:
    over = gauge_picture(view.over, view.language, screen.width) if view.over else _at_foot(view, screen)
    page = replace(between_edges(view, screen), least=view.least)
    if view.offered:
        view = above_offer(replace(view, offered="", foot=None, marks=None), page)
    square, (placed, *_) = _lay(view, page)
    is_titled = not (view.scanned or any(isinstance(row, Pair) for row in view.rows))  # a list has its sign at the end
    leftward = (view.language in RIGHT_TO_LEFT) is not is_titled
    strips = beside_square(placed, square, page, leftward=leftward)
    if view.marks:
        down, _ = rows_of_marks(view.marks)
        low = screen.height - (foot_height(view.foot.language) if view.foot else 0)
        marks = marks_strips(view.marks, view.language, page.width, low)
        strips = [*((top + down, strip) for top, strip in strips), *marks]
    if page.width < screen.width:
        strips = [(top, replace(strip, columns=(*MARGIN, *strip.columns, *MARGIN))) for top, strip in strips]
    if view.chips and not view.over:
        strips.append((page.height, chips_picture(view.chips, view.language, screen.width)))
    return pack_strips(strips, screen, view, over)


def above_offer(view: View, page: ScreenFormat) -> View:
    """Return the view as it is drawn above an offer. Everything that a press would answer stays. Other rows are left
    out until the rest is whole: less important ones first, or else those at the top."""
    kept = [row for row in view.kept if row in view.rows]
    others = [row for row in view.rows if row not in kept]
    below = (tuple(row for row in view.rows if row not in others[:gone]) for gone in range(1, len(others) + 1))
    fewer = (rows for rows in (*fewer_rows(view.rows), *below) if rows and all(row in rows for row in kept))
    ways = (replace(view, rows=rows, head=view.head and rows[0] == view.rows[0]) for rows in fewer)
    return next((way for way in ways if measure(way, page).whole), view)


def measure(view: View, screen: ScreenFormat) -> PageMeasure:
    screen = between_edges(view, screen)
    square, placed = _lay(view, screen)
    is_scanned, is_signed = (square is not None or not wanted for wanted in (view.scanned, _sign_of(view, screen)))
    return replace(_measured(placed), scanned=is_scanned, signed=is_signed)


def _measured(way: Placed) -> PageMeasure:
    placed, still, left_out = way
    boxes = tuple(RowBox(top, row.height, row.level, row.lines) for top, row in placed)
    lit = [tuple(top + edge for edge in span_of_light(picture)) for top, picture in placed]
    apart = all(above[1] < below[0] for above, below in pairwise(lit))
    return PageMeasure(boxes, tuple(text for _, row in placed for text in row.cut), left_out, still, apart)


class Stand(IntEnum):
    """Says how the rows of a page fit: some are missing or cut, all are whole, or all are whole with dark lines between
    them."""

    CUT, WHOLE, APART = range(3)


def stands(view: View, screen: ScreenFormat, *, signed: bool = False) -> Stand | None:
    """Say how all rows fit: with their sign if they must be `signed`, or without it. Return None if only a measurement
    can tell."""
    sign, headed = _sign_of(view, screen), view.head and len(view.rows) > 1
    rows = [row for row in view.rows if row.size is not Size.HUGE]
    pairs = sum(isinstance(row, Pair) for row in rows[headed:])
    if screen.least or view.scanned or len(rows) < len(view.rows) or pairs > 1 or (signed and sign and view.marks):
        return None
    screen = between_edges(view, screen)
    beside = screen_beside(sign_picture(sign, _SIGN_SIDES[-1]) if signed and sign else None, screen)
    room = choose_head(rows[0], view.language, beside)[1] if headed else beside
    if not can_stand(rows[headed:], view.language, room, 0):
        return Stand.CUT
    return Stand.APART if can_stand(rows[headed:], view.language, room, 1) else None if signed and sign else Stand.WHOLE


def is_whole(view: View, screen: ScreenFormat) -> bool:
    """Say whether no text of a page is cut and no row is left out. Usually this needs no measurement."""
    sure = stands(view, screen)
    return bool(sure) if sure or (sure is Stand.CUT and not view.head) else measure(view, screen).whole


@lru_cache(maxsize=16)  # of each page that a hand turns back to
def has_room(view: View, screen: ScreenFormat) -> bool:
    """Say whether all rows of a page fit whole and apart, below a header that keeps its place, and in large letters if
    people want them. If no row may be left out, as in a yes-or-no question, only whole texts count, and letters may
    shrink."""
    measured = measure(view, screen)
    if view.stays == len(view.rows):
        return not measured.cut
    is_large = not screen.least or all(box.level >= LEAST_STEP_OF_TEXT for box in measured.boxes)
    return measured.whole and measured.apart and is_large and (measured.still or not view.head)


def with_every_row(view: View, screen: ScreenFormat) -> View:
    """Return a view that also keeps its hint in large letters, if everything still fits in large letters then."""
    whole = replace(view, stays=len(view.rows))
    boxes = measure(whole, screen).boxes if screen.least else ()
    return whole if boxes and all(box.level >= LEAST_STEP_OF_TEXT for box in boxes) else view


def _place_rows(view: View, screen: ScreenFormat) -> Placed:
    wants_large = screen.least and not view.scanned
    dark = int(not (view.even or view.scanned) and bool(view.foot or view.marks or view.rows[1:]))
    large = choose_large(view.rows, view.language, screen, view.stays, dark) if wants_large else None
    if large is not None:
        pictures, left_out = large
        return _spread(pictures, screen.height), True, left_out
    screen = replace(screen, least=0)
    if clock := _place_clock(view, screen):
        return clock
    headed = view.head and len(view.rows) > 1
    left_by_foot = foot_height(view.language) + 1 if view.stays and not view.foot and not view.even else 0
    found = choose_below(view.rows, view.language, screen, left_by_foot) if headed else None
    if found is None:
        chosen = choose_pictures(view.rows, view.language, screen, dark, close=bool(view.scanned))
        if len(chosen) == 1 and not headed:  # a text alone stands in the middle by its ink
            top = max(dark, (screen.height - sum(span_of_light(chosen[0]))) // 2)
            return [(min(top, screen.height - chosen[0].height), chosen[0])], True, len(view.rows) - 1
        return _spread(chosen, screen.height), not headed, len(view.rows) - len(chosen)
    head, below = found
    under = HEAD_TOP + head.height + 1
    placed = _spread(below, screen.height - under)
    return [(HEAD_TOP, head), *((under + top, picture) for top, picture in placed)], True, 0


def _place_clock(view: View, screen: ScreenFormat) -> tuple[list[tuple[int, Picture]], bool, int] | None:
    """Place a clock that is the first row of a page, and the rows below it. The clock is always in the same place, on
    the far side of its sign, so that a changed digit costs few bytes. Return None if there is no such clock."""
    sign = _sign_of(view, screen, clock=True)
    square = sign_picture(sign, _BESIDE_CLOCK) if sign else None
    first = [row for row in view.rows[:1] if isinstance(row, Text) and row.size in (Size.HUGE, Size.FULL)]
    clock = choose_pictures(first, view.language, screen_beside(square, screen))
    if not clock or clock[0].level < SizeStep.HUGE or MEMORY_PAGE + clock[0].height > screen.height:
        return None
    parts = (square.columns, (0,) * GAP_BESIDE, clock[0].columns) if square else (clock[0].columns,)
    columns = chain.from_iterable(reversed(parts) if view.language in RIGHT_TO_LEFT else parts)
    digits, under = replace(clock[0], columns=tuple(columns)), MEMORY_PAGE + clock[0].height
    rooms = ((edge, max(0, screen.height - under - gap - edge)) for gap, edge in _AROUND)
    ways = [(*way, choose_pictures(view.rows[1:], view.language, replace(screen, height=way[1]))) for way in rooms]
    edge, room, below = next((way for way in ways if not any(row.cut for row in way[2])), ways[-1])
    rows = [(screen.height - edge - room + top, row) for top, row in _spread(below, room)]
    return [(MEMORY_PAGE, digits), *rows], True, len(view.rows) - 1 - len(below)
