"""Draws one line of text as pixels, from letters that were rasterised beforehand.

A strike holds the letters of one script at one size, as `device/nightcrier/studio/fonts.py` writes them. No font engine
and no shaping library of the machine is used: a frame is the same on every machine, and a narrating box keeps no font
engine in memory. A glyph is a list of columns. A column is a whole number whose bit `BASELINE` is the first row of
pixels under the line the letters stand on."""

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
"""The rows above the baseline: more than any letter needs."""

FOLDERS = (Path(__file__).parents[5] / "assets" / "fonts", Path(__file__).parents[3] / "_share" / "assets" / "fonts")
"""The folder of the fonts in a checkout, and the one in an installed package."""


class Glyph(Struct, frozen=True, array_like=True, gc=False):
    """The picture of one letter. `left` may be negative: marks over a letter reach back. `bits` holds columns from left
    to right."""

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
    """The letters of one script at one size. `ascent` and `descent` are what an ordinary word of this script takes
    above and below the baseline."""

    ascent: int
    descent: int
    glyphs: Mapping[str, Glyph]


def file_of(family: str, pixels: int) -> str:
    return f"{family}-{pixels}.strike"


@cache
def load_strike(family: str, pixels: int) -> Strike:
    """Read a strike when a text first needs it, and keep it: a table uses one or two languages."""
    name = file_of(family, pixels)
    folder = next(folder for folder in FOLDERS if (folder / name).exists())
    return msgspec.msgpack.decode((folder / name).read_bytes(), type=Strike)


LATIN, PERSIAN, THAI, TAIWAN, JAPAN, SYMBOLS, CLOCK = "latin", "persian", "thai", "han-tw", "han-jp", "symbols", "clock"


class SizeStep(IntEnum):
    """The sizes of letters, smallest first. Four have names in a view; texts that are too large take the others."""

    TIGHT, SMALL, MEDIUM, BIG, BIGGER, GREAT, LARGE, HUGE = range(8)


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
"""The script of each block of Unicode. A Japanese page draws `TAIWAN` signs from `JAPAN`, whose shapes differ."""

_HOME: dict[str, str] = {"fa": PERSIAN, "th": THAI, "zh-Hant": TAIWAN, "ja": JAPAN}


def home_script(language: Language) -> str:
    """Return the script in which a language is written."""
    return _HOME.get(language, LATIN)


def families(language: Language, character: str) -> tuple[str, ...]:
    """Return the families of letters in which to look for a character, the best first."""
    code = ord(character)
    family = next((name for first, last, name in _BLOCKS if first <= code <= last), SYMBOLS)
    if family != TAIWAN:
        return (family, SYMBOLS)
    return (JAPAN, TAIWAN) if language == "ja" else (TAIWAN, JAPAN)


def strike_at(family: str, level: SizeStep) -> Strike:
    return load_strike(CLOCK, CLOCK_PIXELS) if level is SizeStep.HUGE else load_strike(family, PIXELS[family][level])


def glyph(language: Language, level: SizeStep, character: str) -> Glyph | None:
    """Return the picture of one character, or None where this size has none."""
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
"""The characters without a picture: they say where to break, whether to join and which way to read."""
_MARGIN = 48
"""The columns kept free on the left while a line is laid, for marks that reach back behind the pen."""


class Ink(Struct, frozen=True):
    """A drawn line of text: columns without the empty ones at both ends; rows above and below the baseline."""

    columns: tuple[int, ...]
    above: int
    below: int

    @property
    def width(self) -> int:
        return len(self.columns)


class Letter(Struct, frozen=True):
    """A glyph ready to be laid: its columns stand where the screen wants them."""

    advance: int
    left: int
    columns: tuple[int, ...]
    centred: bool


@lru_cache(maxsize=256)
def ink(text: str, language: Language, level: SizeStep) -> Ink | None:
    """Draw this text in one line; None if this size has no picture of one of its letters.

    The digits of the clock keep the empty columns beside them: no digit may move when another changes."""
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
    """Return the width and height of this text in the smallest letters, from dot to dot."""
    drawn = ink(text, language, SizeStep.TIGHT)
    return (drawn.width, drawn.above + drawn.below) if drawn else (0, 0)


def pen_advance(text: str, language: Language, level: SizeStep) -> int | None:
    """Return how far the pen moves for a text: a little more than the ink is wide. None if a letter has no picture."""
    letters = [letter(language, level, character) for cluster in shape_text(text, language) for character in cluster]
    return sum(drawn.advance for drawn in letters if drawn) if all(letters) else None


@lru_cache(maxsize=512)
def shape_text(text: str, language: Language) -> tuple[str, ...]:
    """Return the clusters of a text from left to right, each letter in the form that its neighbours give it."""
    parts = clusters(text)
    if any("\u0600" <= part[0] <= "\u06ff" for part in parts):
        parts = shaping.join_persian(parts)
    if any("\u0e00" <= part[0] <= "\u0e7f" for part in parts):
        parts = shaping.place_thai_marks(parts)
    return tuple(visual_order([part for part in parts if part not in _UNSEEN], language in RIGHT_TO_LEFT))


@lru_cache(maxsize=1024)
def letter(language: Language, level: SizeStep, character: str) -> Letter | None:
    """Return a letter, or None. The smallest size shows an empty box for an unknown character; larger sizes return None
    for it."""
    found = glyph(language, level, character)
    if found is None and level is SizeStep.TIGHT:
        found = glyph(language, level, UNKNOWN)
    if found is None:
        return None
    mark = is_mark(character)
    centred = mark and "\u0600" <= character <= "\u06ff"
    return Letter(0 if mark else found.advance, found.left, tuple(found.columns()), centred)


def _start(drawn: Letter, base: int, pen: int) -> int:
    """Return where a letter begins: a Persian mark over the middle of its letter, all else where the strike says."""
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
