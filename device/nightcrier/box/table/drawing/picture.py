"""Draws a row of the screen as a strip of pixels, in one of several ways, and packs strips into a frame.

A strip is a list of columns. Each column is a whole number whose lowest bit is its top pixel. The ladder of a row is
the list of ways to draw it, from the preferred one to the smallest; they differ in size, number of lines, and spacing.

Every page that only one seat sees has the same number of lit dots: a frame of dots adds those that the text does not
light. Otherwise the light on the reader's face would reveal how much text there is."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache, lru_cache, reduce
from itertools import repeat
from operator import add, lshift, or_, rshift

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.table.drawing.ink import BASELINE, Ink, SizeStep, home_script, strike_at
from nightcrier.box.table.drawing.view import Size, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import Frame, ScreenFormat


class Care(IntEnum):
    """The most that a row may lose if there is too little space: nothing, the lit rows around the letters of a bar, or,
    as a last resort, part of its text."""

    FREE, WHOLE, NONE = range(3)


class Way(Struct, frozen=True, cache_hash=True):
    """One way to draw a row. `tight` leaves no free rows around its letters, and `bare` leaves none in a bar either.
    `cut` drops the end of the text. `doubled` draws each dot twice as high, and this number of dots wide."""

    level: SizeStep
    lines: int
    tight: bool = False
    bare: bool = False
    cut: bool = False
    doubled: int = 0


_LINES = range(1, 5)


def _ways(*steps: tuple[SizeStep, int]) -> tuple[Way, ...]:
    both = [Way(level, lines, tight) for level, lines in steps for tight in (False, True)]
    bare = (Way(SizeStep.TIGHT, lines, tight=True, bare=True) for lines in _LINES)
    return (*both, *bare, Way(SizeStep.TIGHT, 1, tight=True, bare=True, cut=True))


_S, _M, _TIGHT = SizeStep.SMALL, SizeStep.MEDIUM, SizeStep.TIGHT
_SMALL = tuple((size, lines) for lines in _LINES for size in (_S, _TIGHT))
_LARGE = (
    *((size, lines) for lines in (1, 2) for size in (SizeStep.LARGE, SizeStep.GREAT)),
    *((SizeStep.BIGGER, lines) for lines in (1, 2)),
    *((size, lines) for size in (SizeStep.BIG, _M, _S, _TIGHT) for lines in _LINES),
)
_FALLING = tuple(reversed(SizeStep))
_DOUBLED = tuple(Way(level, 1, tight=True, doubled=wide) for wide in (2, 1) for level in _FALLING if level >= _M)
_LADDERS: dict[Size, tuple[Way, ...]] = {
    Size.SMALL: _ways(*_SMALL),
    Size.MEDIUM: _ways((_M, 1), (_S, 1), (_M, 2), (_S, 2), (_TIGHT, 1), (_M, 3), *_SMALL[3:]),
    Size.LARGE: _ways(*_LARGE),
    Size.FULL: (*_DOUBLED, *_ways(*((size, lines) for size in _FALLING[1:] for lines in _LINES))),
    Size.HUGE: (Way(SizeStep.HUGE, 1), *_ways(*_LARGE)),
}
"""The ways to draw each size. Large texts are broken into two lines before they shrink. Small texts shrink first."""


@cache
def ladder(size: Size, least: int = 0, care: Care = Care.NONE) -> tuple[Way, ...]:
    """Return the ways to draw a size, best first. Tight letters are easier to read than small ones. No way is smaller
    than the step `least`, and no row loses more than `care` allows. Small and medium rows get the smallest allowed
    letters, so that the main row remains the largest."""
    ways = (way for way in _LADDERS[size] if way.level >= least)
    if least and size in (Size.SMALL, Size.MEDIUM):
        ways = (Way(SizeStep(least), lines, tight) for lines in _LINES for tight in (False, True))
    return tuple(way for way in ways if not ((way.cut and care < Care.NONE) or (way.bare and care < Care.WHOLE)))


@cache
def lowest_ways(size: Size, least: int) -> tuple[Way, ...]:
    """Return the ways in the smallest letters of a ladder, each as tight as possible, because loose ones are higher."""
    known = ladder(size, least, Care.WHOLE)
    lowest = min(way.level for way in known)
    return tuple({way.lines: way for way in known if way.level == lowest}.values())


LIT = 3130
"""The number of lit dots, out of 8,192, on every page for one seat. The page with the most text needs this many."""
CLEAR = 2
"""The width in dots of the dark area around every letter on a page for one seat."""


def with_even_light(columns: Sequence[int], height: int) -> list[int]:
    """Add a frame of dots to a picture: rings from the edge inward, until `LIT` dots are lit. If the letters have more
    dots, thin them. Each column is a whole number whose lowest bit is its top dot. All columns are joined into one
    number, so that one operation changes them all."""
    width = len(columns)
    found = sum(column << at * height for at, column in enumerate(columns))
    found ^= _first_dots(found & found << 1 & found >> 1, found.bit_count() - LIT, height)  # inside of strokes
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
    """Return all dots where the frame would touch a letter."""
    upright = around = found
    for shift in range(1, CLEAR + 1):
        lower = _each_column((1 << height) - (1 << shift), width, height)
        upright |= found << shift & lower | (found & lower) >> shift
    for shift in range(CLEAR + 1):
        around |= upright << shift * height | upright >> shift * height
    return around


@lru_cache(maxsize=8)
def _each_column(column: int, width: int, height: int) -> int:
    return sum(column << at * height for at in range(width))


@lru_cache(maxsize=2)
def _rings(width: int, height: int) -> tuple[int, ...]:
    """Return the rings of a frame, outermost first. The last one fills the rest of the picture."""
    inside = [
        _each_column((1 << height - 2 * ring) - 1 << ring, width - 2 * ring, height) << ring * height
        for ring in range(height // 2)
    ]
    return tuple(outer ^ inner for outer, inner in zip(inside, (*inside[1:], 0), strict=True))


def _first_dots(free: int, most: int, height: int) -> int:
    """Return at most `most` of the free dots, column by column. In the last column, take the lowest dots."""
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


class Picture(Struct, frozen=True):
    """A drawn row. `level` and `lines` are the size and the number of lines in which its text was drawn. `cut` holds
    the texts whose end was dropped."""

    columns: tuple[int, ...]
    height: int
    level: int = 0
    lines: int = 1
    cut: tuple[str, ...] = ()


def lay_ink(lower: Iterable[int], line: Ink, left: int, baseline: int) -> tuple[int, ...]:
    """Draw a line of text on a strip, with `baseline` rows of pixels above its baseline."""
    found, end, up = list(lower), left + line.width, BASELINE - baseline
    new = line.columns()
    moved = map(rshift, new, repeat(up)) if up >= 0 else map(lshift, new, repeat(-up))
    found[left:end] = map(or_, found[left:end], moved)
    return tuple(found)


def _invert_columns(columns: Iterable[int], height: int) -> tuple[int, ...]:
    full = (1 << height) - 1
    return tuple(full ^ column for column in columns)


def trim_above(picture: Picture) -> Picture:
    dark, _ = span_of_light(picture)
    return replace(picture, columns=tuple([column >> dark for column in picture.columns]), height=picture.height - dark)


def span_of_light(picture: Picture) -> tuple[int, int]:
    """Return the first row of a picture with a lit dot, and the row after the last such row."""
    lit = reduce(or_, picture.columns, 0)
    return (lit & -lit).bit_length() - 1 if lit else 0, lit.bit_length()


def pack_strips(
    strips: Iterable[tuple[int, Picture]], screen: ScreenFormat, view: View, over: Picture | None = None
) -> Frame:
    """Pack the strips of a view, each at its height, into a frame in the order of the screen's memory. `over` covers
    the bottom of the page. An even frame gets the same number of lit dots as every other even frame."""
    columns = [0] * screen.width
    for top, strip in strips:
        columns = list(map(or_, columns, map(lshift, strip.columns, repeat(top))))
    if over:
        top = screen.height - over.height
        columns = [under & (1 << top) - 1 | column << top for under, column in zip(columns, over.columns, strict=True)]
    if view.even:
        columns = with_even_light(columns, screen.height)
    if view.inverse:
        columns = list(_invert_columns(columns, screen.height))
    if view.turned:
        columns = [int(f"{column:0{screen.height}b}"[::-1], 2) for column in reversed(columns)]
    if screen.depth > 1:
        return _in_rows(columns, screen)
    pages = screen.pages
    return b"".join(map(bytes, zip(*[column.to_bytes(pages, "little") for column in columns], strict=True)))


def _in_rows(columns: Iterable[int], screen: ScreenFormat) -> Frame:
    """Pack columns of dots row by row. Each dot is either dark or as bright as the screen can show."""
    lit, across = (1 << screen.depth) - 1, tuple(columns)
    found = bytearray()
    for y in range(screen.height):
        row = 0
        for column in across:
            row = row << screen.depth | (lit if column >> y & 1 else 0)
        found += row.to_bytes(screen.width * screen.depth // 8, "big")
    return bytes(found)


class PlacedInk(Struct, frozen=True, gc=False):
    """A piece of text with the column of its left end, and the number of its line, counted from the top."""

    ink: Ink
    left: int
    number: int

    def mirror(self, width: int) -> "PlacedInk":
        return PlacedInk(self.ink, width - self.left - self.ink.width, self.number)


class Stack(Struct, frozen=True, cache_hash=True, gc=False):
    """A row whose lines are placed but not drawn yet, because most ways to draw a row turn out too high. It has those
    values of a `Picture` on which the choice of a way depends."""

    placed: tuple[PlacedInk, ...]
    baselines: tuple[int, ...]
    width: int
    height: int
    inverse: bool
    level: SizeStep
    cut: tuple[str, ...]
    doubled: int = 0


@lru_cache(maxsize=16)
def draw_row(row: Stack) -> Picture:
    columns = (0,) * row.width
    for line in row.placed:
        columns = lay_ink(columns, line.ink, line.left, row.baselines[line.number])
    if row.doubled:
        doubled = (int(f"{column:b}".replace("0", "00").replace("1", "11"), 2) for column in columns)
        columns = tuple(column for column in doubled for _ in range(row.doubled))
    drawn = _invert_columns(columns, row.height) if row.inverse else columns
    return Picture(drawn, row.height, row.level, len(row.baselines), row.cut)


def stack_lines(
    lines: Sequence[PlacedInk], language: Language, way: Way, inverse: bool, cut: tuple[str, ...], width: int
) -> Stack:
    """Place the lines of a row one below the other. Unless tight, the row is at least as high as ordinary words."""
    above, below, pad = [0] * way.lines, [0] * way.lines, int(inverse and not way.bare)
    for line in lines:
        above[line.number] = max(above[line.number], line.ink.above)
        below[line.number] = max(below[line.number], line.ink.below)
    if not way.tight:
        ordinary = strike_at(home_script(language), way.level)
        above[0], below[-1] = max(above[0], ordinary.ascent), max(below[-1], ordinary.descent)
    gap = 1 if way.tight else 2
    pitch = max(map(add, below, above[1:]), default=0) + gap  # the same between all lines
    baselines = tuple([pad + above[0] + pitch * number for number in range(way.lines)])
    return Stack(tuple(lines), baselines, width, baselines[-1] + below[-1] + pad, inverse, way.level, cut)
