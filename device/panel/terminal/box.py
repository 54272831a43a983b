"""The simulated box: screen, lamp and controls in one terminal."""

import os
import select
import shutil
import sys
import threading
from collections.abc import Mapping

from device.kernel.clock import Clock
from device.kernel.errors import WrongUse
from device.kernel.events import Stop
from device.panel.gpio import PINS, GpioControls
from device.panel.hand import Move
from device.panel.port import BLANK, Frame, LampState, Put, ScreenLost
from device.panel.settings import PanelSettings
from device.panel.terminal.guard import Guard
from device.panel.terminal.keys import Act, Fingers, Keyboard
from device.panel.terminal.view import Window, page

DIM = 64
"""Contrast below which the picture is drawn faint."""


class TerminalBox:
    """All parts of the box in one terminal. Raises `WrongUse` when this is none, or one that cannot draw."""

    def __init__(
        self,
        settings: PanelSettings,
        clock: Clock,
        keys: int = 0,
        picture: int = 1,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        guard = Guard(keys, picture)
        if environment.get("TERM", "dumb") == "dumb":
            raise WrongUse("The simulated box needs a terminal that can draw: set TERM, or use another terminal.")
        self.screen = TerminalScreen(guard, picture, environment)
        self.lamp = TerminalLamp(self.screen)
        self.controls = TerminalControls(settings, clock, guard, self.screen)


class TerminalScreen:
    """The port `Screen`. Lamp and keys are drawn around it."""

    def __init__(self, guard: Guard, picture: int, environment: Mapping[str, str]) -> None:
        self._guard, self._picture, self._environment = guard, picture, environment
        self._lock = threading.Lock()  # the loop draws, and so does the thread of the keys when the window changed
        self._open = False
        self._frame: Frame = BLANK
        self._lamp = LampState.OFF
        self._level = 0xFF

    def open(self) -> None:
        """Take the terminal; an open one is drawn again."""
        self._guard.enter()
        self._open = True
        self.redraw()

    def show(self, frame: Frame) -> None:
        """Draw it, if it is another."""
        if frame != self._frame:
            self._frame = frame
            self.redraw()

    def contrast(self, level: int) -> None:
        """Faint or bright; a terminal knows no more."""
        faint, self._level = self._level < DIM, level
        if faint != (level < DIM):
            self.redraw()

    def light(self, state: LampState) -> None:
        """The lamp beside it."""
        self._lamp = state
        self.redraw()

    def redraw(self) -> None:
        """The whole terminal at once, so that it never shows half a picture."""
        if not self._open:
            return
        rows = page(self._frame, self._lamp, self._level < DIM, self._window())
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

    def _window(self) -> Window:
        try:
            size = os.get_terminal_size(self._picture)
        except OSError:
            size = os.terminal_size((0, 0))
        if 0 in size:  # a serial line does not say how large the terminal at its end is
            size = shutil.get_terminal_size()
        colours = "NO_COLOR" not in self._environment
        unicode = "utf" in (sys.stdout.encoding or "").lower()
        return Window(size.columns, size.lines, signs=unicode, colours=colours)


class TerminalLamp:
    """The port `Lamp`."""

    def __init__(self, screen: TerminalScreen) -> None:
        self._screen = screen

    def show(self, state: LampState) -> None:
        """Draw it beside the screen."""
        self._screen.light(state)

    def close(self) -> None:
        """It goes with the screen."""


class TerminalControls:
    """The port `Controls`: a thread waits for keys and moves gpiozero's mock pins as a hand would. The edges come
    from that thread, as they come from the pin factory's thread on a real box. It sleeps until a key or a move."""

    def __init__(self, settings: PanelSettings, clock: Clock, guard: Guard, screen: TerminalScreen) -> None:
        from gpiozero.pins.mock import MockFactory

        self._settings, self._clock, self._guard, self._screen = settings, clock, guard, screen
        self._factory = MockFactory()
        self._pins = GpioControls(settings, clock, self._factory)
        self._keyboard, self._fingers = Keyboard(), Fingers(settings)
        self._thread: threading.Thread | None = None
        self._wake = (-1, -1)

    def open(self, put: Put) -> None:
        """Take the terminal and listen."""
        self._pins.open(put)
        self._wake = os.pipe()
        self._guard.enter()
        self._guard.changed = lambda: self._call(b"r")
        self._thread = threading.Thread(target=self._listen, args=(put,), name="keys", daemon=True)
        self._thread.start()

    def levels(self) -> dict[str, bool]:
        """Those of the mock pins."""
        return self._pins.levels()

    def close(self) -> None:
        """Stop listening and give the terminal back. Closing twice does nothing."""
        if self._thread is None:
            return
        self._guard.changed = lambda: None
        self._call(b"q")
        self._thread.join()
        self._thread = None
        for end in self._wake:
            os.close(end)
        self._pins.close()
        self._guard.leave()

    def _call(self, why: bytes) -> None:
        os.write(self._wake[1], why)

    def _listen(self, put: Put) -> None:
        while True:
            due = self._fingers.due()
            wait = None if due is None else max(0.0, due - self._clock.now())
            ready, _, _ = select.select([self._guard.keys, self._wake[0]], [], [], wait)
            if self._wake[0] in ready and b"q" in os.read(self._wake[0], 64):
                return
            if self._wake[0] in ready:
                self._redraw()
            if self._guard.keys in ready and not self._obey(put):
                return
            for move in self._fingers.moves(self._clock.now()):
                self._move(move)

    def _obey(self, put: Put) -> bool:
        """Do what the keys say; False when there will be no more."""
        try:
            received = os.read(self._guard.keys, 256)
        except OSError:
            received = b""
        acts = self._keyboard.typed(received)
        if not received or Act.QUIT in acts:
            put(Stop(self._clock.now()))
        if Act.REDRAW in acts:
            self._redraw()
        for act in acts:
            self._fingers.do(act, self._clock.now())
        return bool(received)

    def _redraw(self) -> None:
        try:
            self._screen.redraw()
        except ScreenLost:
            return  # the loop will find out by itself

    def _move(self, move: Move) -> None:
        pin = self._factory.pin(f"GPIO{getattr(self._settings, PINS[move.pin])}")
        if move.active != self._settings.active_low:
            pin.drive_high()
        else:
            pin.drive_low()
