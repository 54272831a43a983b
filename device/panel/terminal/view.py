"""The box as text: the 128x64 dots in braille, half blocks or plain letters, the lamp, the keys. Pure."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from device.panel.port import HEIGHT, WIDTH, Frame, LampState
from device.panel.terminal.keys import HELP

PAGES = HEIGHT // 8
BLOCKS, LETTERS = " ▀▄█", " '.:"
BORDER, LETTER_BORDER = tuple("┌─┐│└┘"), tuple("+-+|++")

# A braille sign has eight dots, two wide and four high; its bits count down the left side, down the right side, and
# then the lowest row. Each half of a column of the glass is one side of a sign.
_LEFT = [half & 7 | (half & 8) << 3 for half in range(16)]
_RIGHT = [(half & 7) << 3 | (half & 8) << 4 for half in range(16)]

COLOURS = {
    LampState.OFF: 90,
    LampState.HOME: 32,
    LampState.NIGHT: 34,
    LampState.WINDOW: 36,
    LampState.DAY: 97,
    LampState.LAST_MINUTE: 33,
    LampState.FAULT: 31,
}
"""The lamp in the terminal's own colours."""


class Window(Struct, frozen=True):
    """What the terminal can show. `signs`: braille and blocks, not only letters."""

    columns: int
    rows: int
    signs: bool = True
    colours: bool = True


Rows: TypeAlias = list[str]


def braille(frame: Frame) -> Rows:
    """64 by 16 signs."""
    rows = []
    for row in range(HEIGHT // 4):
        page, shift = row // 2 * WIDTH, row % 2 * 4
        halves = [column >> shift & 15 for column in frame[page : page + WIDTH]]
        rows.append("".join(chr(0x2800 | _LEFT[a] | _RIGHT[b]) for a, b in zip(halves[::2], halves[1::2], strict=True)))
    return rows


def blocks(frame: Frame, ink: str = BLOCKS) -> Rows:
    """128 by 32 signs, each two dots high; as letters with other ink."""
    return [
        "".join(ink[column >> row % 4 * 2 & 3] for column in frame[row // 4 * WIDTH : (row // 4 + 1) * WIDTH])
        for row in range(HEIGHT // 2)
    ]


def letters(frame: Frame) -> Rows:
    """The same for a terminal that knows letters only."""
    return blocks(frame, LETTERS)


def small(frame: Frame) -> Rows:
    """32 by 8 signs: half the size, a dot for any of four."""
    halved = bytearray(len(frame))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if frame[y // 8 * WIDTH + x] >> y % 8 & 1:
                halved[y // 16 * WIDTH + x // 2] |= 1 << y // 2 % 8
    return [row[: WIDTH // 4] for row in braille(bytes(halved))[:PAGES]]


LOOKS: tuple[tuple[Callable[[Frame], Rows], int, int, bool], ...] = (
    (blocks, 128, 32, True),
    (braille, 64, 16, True),
    (small, 32, 8, True),
    (letters, 128, 32, False),
)
"""The largest that fits is taken: how to draw it, its columns and rows, and whether it needs more than letters."""


def page(frame: Frame, lamp: LampState, dim: bool, window: Window) -> Rows:
    """All rows of the terminal, none longer than it is wide."""
    for look, columns, rows, signs in LOOKS:
        if signs == window.signs and columns + 2 <= window.columns and rows + 3 <= window.rows:
            return [*_framed(look(frame), dim, window), *_below(lamp, window, window.rows - rows - 2)]
    least = [(columns + 2, rows + 3) for _, columns, rows, signs in LOOKS if signs == window.signs][-1]
    return _wrapped(f"This terminal is too small: make it {least[0]} by {least[1]}.", window.columns)[: window.rows]


def _framed(rows: Rows, dim: bool, window: Window) -> Rows:
    corner, line, right, side, low, low_right = BORDER if window.signs else LETTER_BORDER
    width = len(rows[0])
    on, off = ("\x1b[2m", "\x1b[22m") if dim and window.colours else ("", "")
    middle = [f"{side}{on}{row}{off}{side}" for row in rows]
    return [corner + line * width + right, *middle, low + line * width + low_right]


def _below(lamp: LampState, window: Window, room: int) -> Rows:
    """The lamp, and as much of the help as there is room for."""
    dot = "●" if window.signs else "*"
    shown = f"\x1b[{COLOURS[lamp]}m{dot}\x1b[39m" if window.colours else dot
    return [f"{shown} lamp {lamp}"[: None if window.colours else window.columns], *_wrapped(HELP, window.columns)][
        :room
    ]


def _wrapped(text: str, columns: int) -> Rows:
    """Words that belong together are three spaces from the next; they stay together where they can."""
    rows = [""]
    for part in text.split("   "):
        longer = f"{rows[-1]}   {part}" if rows[-1] else part
        if len(longer) > columns and rows[-1]:
            rows.append(part)
        else:
            rows[-1] = longer
    return [row[start : start + columns] for row in rows for start in range(0, len(row), columns)]
