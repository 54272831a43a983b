"""Simulates the box in one terminal: a screen, a lamp, and controls. Keys move gpiozero's mock pins like a hand."""

import os
import select
from collections.abc import Mapping
from functools import partial

from nightcrier.box.events import Stop
from nightcrier.box.panel.gpio import PINS, GpioControls
from nightcrier.box.panel.hand import Act, Fingers, Keyboard, Move
from nightcrier.box.panel.port import Put, ScreenLost
from nightcrier.box.panel.terminal.guard import TerminalGuard
from nightcrier.box.panel.terminal.screen import TerminalLamp, TerminalScreen
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard, LivingThread
from nightcrier.kernel.settings import PanelSettings


class TerminalControls:
    """Implements `Controls` in a terminal. A thread waits for keys, moves the pins and sends their edges, like the pin
    factory's thread on a real box. The thread sleeps until the next key or move."""

    def __init__(self, settings: PanelSettings, clock: Clock, guard: TerminalGuard, screen: TerminalScreen) -> None:
        from nightcrier.box.panel.simulated import SimulatedPins

        self._settings, self._clock, self._guard, self._screen = settings, clock, guard, screen
        self._factory = SimulatedPins(clock)
        self._pins = GpioControls(settings, clock, self._factory)
        self._keyboard, self._fingers = Keyboard(), Fingers(settings)
        self._thread: LivingThread | None = None
        self._wake = (-1, -1)

    def open(self, put: Put) -> None:
        """Take control of the terminal, and start to read its keys."""
        self._pins.open(put)
        self._wake = os.pipe()
        self._guard.enter()
        self._guard.changed = lambda: self._call(b"r")
        guard = FaultGuard(self._clock, Part.PANEL, "Reading the keys")
        self._thread = LivingThread("keys", partial(self._listen, put), guard, put)
        self._thread.start()

    def levels(self) -> dict[str, bool]:
        return self._pins.levels()

    def close(self) -> None:
        """Stop listening and restore the terminal. A second call does nothing."""
        if self._thread is None:
            return
        self._guard.changed = lambda: None
        self._call(b"q")
        self._thread.end()
        self._thread = None
        for end in self._wake:
            os.close(end)
        self._pins.close()
        self._guard.leave()

    def _call(self, why: bytes) -> None:
        os.write(self._wake[1], why)

    def _listen(self, put: Put) -> bool:
        second = self._screen.due()
        due = min((due for due in (self._fingers.due(), second) if due is not None), default=None)
        wait = None if due is None else max(0.0, due - self._clock.now())
        ready, _, _ = select.select([self._guard.keys, self._wake[0]], [], [], wait)
        if self._wake[0] in ready and b"q" in os.read(self._wake[0], 256):
            return False
        if self._wake[0] in ready or (second is not None and second <= self._clock.now()):
            self._redraw()
        if self._guard.keys in ready and not self._obey(put):
            return False
        while move := self._fingers.take_move(self._clock.now()):
            self._move(move)
        return True

    def _obey(self, put: Put) -> bool:
        """Do the acts of the keys that have arrived. Return False if no more keys can arrive."""
        try:
            received = os.read(self._guard.keys, 256)
        except OSError:
            received = b""
        acts = self._keyboard.read_keys(received)
        if not received or Act.QUIT in acts:
            put(Stop(self._clock.now()))
        if Act.CAPTIONS in acts:
            self._screen.captions = not self._screen.captions
        if Act.REDRAW in acts or Act.CAPTIONS in acts:
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


class TerminalBox:
    """Holds all parts of a box in one terminal. Raises `WrongUse` if there is no terminal, or if it cannot draw."""

    def __init__(
        self,
        settings: PanelSettings,
        clock: Clock,
        keys: int = 0,
        picture: int = 1,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        guard = TerminalGuard(keys, picture)
        if environment.get("TERM", "dumb") == "dumb":
            raise WrongUse("The simulated box needs a terminal that can draw: set TERM, or use another terminal.")
        self.screen = TerminalScreen(guard, picture, environment, clock)
        self.lamp = TerminalLamp(self.screen)
        self.controls = TerminalControls(settings, clock, guard, self.screen)
