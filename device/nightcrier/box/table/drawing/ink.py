"""Draws one line of text as pixels, from letters that were drawn beforehand.

A strike is a file with the letters of one script in one size; `device/nightcrier/studio/fonts.py` writes it. No font
engine and no shaping library of the machine is used, so that a frame is the same on every machine, and needs little
memory. A glyph is a list of columns. A column is a whole number whose bit `BASELINE` is the first row of pixels below
the baseline."""

from collections.abc import Mapping
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from nightcrier.box.table.drawing import shaping
from nightcrier.box.table.drawing.shaping import BREAK_HERE, SOFT_HYPHEN, clusters, is_mark, visual_order
from nightcrier.kernel.ids import Language

BASELINE = 40
"""The number of rows above the baseline. No letter needs more rows."""

FOLDERS = (Path(__file__).parents[5] / "assets" / "fonts", Path(__file__).parents[3] / "_share" / "assets" / "fonts")
"""The folder of the fonts in a checkout, and the folder in an installed package."""


class Glyph(Struct, frozen=True, array_like=True, gc=False):
    """The picture of one letter. `left` may be negative, because some marks are drawn over the letter before. `bits`
    holds the columns from left to right."""

    advance: int
    left: int
    top: int
    rows: int
    bits: bytes

    def columns(self) -> list[int]:
        size = (self.rows + 7) // 8
        shift = BASELINE - self.top
        return [
            int.from_bytes(self.bits[at : at + size], "little") << shift for at in range(0, len(self.bits), size or 1)
        ]


class Strike(Struct, frozen=True):
    """The letters of one script in one size. `ascent` and `descent` are the rows above and below the baseline that an
    ordinary word of this script needs."""

    ascent: int
    descent: int
    glyphs: Mapping[str, Glyph]


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
    """The sizes of letters, the smallest first. Four of the sizes have names in a view. The others are used for texts
    that would be too large."""

    TIGHT, SMALL, MEDIUM, BIG, BIGGER, GREAT, LARGE, HUGE = range(8)


LEAST_STEP, LEAST_STEP_OF_TEXT = SizeStep.BIG, SizeStep.MEDIUM
"""The smallest letters of a page with large letters only, whose capitals have 14 dots, and of such a page with much
text, whose capitals have 13 dots."""

PIXELS: dict[str, tuple[int, ...]] = {
    LATIN: (14, 15, 18, 20, 23, 26, 30),
    PERSIAN: (14, 16, 20, 22, 25, 28, 32),
    THAI: (12, 14, 18, 20, 23, 25, 28),
    TAIWAN: (12, 16, 20, 20, 24, 26, 30),
    JAPAN: (12, 16, 20, 20, 24, 26, 30),
    SYMBOLS: (16, 16, 16, 16, 16, 32, 32),
}
CLOCK_PIXELS = 32

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
"""The script of each block of Unicode. On a Japanese page, the characters of `TAIWAN` are drawn from `JAPAN`, because
their shapes differ."""

_HOME: dict[str, str] = {"fa": PERSIAN, "th": THAI, "zh-Hant": TAIWAN, "ja": JAPAN}


def home_script(language: Language) -> str:
    return _HOME.get(language, LATIN)


def families(language: Language, character: str) -> tuple[str, ...]:
    """Return the fonts in which to look for a character, the best first."""
    code = ord(character)
    family = next((name for first, last, name in _BLOCKS if first <= code <= last), SYMBOLS)
    if family != TAIWAN:
        return (family, SYMBOLS)
    return (JAPAN, TAIWAN) if language == "ja" else (TAIWAN, JAPAN)


def strike_at(family: str, level: SizeStep) -> Strike:
    return load_strike(CLOCK, CLOCK_PIXELS) if level is SizeStep.HUGE else load_strike(family, PIXELS[family][level])


def glyph(language: Language, level: SizeStep, character: str) -> Glyph | None:
    """Return the picture of one character. Return None if this size has no picture of the character."""
    if level is SizeStep.HUGE:
        return load_strike(CLOCK, CLOCK_PIXELS).glyphs.get(character)
    for family in families(language, character):
        found = strike_at(family, level).glyphs.get(character)
        if found is not None:
            return found
    return None


