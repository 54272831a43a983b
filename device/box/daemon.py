"""The daemon owns all state: events come in, the table decides, the performers do it, the screen shows it."""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from device.box.performers import Performers
from device.box.witness import Witness
from device.kernel.clock import Clock
from device.kernel.events import Event, Fault, Input, Part, Tick
from device.panel.port import Edge, Frame
from device.sound.port import Loudspeaker
from device.table.effects import Effect, Entry
from device.table.house import House
from device.table.look import glow, lamp, look
from device.table.state import Table, Turn
from device.table.step import boot, due, step
from device.table.view import View

log = logging.getLogger("nightcrier")

Draw = Callable[[View], Frame]
AT_ONCE = 1000
"""More events than this at one moment is a loop that feeds itself, not a game."""


class Living(Protocol):
    """Something that has its own moments: `due` names the next one, `poll` tells what came of it."""

    def poll(self) -> Sequence[Event]: ...

    def due(self) -> float | None: ...


class Glass(Living, Protocol):
    """The screen as the loop meets it: never raises; says when it broke and when it is back."""

    def show(self, frame: Frame) -> Sequence[Event]: ...

    def contrast(self, level: int) -> Sequence[Event]: ...


class Light(Protocol):
    def show(self, state: str) -> None: ...


class Hands(Living, Protocol):
    """Edges in, gestures out."""

    def edge(self, edge: Edge) -> Sequence[Event]: ...


class Ports(Struct, frozen=True):
    """Everything the daemon is wired to."""

    clock: Clock
    hands: Hands
    glass: Glass
    light: Light
    loudspeaker: Loudspeaker
    keeper: Living
    performers: Performers
    draw: Draw
    witness: Witness


class Daemon:
    """All of the box but its hardware. `take` and `wake` are its only ways in; `due` says when to wake it."""

    def __init__(self, house: House, table: Table, ports: Ports) -> None:
        self.house, self.table, self._clock = house, table, ports.clock
        self._hands, self._glass, self._light = ports.hands, ports.glass, ports.light
        self._living: tuple[Living, ...] = (ports.hands, ports.loudspeaker, ports.glass, ports.keeper)
        self._performers = ports.performers
        self._draw, self._witness = ports.draw, ports.witness
        self._view: View | None = None
        self._lamp, self._glow = "", -1

    def boot(self, entries: Sequence[Entry], faults: Sequence[Fault] = ()) -> None:
        """Power-on: show something first, then take up what was cut off, then say what is wrong."""
        self.adopt(boot(self.house, self.table, entries))
        for fault in faults:
            self.take(fault)

    def adopt(self, turn: Turn) -> None:
        """Take over a state of the table, and do what is to be done for it."""
        self.table, effects = turn
        self._show()
        self._perform(effects)

    def take(self, thing: "Edge | Event") -> None:
        """One thing that happened."""
        events = self._hands.edge(thing) if isinstance(thing, Edge) else [thing]
        for event in events:
            self._step(event)
        self._show()

    def wake(self) -> None:
        """The moment `due` named has come, or passed: let everything that is due happen, in its order."""
        for _ in range(AT_ONCE):
            events = [event for part in self._living for event in part.poll()]
            now = self._clock.now()
            moment = due(self.house, self.table)
            if not events and (moment is None or moment > now):
                break
            for event in events or [Tick(now)]:
                self._step(event)
        self._show()

    def due(self) -> float | None:
        moments = [due(self.house, self.table), *(part.due() for part in self._living)]
        return min((moment for moment in moments if moment is not None), default=None)

    def _step(self, event: Event) -> None:
        if isinstance(event, Input):
            self._witness.hand(event)
        if isinstance(event, Fault):
            self._witness.fault(event)
        self.table, effects = step(self.house, self.table, event)
        self._perform(effects)

    def _perform(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            for event in self._attempt(effect):
                self._step(event)

    def _attempt(self, effect: Effect) -> list[Event]:
        """A performer that fails costs this one effect, never the night."""
        try:
            return self._performers.perform(effect, self.table.choices)
        except Exception:
            log.exception("%s could not be done.", type(effect).__name__)
            return [Fault(self._clock.now(), Part.PANEL, f"{type(effect).__name__} failed inside; see the log.")]

    def _show(self) -> None:
        view = look(self.house, self.table)
        if view != self._view:
            self._turn(view)
        state = lamp(self.house, self.table)
        if state != self._lamp:
            self._lamp = state
            self._light.show(state)
            self._witness.lamp(self._clock.now(), state)

    def _turn(self, view: View) -> None:
        now, before = self._clock.now(), self._view
        frame = self._draw(view)
        self._view = view
        if before is None or view.page != before.page:
            self._witness.turned(now, view.page, before.page if before else "")
        self._witness.seen(now, view, frame)
        events = [*self._brighten(glow(self.table, view)), *self._glass.show(frame)]
        for event in events:
            self._step(event)
        if events:
            self._show()

    def _brighten(self, level: int) -> Sequence[Event]:
        if level == self._glow:
            return ()
        self._glow = level
        return self._glass.contrast(level)
