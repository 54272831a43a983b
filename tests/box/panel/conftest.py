"""Provides a box of mock pins whose edges reach a decoder in virtual time."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import settings as hypothesis_settings

from nightcrier.box.events import Event, Gesture, Input
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.gpio import PINS, GpioControls
from nightcrier.box.panel.hand import Move
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.settings import PanelSettings
from tests.box.panel.glasses import KINDS
from tests.box.panel.worn import HeldPins

# How long an example takes says more about the machine than about the code.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


class PinBox:
    """Connects everything from a contact to a gesture: mock pin, callback, queue and decoder."""

    def __init__(self, settings: PanelSettings, pressed: tuple[str, ...] = ()) -> None:
        self.settings = settings
        self.clock = VirtualClock(100.0)
        self.factory = HeldPins(self.clock)
        self.controls = GpioControls(settings, self.clock, self.factory)
        self.queue: list[Edge | Event] = []
        self.events: list[Event] = []
        self.controls.open(self.queue.append)
        for pin in pressed:
            self.move(Move(100.0, pin, True, lost=True))
        self.queue.clear()
        self.decoder = Decoder(settings, self.controls.levels(), self.clock.now())

    def pin(self, name: str):
        return self.factory.pin(f"GPIO{getattr(self.settings, PINS[name])}")

    def move(self, move: Move) -> None:
        """Drive the pin. A lost edge changes the level without a callback."""
        pin = self.pin(move.pin)
        pin.edges = "none" if move.lost else "both"
        (pin.drive_high if move.active != self.settings.active_low else pin.drive_low)()
        pin.edges = "both"

    def play_late(self, moves: Iterable[Move], held: Callable[[], float], until: float = 1.0) -> list[Event]:
        """Play moves like `play`, with an interpreter that is held up after each move. Edges of that time come late,
        all at once, and the loop looks at its clock first."""
        self.events, start, free = [], self.clock.now(), 0.0
        for move in moves:
            if free and start + move.at >= free:
                free = self._catch_up(free)
            if not free:
                self._run_to(start + move.at)
            self.clock.move_to(start + move.at)
            self.factory.hold()
            self.move(move)
            free = max(free, self.clock.now() + held())
        self._catch_up(free)
        self._run_to(start + until)
        return self.events

    def _catch_up(self, free: float) -> float:
        """Let the interpreter run again. A wake-up that was due earlier is handled before the edges."""
        self.clock.move_to(free)
        due = self.decoder.due()
        if due is not None and due <= free:
            self.events += self.decoder.tick(free, self.controls.levels())
        self.factory.let_go()
        self._drain()
        return 0.0

    def play(self, moves: Iterable[Move], until: float) -> list[Event]:
        """Make these moves while the loop runs, and return the events up to `until`."""
        self.events = []
        start = self.clock.now()
        for move in moves:
            self._run_to(start + move.at)
            self.move(move)
            self._drain()
        self._run_to(start + until)
        return self.events

    def gestures(self, moves: Iterable[Move], until: float = 5.0) -> list[str]:
        """Return the gestures of these moves as text: control, gesture and steps."""
        found = [event for event in self.play(moves, until) if isinstance(event, Input)]
        return [f"{event.control} {event.gesture}" + (f" {event.steps:+}" if event.steps else "") for event in found]

    def turned(self, moves: Iterable[Move], until: float = 60.0) -> int:
        """Return the sum of the detents that these moves make."""
        events = self.play(moves, until)
        return sum(event.steps for event in events if isinstance(event, Input) and event.gesture is Gesture.TURN)

    def _drain(self) -> None:
        while self.queue:
            edge = self.queue.pop(0)
            assert isinstance(edge, Edge)
            self.events += self.decoder.edge(edge)

    def _run_to(self, moment: float) -> None:
        due = self.decoder.due()
        while due is not None and due <= moment:
            self.clock.move_to(due)
            self.events += self.decoder.tick(due, self.controls.levels())
            due = self.decoder.due()
        self.clock.move_to(moment)


@pytest.fixture
def box():
    """Return a function that makes boxes, and release their pins at the end."""
    made: list[PinBox] = []

    def make(pressed: tuple[str, ...] = (), **settings: object) -> PinBox:
        made.append(PinBox(PanelSettings(**settings), pressed))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.controls.close()


@pytest.fixture
def one(box):
    return box()


@pytest.fixture(params=KINDS, scope="session")
def kind(request):
    return request.param