RIGHT_TO_LEFT = frozenset({Language("fa")})
UNKNOWN = "□"
_UNSEEN = frozenset({BREAK_HERE, SOFT_HYPHEN, *"\u200c\u200d\u200e\u200f"})
"""The characters without a picture. They say where a line may break, which letters join, and how to read."""
_MARGIN = 48
"""The free columns on the left while a line is drawn, for marks that are drawn over an earlier letter."""


class Ink(Struct, frozen=True):
    """A drawn line of text: columns without the empty ones at both ends, and rows above and below the baseline."""

    columns: tuple[int, ...]
    above: int
    below: int

    @property
    def width(self) -> int:
        return len(self.columns)


class Letter(Struct, frozen=True):
    """A glyph that is ready to be drawn. Its columns are at the height where the screen needs them."""

    advance: int
    left: int
    columns: tuple[int, ...]
    centred: bool


@lru_cache(maxsize=256)
def ink(text: str, language: Language, level: SizeStep) -> Ink | None:
    """Draw this text in one line. Return None if this size has no picture of one of its letters.

    The digits of the clock keep the empty columns beside them, so that no digit moves when another digit changes."""
    row: list[int] = [0] * _MARGIN
    pen = _MARGIN
    for cluster in shape_text(text, language):
        base = pen
        for character in cluster:
            drawn = letter(language, level, character)
            if drawn is None:
                return None
            start = _start(drawn, base, pen)
            row += [0] * (max(start + len(drawn.columns), pen + drawn.advance) - len(row))
            for at, column in enumerate(drawn.columns, start):
                row[at] |= column
            pen += drawn.advance
    return Ink(tuple(row[_MARGIN:pen]), CLOCK_PIXELS, 0) if level is SizeStep.HUGE else _trim(row)


def ink_size(text: str, language: Language) -> tuple[int, int]:
    """Return the width and height of this text in the smallest letters, from the first to the last lit dot."""
    drawn = ink(text, language, SizeStep.TIGHT)
    return (drawn.width, drawn.above + drawn.below) if drawn else (0, 0)


def pen_advance(text: str, language: Language, level: SizeStep) -> int | None:
    """Return the width of a text including the spaces at its ends, which is a little more than the lit columns. Return
    None if a letter has no picture."""
    letters = [letter(language, level, character) for cluster in shape_text(text, language) for character in cluster]
    return sum(drawn.advance for drawn in letters if drawn) if all(letters) else None


@lru_cache(maxsize=512)
def shape_text(text: str, language: Language) -> tuple[str, ...]:
    """Return the clusters of a text from left to right. Each letter has the form that its neighbours require."""
    parts = clusters(text)
    if any("\u0600" <= part[0] <= "\u06ff" for part in parts):
        parts = shaping.join_persian(parts)
    if any("\u0e00" <= part[0] <= "\u0e7f" for part in parts):
        parts = shaping.place_thai_marks(parts)
    return tuple(visual_order([part for part in parts if part not in _UNSEEN], language in RIGHT_TO_LEFT))


@lru_cache(maxsize=1024)
def letter(language: Language, level: SizeStep, character: str) -> Letter | None:
    """Return a letter, or None if the size has no picture of it. Only the smallest size shows an empty box for an
    unknown character."""
    found = glyph(language, level, character)
    if found is None and level is SizeStep.TIGHT:
        found = glyph(language, level, UNKNOWN)
    if found is None:
        return None
    mark = is_mark(character)
    centred = mark and "\u0600" <= character <= "\u06ff"
    return Letter(0 if mark else found.advance, found.left, tuple(found.columns()), centred)


def _start(drawn: Letter, base: int, pen: int) -> int:
    """Return the column at which a letter begins. A Persian mark is centred over its letter. Everything else begins
    where the strike says."""
    return (base + pen - len(drawn.columns)) // 2 if drawn.centred else pen + drawn.left


def _trim(row: list[int]) -> Ink:
    inked = [at for at, column in enumerate(row) if column]
    if not inked:
        return Ink((), 0, 0)
    rows = 0
    for column in row:
        rows |= column
    above = BASELINE - ((rows & -rows).bit_length() - 1)
    return Ink(tuple(row[inked[0] : inked[-1] + 1]), max(above, 0), max(rows.bit_length() - BASELINE, 0))
