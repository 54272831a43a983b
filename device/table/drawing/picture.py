"""A row of the screen as a strip of pixels: columns, each a whole number whose lowest bit is its top pixel."""

from collections.abc import Iterable

from msgspec import Struct

from device.kernel.screen import Frame, ScreenFormat
from device.table.drawing.ink import Ink
from device.table.drawing.strikes import BASELINE


class Picture(Struct, frozen=True):
    """`aligned` asks to stand on a page of the screen's memory. `level` and `lines` tell how the text gave way; `cut`
    holds the texts that had to lose their end."""

    columns: tuple[int, ...]
    height: int
    aligned: bool = False
    level: int = 0
    lines: int = 1
    cut: tuple[str, ...] = ()


def lay_ink(lower: Iterable[int], line: Ink, left: int, baseline: int) -> tuple[int, ...]:
    """A line of text on a strip, its baseline under this many rows."""
    found = list(lower)
    shift = BASELINE - baseline
    for at, column in enumerate(line.columns, left):
        found[at] |= column >> shift if shift >= 0 else column << -shift
    return tuple(found)


def invert_columns(columns: Iterable[int], height: int) -> tuple[int, ...]:
    full = (1 << height) - 1
    return tuple(full ^ column for column in columns)


def pack_strips(strips: Iterable[tuple[int, Picture]], screen: ScreenFormat) -> Frame:
    """Strips at their heights, in the order the screen's memory has."""
    columns = [0] * screen.width
    for top, strip in strips:
        columns = [below | column << top for below, column in zip(columns, strip.columns, strict=True)]
    return _in_pages(columns, screen.pages) if screen.depth == 1 else _in_rows(columns, screen)


def _in_pages(columns: Iterable[int], pages: int) -> Frame:
    upright = b"".join([column.to_bytes(pages, "little") for column in columns])
    return b"".join([upright[page::pages] for page in range(pages)])


def _in_rows(columns: Iterable[int], screen: ScreenFormat) -> Frame:
    """A dot is as bright as its depth allows, or dark."""
    lit, across = (1 << screen.depth) - 1, tuple(columns)
    found = bytearray()
    for y in range(screen.height):
        row = 0
        for column in across:
            row = row << screen.depth | (lit if column >> y & 1 else 0)
        found += row.to_bytes(screen.width * screen.depth // 8, "big")
    return bytes(found)
