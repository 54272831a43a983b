"""Strikes: the letters of one script at one size, already rasterised, as `device/studio/fonts.py` writes them; and
which of them draws a letter: scripts by Unicode block, and a strike of each script for every level of size.

Nothing is left to the machine that shows them (font engine, shaping libraries), so a frame is the same everywhere, and
a narrating box carries no font engine in memory. A glyph is a list of columns; a column is a whole number whose bit
`BASELINE` is the first row of pixels under the line the letters stand on.
"""

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from device.kernel.ids import Language

BASELINE = 40
"""Rows above the baseline: more than any letter needs."""

FOLDERS = (Path(__file__).parents[3] / "assets" / "fonts", Path(__file__).parents[2] / "_share" / "assets" / "fonts")
"""In a checkout, and in an installed package."""


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
    """Steps of size, smallest first. Four of them have names in a view; the others are where a text gives way."""

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
"""Han and kana stand under `TAIWAN` here; a Japanese page draws them from `JAPAN`, whose shapes differ."""

_HOME: dict[str, str] = {"fa": PERSIAN, "th": THAI, "zh-Hant": TAIWAN, "ja": JAPAN}


def home_script(language: Language) -> str:
    """The script a language is written in."""
    return _HOME.get(language, LATIN)


def families(language: Language, character: str) -> tuple[str, ...]:
    """Return the families to look for a character in, in order."""
    code = ord(character)
    family = next((name for first, last, name in _BLOCKS if first <= code <= last), SYMBOLS)
    if family != TAIWAN:
        return (family, SYMBOLS)
    return (JAPAN, TAIWAN) if language == "ja" else (TAIWAN, JAPAN)


def strike_at(family: str, level: SizeStep) -> Strike:
    return load_strike(CLOCK, CLOCK_PIXELS) if level is SizeStep.HUGE else load_strike(family, PIXELS[family][level])


def glyph(language: Language, level: SizeStep, character: str) -> Glyph | None:
    """The picture of one character, or None where this size has none."""
    if level is SizeStep.HUGE:
        return load_strike(CLOCK, CLOCK_PIXELS).glyphs.get(character)
    for family in families(language, character):
        found = strike_at(family, level).glyphs.get(character)
        if found is not None:
            return found
    return None
