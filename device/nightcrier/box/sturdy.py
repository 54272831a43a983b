"""Protects the loop from errors. Each error is logged once and reported as a fault, and the part that raised it is
tried again later."""

from collections.abc import Sequence
from typing import Protocol, assert_never

from nightcrier.box.events import Ended, Event
from nightcrier.box.performers import Performers
from nightcrier.box.show.cues import PlaySignal, Speak
from nightcrier.box.table.core.effects import (
    BoothEffect,
    ChoreEffect,
    KeyEffect,
    MemoryEffect,
    NoteEffect,
    PortEffect,
    PowerEffect,
    ScoreEffect,
    SoundEffect,
)
from nightcrier.box.table.core.house import Choices
from nightcrier.box.writer import AT_ONCE, Writer
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard
from nightcrier.kernel.phrasings import Bags


class TimedPart(Protocol):
    """A part of the loop that must be called at certain times. `due` returns the next such time, and `poll` the events
    at that time."""

    def poll(self) -> Sequence[Event]: ...

    def due(self) -> float | None: ...


class GuardedPart:
    """Wraps a `TimedPart` that may raise errors, and never raises any itself."""

    def __init__(self, living: TimedPart, guard: FaultGuard, writer: Writer = AT_ONCE) -> None:
        """Wrap a part. A part that writes is called through the `writer`, and is never due while the writer is busy."""
        self._living, self._guard, self._writer = living, guard, writer

    def poll(self) -> Sequence[Event]:
        return [] if self._guard.waits else self._writer.do(lambda: self._guard.attempt(self._living.poll))

    def due(self) -> float | None:
        """Return the time at which the part wants to be called, or of the next attempt if the part is broken."""
        if self._writer.busy:
            return None
        if self._guard.broken:
            return self._guard.again
        try:
            return self._living.due()
        except Exception:  # noqa: BLE001 - `poll` will say what is wrong with it
            return self._guard.again

    def is_due(self, now: float) -> bool:
        moment = self.due()
        return moment is not None and moment <= now


class GuardedPerformers:
    """Performs effects, and turns an error into a fault. A sound that failed counts as ended; otherwise the night would
    wait for it forever. The fault pauses the night, like an unplugged loudspeaker."""

    def __init__(self, performers: Performers, clock: Clock) -> None:
        self._performers, self._clock = performers, clock
        self._guards: dict[str, FaultGuard] = {}

    def perform(self, effect: PortEffect, choices: Choices, bags: Bags) -> list[Event]:
        events, told = self._guard(effect).make(lambda: self._performers.perform(effect, choices, bags))
        if events is not None:
            return [*events, *told]
        return [*told, Ended(self._clock.now(), effect.token)] if isinstance(effect, Speak | PlaySignal) else [*told]

    def _guard(self, effect: PortEffect) -> FaultGuard:
        name = type(effect).__name__
        if name not in self._guards:
            self._guards[name] = FaultGuard(self._clock, _part(effect), name)
        return self._guards[name]


def _part(effect: PortEffect) -> Part:
    if isinstance(effect, SoundEffect | BoothEffect):
        return Part.SOUND
    if isinstance(effect, PowerEffect | ChoreEffect | KeyEffect):
        return Part.PANEL
    if isinstance(effect, NoteEffect | MemoryEffect | ScoreEffect):
        return Part.STATE
    assert_never(effect)
