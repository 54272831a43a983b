"""Draws one line of text as pixels, from letters that were drawn in advance.

A strike is a file with the letters of one script in one size; `studio/nightcrier_studio/fonts.py` writes it. No font
engine and no shaping library of the machine is used, so that a frame is the same on every machine and needs little
memory. A glyph is a list of columns. A column is a whole number whose bit `BASELINE` is the first row of pixels below
the baseline. Most lines turn out too wide or too high and are only measured; a line is drawn once it is chosen."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cache, lru_cache
from itertools import accumulate, compress, repeat
from operator import add, itemgetter
from pathlib import Path
from struct import Struct as StructOfBytes
from typing import NamedTuple, cast

import msgspec
from msgspec import Struct

from nightcrier.box.table.drawing import shaping
from nightcrier.box.table.drawing.shaping import (
    BREAK_HERE,
    PERSIAN_LETTERS,
    SOFT_HYPHEN,
    THAI_LETTERS,
    clusters,
    is_mark,
    visual_order,
)
from nightcrier.kernel.ids import Language

BASELINE, _DEEP = 40, 8
"""The number of rows above the baseline, which no letter exceeds, and the number of bytes in a column."""

FOLDERS = (Path(__file__).parents[5] / "assets" / "fonts", Path(__file__).parents[3] / "_share" / "assets" / "fonts")
"""The folder of the fonts in a checkout, and the folder in an installed package."""


class Glyph(Struct, frozen=True, array_like=True, gc=False):
    """The picture of one letter. `left` may be negative, because some marks are drawn over the letter before them.
    `bits` holds the columns from left to right. Except in the clock, no column or row at an edge of the picture is
    empty. A `thin` letter has stems of one dot, although the digits beside it have stems of two."""

    advance: int
    left: int
    top: int
    rows: int
    bits: bytes
    thin: bool = False

    @property
    def width(self) -> int:
        return len(self.bits) // ((self.rows + 7) // 8 or 1)

    def columns(self) -> list[int]:
        return _parted(self.joined(), self.width)

    def joined(self) -> int:
        """Return all columns as one number, with the first in its lowest bytes."""
        size, spread = (self.rows + 7) // 8, bytearray(_DEEP * self.width)
        for byte in range(size):
            spread[byte::_DEEP] = self.bits[byte::size]
        return int.from_bytes(spread, "little") << BASELINE - self.top


def _parted(joined: int, width: int) -> list[int]:
    return memoryview(joined.to_bytes(_DEEP * width, "little")).cast("Q").tolist()


MEASURES = StructOfBytes("<BbbBIH")


class Strike(Struct, frozen=True):
    """The letters of one script in one size. `ascent` and `descent` are the rows above and below the baseline that an
    ordinary word of this script needs. `measures` has, for each of the `characters`, the numbers of its glyph, and the
    place and length of its columns in `bits`. So a strike of thousands is read at once, but a glyph is only created
    when it is shown."""

    ascent: int
    descent: int
    characters: str
    measures: bytes
    bits: bytes

    def glyph(self, character: str, thin: bool = False) -> Glyph | None:
        at = self.characters.find(character)
        if at < 0:
            return None
        advance, left, top, rows, begin, length = MEASURES.unpack_from(self.measures, at * MEASURES.size)
        return Glyph(advance, left, top, rows, self.bits[begin : begin + length], thin)


def file_of(family: str, pixels: int) -> str:
    return f"{family}-{pixels}.strike"


@cache
def load_strike(family: str, pixels: int) -> Strike:
    """Read a strike when a text first needs it, and keep it in memory. A table uses only one or two languages."""
    name = file_of(family, pixels)
    folder = next(folder for folder in FOLDERS if (folder / name).exists())
    return msgspec.msgpack.decode((folder / name).read_bytes(), type=Strike)


LATIN, PERSIAN, THAI, TAIWAN, JAPAN, SYMBOLS, CLOCK = "latin", "persian", "thai", "han-tw", "han-jp", "symbols", "clock"


class SizeStep(IntEnum):
    """The sizes of letters, smallest first. Four of them have names in a view. The others are for texts that would be
    too large in those."""

    TIGHT, SMALL, MEDIUM, BIG, BIGGER, GREAT, LARGE, HUGE = range(8)


LEAST_STEP, LEAST_STEP_OF_TEXT = SizeStep.BIG, SizeStep.MEDIUM
"""The smallest letters of a page with only large letters (capitals of 14 dots), and of such a page with much text
(capitals of 13 dots)."""

PIXELS: dict[str, tuple[int, ...]] = {
    LATIN: (14, 15, 18, 20, 23, 26, 30),
    PERSIAN: (14, 16, 20, 22, 25, 28, 32),
    THAI: (12, 14, 18, 20, 23, 25, 28),
    TAIWAN: (12, 16, 20, 20, 24, 26, 30),
    JAPAN: (12, 16, 20, 20, 24, 26, 30),
    SYMBOLS: (16, 16, 16, 16, 16, 32, 32),
}
CLOCK_PIXELS = 32
_THIN = {THAI: SizeStep.TIGHT, TAIWAN: SizeStep.SMALL, JAPAN: SizeStep.SMALL}
"""The largest size of each script in which letters are thin."""

_BLOCKS: tuple[tuple[int, int, str], ...] = (
    (0x0020, 0x058F, LATIN),
    (0x0600, 0x06FF, PERSIAN),
    (0x0E00, 0x0E7F, THAI),
    (0x1E00, 0x1EFF, LATIN),
    (0x2010, 0x203A, LATIN),
    (0x20A0, 0x20BF, LATIN),
    (0x2E80, 0x9FFF, TAIWAN),
    (0xF700, 0xF71F, THAI),
    (0xF900, 0xFAFF, TAIWAN),
    (0xFB50, 0xFDFF, PERSIAN),
    (0xFE70, 0xFEFF, PERSIAN),
    (0xFF00, 0xFFEF, TAIWAN),
)
"""The script of each block of Unicode. On a Japanese page, the characters of `TAIWAN` come from `JAPAN`, because they
have other shapes."""

_HOME: dict[str, str] = {"fa": PERSIAN, "th": THAI, "zh-Hant": TAIWAN, "ja": JAPAN}


def home_script(language: Language) -> str:
    return _HOME.get(language, LATIN)


@lru_cache(maxsize=512)
def families(language: Language, character: str) -> tuple[str, ...]:
    """Return the fonts in which to look for a character, best first."""
    code = ord(character)
    first, last, name = _BLOCKS[bisect_left(_BLOCKS, (code + 1,)) - 1]
    family = name if first <= code <= last else SYMBOLS
    if family != TAIWAN:
        return (family, SYMBOLS)
    return (JAPAN, TAIWAN) if language == "ja" else (TAIWAN, JAPAN)


def strike_at(family: str, level: SizeStep) -> Strike:
    return load_strike(CLOCK, CLOCK_PIXELS) if level is SizeStep.HUGE else load_strike(family, PIXELS[family][level])


def open_letters(language: Language) -> None:
    """Read the letters of all sizes that pages of this language may need, before there are secrets. Otherwise opening a
    file for the text of one card would reveal that card."""
    for family in (home_script(language), LATIN, SYMBOLS):
        for pixels in PIXELS[family]:
            load_strike(family, pixels)


def glyph(language: Language, level: SizeStep, character: str) -> Glyph | None:
    for family in families(language, character):
        found = strike_at(family, level).glyph(character, level <= _THIN.get(family, -1))
        if found is not None:
            return found
    return None


class Letter(NamedTuple):
    """A glyph as it is measured. A mark does not move the pen; if `centred`, it is centered over its letter."""

    advance: int
    left: int
    width: int
    above: int
    below: int
    centred: bool
    glyph: Glyph


_ADVANCE = itemgetter(0)


class _Letters(dict[str, Letter | None]):
    """The letters of one size that were shown before. Only the smallest size shows an empty box for an unknown
    character."""

    def __init__(self, language: Language, level: SizeStep) -> None:
        self._language, self._level = language, level

    def __missing__(self, character: str) -> Letter | None:
        found = glyph(self._language, self._level, character)
        if found is None and self._level is SizeStep.TIGHT:
            found = glyph(self._language, self._level, UNKNOWN)
        if found is None:
            return self.setdefault(character)
        mark, below = is_mark(character), found.rows - found.top
        centred = mark and character in PERSIAN_LETTERS
        letter = Letter(0 if mark else found.advance, found.left, found.width, found.top, below, centred, found)
        return self.setdefault(character, letter)


@cache
def letters(language: Language, level: SizeStep) -> Mapping[str, Letter | None]:
    return _Letters(language, level)


RIGHT_TO_LEFT = frozenset({Language("fa")})
UNKNOWN = "□"
_WORDS = re.compile(f" |[^ {BREAK_HERE}]+")
_UNSEEN = frozenset({BREAK_HERE, SOFT_HYPHEN, *"\u200c\u200d\u200e\u200f"})
"""The characters without a picture. They say where a line may break, which letters join, and which way to read."""


def read_as(text: str, language: Language) -> Language:
    """Return the language in whose direction a text from outside is read. On any page, Latin text keeps the punctuation
    at its end."""
    latin = language in RIGHT_TO_LEFT and text and shaping.runs_one_way(text, from_right=False)
    return Language("en") if latin else language


class Ink(Struct, frozen=True, gc=False):
    """A line of text: the glyphs with the columns at which they begin, the first lit column, the width up to the last
    lit column, and the rows above and below the baseline."""

    glyphs: tuple[Glyph, ...]
    starts: tuple[int, ...]
    first: int
    width: int
    above: int
    below: int

    def columns(self) -> list[int]:
        """Draw the line. Thin letters get the weight of the others: the dot after each lit dot is lit, too, unless that
        would close a gap of one dot."""
        found = thin = 0
        for drawn, start in zip(self.glyphs, self.starts, strict=True):
            if drawn.bits:
                joined = drawn.joined() << 8 * _DEEP * (start - self.first)
                found, thin = found | joined, thin | joined if drawn.thin else thin
        found |= thin << 8 * _DEEP & ~(found | found >> 8 * _DEEP)
        return _parted(found & (1 << 8 * _DEEP * self.width) - 1, self.width)


NO_INK = Ink((), (), 0, 0, 0, 0)


@lru_cache(maxsize=256)
def ink(text: str, language: Language, level: SizeStep) -> Ink | None:
    """Lay out this text in one line. Return None if this size has no picture of some letter.

    The digits of the clock keep the empty columns beside them, so that no digit moves when another changes."""
    shown = _shown_letters(text, language, level)
    if not shown:
        return None if shown is None else NO_INK
    advances, lefts, widths, above, below, centred, glyphs = zip(*shown, strict=True)
    pens = tuple(accumulate(advances, initial=0))
    starts = tuple(map(add, pens, lefts))
    if any(centred):
        starts = _centre_marks(shown, pens, starts)
    if level is SizeStep.HUGE:
        return Ink(glyphs, starts, 0, pens[-1], CLOCK_PIXELS, 0)
    first = min(compress(starts, widths), default=0)
    end = max(compress(map(add, starts, widths), widths), default=0)
    return Ink(glyphs, starts, first, end + glyphs[-1].thin - first, max(0, *above), max(0, *below))


def _centre_marks(shown: Iterable[Letter], pens: Iterable[int], starts: Iterable[int]) -> tuple[int, ...]:
    base, found = 0, list[int]()
    for letter, pen, start in zip(shown, pens, starts, strict=False):
        found.append((base + pen - letter.width) // 2 if letter.centred else start)
        if letter.advance:
            base = pen
    return tuple(found)


def _shown_letters(text: str, language: Language, level: SizeStep) -> list[Letter] | None:
    known = letters(language, level)
    found = [known[character] for character in shape_text(text, language)]
    return cast("list[Letter]", found) if all(found) else None


def ink_size(text: str, language: Language) -> tuple[int, int]:
    """Return the width and height of this text in the smallest letters, from the first to the last lit dot."""
    drawn = ink(text, language, SizeStep.TIGHT)
    return (drawn.width, drawn.above + drawn.below) if drawn else (0, 0)


@lru_cache(maxsize=512)  # a text is tried with more and fewer of the same words
def pen_advance(text: str, language: Language, level: SizeStep) -> int | None:
    """Return the width of a text including the spaces at its ends, slightly more than the lit columns, or None if a
    letter has no picture."""
    shown = _shown_letters(text, language, level)
    return None if shown is None else sum(map(_ADVANCE, shown))


@lru_cache(maxsize=512)
def shape_text(text: str, language: Language) -> str:
    """Return a text as it is drawn from left to right, with each letter in the form that its neighbors within its word
    require. If all words run in the same direction, each is shaped and cached separately."""
    from_right = language in RIGHT_TO_LEFT
    words = _WORDS.findall(text)
    if len(words) > 1 and all(map(shaping.runs_one_way, words, repeat(from_right))):
        return "".join([shape_text(word, language) for word in (reversed(words) if from_right else words)])
    parts = clusters(text)
    heads = {part[0] for part in parts}
    if not PERSIAN_LETTERS.isdisjoint(heads):
        parts = shaping.join_persian(parts)
    if not THAI_LETTERS.isdisjoint(heads):
        parts = shaping.place_thai_marks(parts)
    return "".join(visual_order([part for part in parts if part not in _UNSEEN], from_right))
