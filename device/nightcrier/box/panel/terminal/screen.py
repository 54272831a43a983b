"""Draws the screen and the lamp of the simulated box in the terminal, as dots or as words. The dots are drawn as
braille, half blocks or plain letters. The rows of the foot are below the dots, or below the page in words."""

import math
import os
import shutil
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.panel.port import ScreenLost
from nightcrier.box.panel.terminal.guard import TerminalGuard
from nightcrier.box.panel.terminal.words import (
    Foot,
    PlainRow,
    Signs,
    TerminalWords,
    can_spell,
    cut_text,
    foot_rows,
    page_in_words,
    signs_of,
    text_width,
    words_width,
)
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.screen import GLASS, Frame, LampState, ScreenFormat

HALF_BLOCKS, LETTERS = " ▀▄█", " '.:"
_BORDER, _LETTER_BORDER = tuple("┌─┐│└┘"), tuple("+-+|++")


# A braille sign has eight dots, two wide and four high; its bits count down the left side, down the right side, and
# then the lowest row. Each half of a column of the glass is one side of a sign.
_LEFT = [half & 7 | (half & 8) << 3 for half in range(16)]
_RIGHT = [(half & 7) << 3 | (half & 8) << 4 for half in range(16)]


class TerminalWindow(Struct, frozen=True):
    columns: int
    rows: int
    signs: Signs = Signs.BRAILLE
    colours: bool = True


Rows: TypeAlias = list[str]


