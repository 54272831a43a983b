"""Guards the loop against errors: each is logged once, told as a fault, and its part is tried again later."""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar, assert_never

from nightcrier.box.events import Ended, Event
from nightcrier.box.performers import Performers
from nightcrier.box.show.cues import PlaySignal, Speak
from nightcrier.box.table.core.effects import (
    BoothEffect,
    ChoreEffect,
    MemoryEffect,
    NoteEffect,
    PortEffect,
    PowerEffect,
    ScoreEffect,
    SoundEffect,
)
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.program import program_call

_log = logging.getLogger("nightcrier")

_T = TypeVar("_T")

GUARD_PAUSE: Seconds = 1.0
"""Seconds before a broken part is tried again, since a part that always wants its moment would eat the processor."""
FAILED_INSIDE = "failed inside"
"""Words of the sentence about the error, for those who read the log."""


class FaultGuard:
    """Guards one thing of the box. Breaking and mending are told once each, and never in the same moment.

    If the guarded thing `knows_cards`, the log says where it broke, but not the words of the error, which might name a
    card."""

    def __init__(self, clock: Clock, part: Part, what: str, *, knows_cards: bool = False) -> None:
        self._clock, self._part, self._what, self._knows_cards = clock, part, what, knows_cards
        self.broken = False
        self.again = clock.now()
        self.failures = 0  # in a row

    @property
    def waits(self) -> bool:
        """Say whether the thing broke so lately that nobody should try it now."""
        return self.broken and self._clock.now() < self.again

    def make(self, make: Callable[[], _T]) -> tuple[_T | None, list[Event]]:
        """Call `make` and return its result, or None if it raised an error. Only the first of several errors in a row
        is returned as a fault."""
        try:
            made = make()
        except Exception as error:  # noqa: BLE001 - the one place where everything is caught: the night goes on
            return None, self._broke(error)
        return made, self._works()

    def attempt(self, deed: Callable[[], Sequence[Event]]) -> list[Event]:
        """Do a deed, and return its events, with a fault when the deed raised."""
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
    """Write the error for the log, for people who mend the box."""
    import traceback

    if not knows_cards:
        return "".join(traceback.format_exception(error))
    return "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])


class TimedPart(Protocol):
    """A part of the loop with moments of its own: `due` names the next one, `poll` returns the events of that
    moment."""

    def poll(self) -> Sequence[Event]: ...

    def due(self) -> float | None: ...


class GuardedPart:
    """A `TimedPart` that never raises, around one that may."""

    def __init__(self, living: TimedPart, guard: FaultGuard) -> None:
        self._living, self._guard = living, guard

    def poll(self) -> Sequence[Event]:
        return [] if self._guard.waits else self._guard.attempt(self._living.poll)

    def due(self) -> float | None:
        """Return when the part wants its moment, or when a broken part is tried again."""
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
    it. The fault holds the night, like a pulled loudspeaker."""

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
    if isinstance(effect, PowerEffect | ChoreEffect):
        return Part.PANEL
    if isinstance(effect, NoteEffect | MemoryEffect | ScoreEffect):
        return Part.STATE
    assert_never(effect)
