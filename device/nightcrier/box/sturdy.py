"""Protects the loop against errors. Each error is logged once and reported as a fault, and the part that raised it is
tried again later."""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar, assert_never

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
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.program import program_call

_log = logging.getLogger("nightcrier")

_T = TypeVar("_T")

GUARD_PAUSE: Seconds = 1.0
"""The seconds before a broken part is tried again. Without this pause a broken part could keep the processor busy."""
FAILED_INSIDE = "failed inside"
"""A piece of the sentence about an error, for people who read the log."""


class FaultGuard:
    """Protects one part of the box. An event reports when the part breaks, and another event when it works again; the
    two never have the same time.

    If the part `knows_cards`, the log shows the place of the error in the code, but not its text, because the text
    might name a card."""

    def __init__(self, clock: Clock, part: Part, what: str, *, knows_cards: bool = False) -> None:
        self._clock, self._part, self._what, self._knows_cards = clock, part, what, knows_cards
        self.broken = False
        self.again = clock.now()
        self.failures = 0  # in a row

    @property
    def waits(self) -> bool:
        """Say whether the part broke so recently that it should not be tried yet."""
        return self.broken and self._clock.now() < self.again

    def make(self, make: Callable[[], _T]) -> tuple[_T | None, list[Event]]:
        """Call `make`, and return its result and a list of events. If `make` raises an error, the result is None. When
        several calls in a row raise, only the first adds a fault to the events."""
        try:
            made = make()
        except Exception as error:  # noqa: BLE001 - the one place where everything is caught: the night goes on
            return None, self._broke(error)
        return made, self._works()

    def attempt(self, deed: Callable[[], Sequence[Event]]) -> list[Event]:
        """Call `deed`, and return its events. If it raised an error, return the fault."""
        events, told = self.make(deed)
        return [*(events or ()), *told]

    def _works(self) -> list[Event]:
        self.failures = 0
        if not self.broken or self.waits:
            return []
        self.broken = False
        return [Fault(self._clock.now(), self._part, f"{self._what} works again.", mended=True)]

    def _broke(self, error: Exception) -> list[Event]:
        first, self.broken, self.again = not self.broken, True, self._clock.now() + GUARD_PAUSE
        self.failures += 1
        if not first:
            return []
        _log.error("%s failed inside.\n%s", self._what, _report(error, self._knows_cards))
        what = f"{self._what} {FAILED_INSIDE}; attach `{program_call('report')}` when you ask for help."
        return [Fault(self._clock.now(), self._part, what, "The box goes on as far as it can.", cause=Cause.INSIDE)]


def _report(error: Exception, knows_cards: bool) -> str:
    """Return a description of the error for the log, for people who repair the box."""
    import traceback

    if not knows_cards:
        return "".join(traceback.format_exception(error))
    return "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])


class TimedPart(Protocol):
    """A part of the loop that must be called at certain times. `due` returns the next time, and `poll` returns the
    events of that time."""

    def poll(self) -> Sequence[Event]: ...

    def due(self) -> float | None: ...


class GuardedPart:
    """Wraps a `TimedPart` that may raise errors, and never raises an error itself."""

    def __init__(self, living: TimedPart, guard: FaultGuard, writer: Writer = AT_ONCE) -> None:
        """Protect a part. A part that writes is called by the `writer`, and is never due while the writer is busy."""
        self._living, self._guard, self._writer = living, guard, writer

    def poll(self) -> Sequence[Event]:
        return [] if self._guard.waits else self._writer.do(lambda: self._guard.attempt(self._living.poll))

    def due(self) -> float | None:
        """Return the time at which the part wants to be called, or of the next try if the part is broken."""
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
    """Performs effects, and turns an error into a fault. A sound that failed counts as over, so that nobody waits for
    it. The fault pauses the night, like a loudspeaker that was unplugged."""

    def __init__(self, performers: Performers, clock: Clock) -> None:
        self._performers, self._clock = performers, clock
        self._guards: dict[str, FaultGuard] = {}

    def perform(self, effect: PortEffect, choices: Choices, games_before: int) -> list[Event]:
        events, told = self._guard(effect).make(lambda: self._performers.perform(effect, choices, games_before))
        if events is not None:
            return [*events, *told]
        return [*told, Ended(self._clock.now(), effect.token)] if isinstance(effect, Speak | PlaySignal) else told

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