def braille(frame: Frame, screen: ScreenFormat) -> Rows:
    """Return a frame as braille characters. Each character has a width of two dots and a height of four dots."""
    rows = []
    for row in range(screen.height // 4):
        page, shift = row // 2 * screen.width, row % 2 * 4
        halves = [column >> shift & 15 for column in frame[page : page + screen.width]]
        rows.append("".join(chr(0x2800 | _LEFT[a] | _RIGHT[b]) for a, b in zip(halves[::2], halves[1::2], strict=True)))
    return rows


def blocks(frame: Frame, screen: ScreenFormat, ink: str = HALF_BLOCKS) -> Rows:
    """Return a frame as characters of one dot width and two dots height. `ink` holds the half blocks, or other
    characters to use."""
    width = screen.width
    return [
        "".join(ink[column >> row % 4 * 2 & 3] for column in frame[row // 4 * width : (row // 4 + 1) * width])
        for row in range(screen.height // 2)
    ]


class TerminalLook(Struct, frozen=True):
    """A way to draw a frame: the width and height of one character in dots, and the character sets that have the
    characters it needs."""

    drawn: Callable[[Frame, ScreenFormat], Rows]
    across: int
    down: int
    signs: tuple[Signs, ...]

    def room(self, screen: ScreenFormat) -> tuple[int, int]:
        """Return the columns and rows that the picture needs, including its border and one row below."""
        return screen.width // self.across + 2, screen.height // self.down + 3


_LOOKS = (
    TerminalLook(blocks, 1, 2, (Signs.BRAILLE, Signs.BLOCKS)),
    TerminalLook(braille, 2, 4, (Signs.BRAILLE,)),
    TerminalLook(partial(blocks, ink=LETTERS), 1, 2, (Signs.ASCII,)),
)
"""The ways to draw a frame, largest first. The first that fits the terminal is used."""


def terminal_page(frame: Frame, screen: ScreenFormat, dim: bool, foot: Foot, window: TerminalWindow) -> Rows:
    """Return all rows of the terminal, none wider than the terminal. The rows show the picture if it can be read, or
    otherwise the page in words."""
    picture = _picture(frame, screen, window)
    written = all(can_spell(row.text + row.value, window.signs) for row in foot.words.rows)
    if picture is None or (window.signs is Signs.ASCII and written):
        rows = foot.words.rows if written else (PlainRow(_unwritable(screen, window.signs)),)
        picture = page_in_words(rows, words_width(window.columns), window.signs)
    framed = _add_frame(picture, dim, window)[: max(0, window.rows - 1)]
    below = foot_rows(foot, window.columns, window.rows - len(framed), window.signs, colours=window.colours)
    return [*framed, *below]


def _picture(frame: Frame, screen: ScreenFormat, window: TerminalWindow) -> Rows | None:
    for look in _LOOKS:
        columns, rows = look.room(screen)
        if window.signs in look.signs and columns <= window.columns and rows <= window.rows:
            return look.drawn(frame, screen)
    return None


def _unwritable(screen: ScreenFormat, signs: Signs) -> str:
    """Return a text that asks for a larger terminal. It is shown if this language's letters can only be drawn as a
    picture, and the terminal is too small for that picture."""
    columns, rows = next(look for look in _LOOKS if signs in look.signs).room(screen)
    return f"This terminal has not the letters of this page. Make it {columns} by {rows}, or take one with UTF-8."


def _add_frame(rows: Rows, dim: bool, window: TerminalWindow) -> Rows:
    corner, line, right, side, low, low_right = _LETTER_BORDER if window.signs is Signs.ASCII else _BORDER
    width = text_width(rows[0]) if rows else words_width(window.columns)
    if width + 2 > window.columns:
        return [cut_text(row, window.columns) for row in rows]
    on, off = ("\x1b[2m", "\x1b[22m") if dim and window.colours else ("", "")
    middle = [f"{side}{on}{row}{off}{side}" for row in rows]
    return [corner + line * width + right, *middle, low + line * width + low_right]


DIM = 64
"""The contrast below which the picture is drawn in a faint color."""


class TerminalScreen:
    """Implements `Screen` in a terminal. Lamp, keys and spoken words are drawn around the picture."""

    format = GLASS

    def __init__(
        self,
        guard: TerminalGuard,
        picture: int,
        environment: Mapping[str, str],
        clock: Clock,
    ) -> None:
        self._clock = clock
        self._guard, self._picture, self._environment = guard, picture, environment
        self._lock = threading.Lock()  # the loop draws, and so does the thread of the keys when the window changed
        self._open = False
        self._frame: Frame = GLASS.blank
        self._lamp, self._call = LampState.OFF, 0
        self._level = 0xFF
        self._words = TerminalWords()
        self.captions = False
        """True if the words being spoken are shown below the picture."""

    def open(self) -> None:
        """Take control of the terminal. If the screen is already open, draw it again."""
        self._guard.enter()
        self._open = True
        self.redraw()

    def show(self, frame: Frame) -> None:
        """Draw a frame, unless the terminal already shows it."""
        if frame != self._frame:
            self._frame = frame
            self.redraw()

    def forget(self) -> None:
        """Do nothing, because a terminal has nothing to hide: everybody can see all that it shows."""

    def contrast(self, level: int) -> None:
        """Draw the picture faint or bright. A terminal has no other contrast."""
        faint, self._level = self._level < DIM, level
        if faint != (level < DIM):
            self.redraw()

    def keep_lit(self) -> None:
        """Do nothing, because a terminal cannot lose its picture."""

    def light(self, state: LampState, number: int) -> None:
        self._lamp, self._call = state, number
        self.redraw()

    def tell(self, words: TerminalWords) -> None:
        if words == self._words:
            return
        self._words = words
        self.redraw()
        if words.until is not None:
            self._guard.changed()  # whoever waits for keys waits from now on for the next second, too

    def due(self) -> float | None:
        until, now = self._words.until, self._clock.now()
        if until is None or until <= now or not self._open:
            return None
        return until - (math.ceil(until - now) - 1)

    def redraw(self) -> None:
        """Draw the whole terminal with one write; otherwise it could show half a picture for a moment."""
        if not self._open:
            return
        foot = Foot(self._lamp, self._words, self.captions, self._clock.now(), self._call)
        rows = terminal_page(self._frame, self.format, self._level < DIM, foot, self._window())
        text = "\x1b[H" + "\r\n".join(f"{row}\x1b[K" for row in rows) + "\x1b[J"
        try:
            with self._lock:
                self._guard.write(text)
        except OSError as gone:
            raise ScreenLost("The terminal is gone.") from gone

    def close(self) -> None:
        self._open = False
        self._guard.leave()

    def _window(self) -> TerminalWindow:
        try:
            size = os.get_terminal_size(self._picture)
        except OSError:
            size = os.terminal_size((0, 0))
        if 0 in size:  # a serial line does not say how large the terminal at its end is
            size = shutil.get_terminal_size()
        colours = "NO_COLOR" not in self._environment
        return TerminalWindow(size.columns, size.lines, signs_of(self._environment), colours)


class TerminalLamp:
    """Implements `Lamp` in a terminal."""

    def __init__(self, screen: TerminalScreen) -> None:
        self._screen = screen

    def show(self, state: LampState, number: int = 0) -> None:
        self._screen.light(state, number)

    def close(self) -> None:
        """Do nothing, because the lamp disappears together with the screen."""
