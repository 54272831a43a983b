"""The box as text: the dots of the screen in braille, half blocks or plain letters, the lamp, the keys. Pure."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from device.kernel.screen import Frame, ScreenFormat
from device.panel.port import LampState
from device.panel.terminal.keys import KEYS_HELP

HALF_BLOCKS, LETTERS = " ▀▄█", " '.:"
_BORDER, _LETTER_BORDER = tuple("┌─┐│└┘"), tuple("+-+|++")

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


class TerminalWindow(Struct, frozen=True):
    """What the terminal can show. `signs`: braille and blocks, not only letters."""

    columns: int
    rows: int
    signs: bool = True
    colours: bool = True


Rows: TypeAlias = list[str]


def braille(frame: Frame, screen: ScreenFormat) -> Rows:
    """Half as many signs across as there are dots, a quarter as many down."""
    rows = []
    for row in range(screen.height // 4):
        page, shift = row // 2 * screen.width, row % 2 * 4
        halves = [column >> shift & 15 for column in frame[page : page + screen.width]]
        rows.append("".join(chr(0x2800 | _LEFT[a] | _RIGHT[b]) for a, b in zip(halves[::2], halves[1::2], strict=True)))
    return rows


def blocks(frame: Frame, screen: ScreenFormat, ink: str = HALF_BLOCKS) -> Rows:
    """A sign for every column, each two dots high; as letters with other ink."""
    width = screen.width
    return [
        "".join(ink[column >> row % 4 * 2 & 3] for column in frame[row // 4 * width : (row // 4 + 1) * width])
        for row in range(screen.height // 2)
    ]


def letters(frame: Frame, screen: ScreenFormat) -> Rows:
    """The same for a terminal that knows letters only."""
    return blocks(frame, screen, LETTERS)


def small(frame: Frame, screen: ScreenFormat) -> Rows:
    """Half the size of braille, a dot for any of four."""
    halved, width = bytearray(len(frame)), screen.width
    for y in range(screen.height):
        for x in range(width):
            if frame[y // 8 * width + x] >> y % 8 & 1:
                halved[y // 16 * width + x // 2] |= 1 << y // 2 % 8
    return [row[: width // 4] for row in braille(bytes(halved), screen)[: screen.pages]]


class TerminalLook(Struct, frozen=True):
    """A way to draw it: how many dots across and down one sign takes, and whether it needs more than letters."""

    drawn: Callable[[Frame, ScreenFormat], Rows]
    across: int
    down: int
    signs: bool

    def room(self, screen: ScreenFormat) -> tuple[int, int]:
        """The columns and rows it takes with its frame and the lamp below."""
        return screen.width // self.across + 2, screen.height // self.down + 3


_LOOKS = (
    TerminalLook(blocks, 1, 2, True),
    TerminalLook(braille, 2, 4, True),
    TerminalLook(small, 4, 8, True),
    TerminalLook(letters, 1, 2, False),
)
"""The largest that fits is taken."""


def terminal_page(frame: Frame, screen: ScreenFormat, lamp: LampState, dim: bool, window: TerminalWindow) -> Rows:
    """All rows of the terminal, none longer than it is wide."""
    looks = [look for look in _LOOKS if look.signs == window.signs]
    for look in looks:
        columns, rows = look.room(screen)
        if columns <= window.columns and rows <= window.rows:
            drawn = look.drawn(frame, screen)
            return [*_framed(drawn, dim, window), *_below(lamp, window, window.rows - len(drawn) - 2)]
    columns, rows = looks[-1].room(screen)
    return _wrapped(f"This terminal is too small: make it {columns} by {rows}.", window.columns)[: window.rows]


def _framed(rows: Rows, dim: bool, window: TerminalWindow) -> Rows:
    corner, line, right, side, low, low_right = _BORDER if window.signs else _LETTER_BORDER
    width = len(rows[0])
    on, off = ("\x1b[2m", "\x1b[22m") if dim and window.colours else ("", "")
    middle = [f"{side}{on}{row}{off}{side}" for row in rows]
    return [corner + line * width + right, *middle, low + line * width + low_right]


def _below(lamp: LampState, window: TerminalWindow, room: int) -> Rows:
    """The lamp, and as much of the help as there is room for."""
    dot = "●" if window.signs else "*"
    shown = f"\x1b[{COLOURS[lamp]}m{dot}\x1b[39m" if window.colours else dot
    return [f"{shown} lamp {lamp}"[: None if window.colours else window.columns], *_wrapped(KEYS_HELP, window.columns)][
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
