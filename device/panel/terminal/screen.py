"""Draws the screen and the lamp of the simulated box in the terminal."""

import math
import os
import shutil
import threading
from collections.abc import Mapping

from device.kernel.clock import Clock
from device.kernel.lamp import LampState
from device.kernel.screen import GLASS, Frame
from device.panel.port import ScreenLost
from device.panel.terminal.foot import Foot
from device.panel.terminal.guard import TerminalGuard
from device.panel.terminal.signs import signs_of
from device.panel.terminal.view import TerminalWindow, terminal_page
from device.panel.terminal.words import TerminalWords

DIM = 64
"""Contrast below which the picture is drawn faint."""


class TerminalScreen:
    """The port `Screen`. Lamp, keys and spoken words are drawn around it."""

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
        self._lamp = LampState.OFF
        self._level = 0xFF
        self._words = TerminalWords()
        self.captions = False
        """Whether what is being said stands below the picture."""

    def open(self) -> None:
        """Take the terminal; an open one is drawn again."""
        self._guard.enter()
        self._open = True
        self.redraw()

    def show(self, frame: Frame) -> None:
        """Draw a frame, if it is another."""
        if frame != self._frame:
            self._frame = frame
            self.redraw()

    def forget(self) -> None:
        """Do nothing: everything in a terminal can be seen anyway."""

    def contrast(self, level: int) -> None:
        """Draw faint or bright; a terminal knows no more."""
        faint, self._level = self._level < DIM, level
        if faint != (level < DIM):
            self.redraw()

    def keep_lit(self) -> None:
        """Do nothing: a terminal does not forget its picture."""

    def light(self, state: LampState) -> None:
        """Draw the lamp beside the screen."""
        self._lamp = state
        self.redraw()

    def tell(self, words: TerminalWords) -> None:
        """Draw what is said and waited for, and the page in words."""
        if words == self._words:
            return
        self._words = words
        self.redraw()
        if words.until is not None:
            self._guard.changed()  # whoever waits for keys waits from now on for the next second, too

    def due(self) -> float | None:
        """Return when the seconds that are left have to be drawn again."""
        until, now = self._words.until, self._clock.now()
        if until is None or until <= now or not self._open:
            return None
        return until - (math.ceil(until - now) - 1)

    def redraw(self) -> None:
        """Draw the whole terminal at once, so that it never shows half a picture."""
        if not self._open:
            return
        foot = Foot(self._lamp, self._words, self.captions, self._clock.now())
        rows = terminal_page(self._frame, self.format, self._level < DIM, foot, self._window())
        text = "\x1b[H" + "\r\n".join(f"{row}\x1b[K" for row in rows) + "\x1b[J"
        try:
            with self._lock:
                self._guard.write(text)
        except OSError as gone:
            raise ScreenLost("The terminal is gone.") from gone

    def close(self) -> None:
        """Give the terminal back."""
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
    """The port `Lamp`."""

    def __init__(self, screen: TerminalScreen) -> None:
        self._screen = screen

    def show(self, state: LampState) -> None:
        """Draw the lamp beside the screen."""
        self._screen.light(state)

    def close(self) -> None:
        """Do nothing: the lamp goes with the screen."""
