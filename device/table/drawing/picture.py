"""A row of the screen as a strip of pixels: 128 columns, each a whole number whose lowest bit is its top pixel."""

from collections.abc import Iterable

from msgspec import Struct

from device.table.drawing.ink import Ink
from device.table.drawing.strikes import BASELINE

WIDTH, HEIGHT = 128, 64
EMPTY: tuple[int, ...] = (0,) * WIDTH


class Picture(Struct, frozen=True):
    """`aligned` asks to stand on a page of the screen's memory. `level` and `lines` tell how the text gave way; `cut`
    holds the texts that had to lose their end."""

    columns: tuple[int, ...]
    height: int
    aligned: bool = False
    level: int = 0
    lines: int = 1
    cut: tuple[str, ...] = ()


def over(lower: Iterable[int], line: Ink, left: int, baseline: int) -> tuple[int, ...]:
    """A line of text on a strip, its baseline under this many rows."""
    found = list(lower)
    shift = BASELINE - baseline
    for at, column in enumerate(line.columns, left):
        found[at] |= column >> shift if shift >= 0 else column << -shift
    return tuple(found)


def inverted(columns: Iterable[int], height: int) -> tuple[int, ...]:
    full = (1 << height) - 1
    return tuple(full ^ column for column in columns)


def frame(strips: Iterable[tuple[int, Picture]]) -> bytes:
    """Strips at their heights, in the order the screen's memory has: eight pages of 128 columns."""
    screen = list(EMPTY)
    for top, strip in strips:
        screen = [below | column << top for below, column in zip(screen, strip.columns, strict=True)]
    upright = b"".join([column.to_bytes(HEIGHT // 8, "little") for column in screen])
    return b"".join([upright[page :: HEIGHT // 8] for page in range(HEIGHT // 8)])
