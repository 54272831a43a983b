"""Strikes: the letters of one script at one size, already rasterised, as `device/studio/fonts.py` writes them.

Nothing is left to the machine that shows them (font engine, shaping libraries), so a frame is the same everywhere,
and a narrating box carries no font engine in memory. A glyph is a list of columns; a column is a whole number whose
bit `BASELINE` is the first row of pixels under the line the letters stand on."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

BASELINE = 40
"""Rows above the baseline: more than any letter needs."""

FOLDERS = (Path(__file__).parents[3] / "assets" / "fonts", Path(__file__).parents[2] / "_share" / "assets" / "fonts")
"""In a checkout, and in an installed package."""


class Glyph(Struct, frozen=True, array_like=True, gc=False):
    """`left` may be negative: marks over a letter reach back. `bits` holds columns from left to right."""

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
    """`ascent` and `descent` are what an ordinary word of this script takes above and below the baseline."""

    ascent: int
    descent: int
    glyphs: Mapping[str, Glyph]


def file_of(family: str, pixels: int) -> str:
    return f"{family}-{pixels}.strike"


@cache
def load_strike(family: str, pixels: int) -> Strike:
    """Read when a text first needs it, then kept: a table uses one or two languages."""
    name = file_of(family, pixels)
    folder = next(folder for folder in FOLDERS if (folder / name).exists())
    return msgspec.msgpack.decode((folder / name).read_bytes(), type=Strike)
