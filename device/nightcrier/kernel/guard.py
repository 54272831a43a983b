"""Protects parts and threads of the box against errors. Each error is logged once and reported as a fault, and the part
that raised it is tried again later."""

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

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

    def make(self, make: Callable[[], _T]) -> tuple[_T | None, list[Fault]]:
        """Call `make`, and return its result and a list of events. If `make` raises an error, the result is None. When
        several calls in a row raise, only the first adds a fault to the events."""
        try:
            made = make()
        except Exception as error:  # noqa: BLE001 - the one place where everything is caught: the night goes on
            return None, self._broke(error)
        return made, self._works()

    def attempt(self, deed: Callable[[], Sequence[_T]]) -> list[_T | Fault]:
        """Call `deed`, and return its events. If it raises an error, return the fault."""
        events, told = self.make(deed)
        return [*(events or ()), *told]

    def _works(self) -> list[Fault]:
        self.failures = 0
        if not self.broken or self.waits:
            return []
        self.broken = False
        now, what = self._clock.now(), f"{self._what} works again."
        return [Fault(now, self._part, what, mended=True, cause=Cause.INSIDE)]

    def _broke(self, error: Exception) -> list[Fault]:
        first, self.broken, self.again = not self.broken, True, self._clock.now() + GUARD_PAUSE
        self.failures += 1
        if not first:
            return []
        _log.error("%s failed inside.\n%s", self._what, _report(error, self._knows_cards))
        what = f"{self._what} {FAILED_INSIDE}; attach `{program_call('report')}` when you ask for help."
        return [Fault(self._clock.now(), self._part, what, "The box goes on as far as it can.", cause=Cause.INSIDE)]


def _report(error: Exception, knows_cards: bool) -> str:
    import traceback

    if not knows_cards:
        return "".join(traceback.format_exception(error))
    return "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])


class LivingThread:
    """A thread that takes one turn after another, until a turn returns False. An error in a turn is reported once as a
    fault, and the next turn comes after `GUARD_PAUSE`, so that the work continues as soon as it can."""

    def __init__(self, name: str, turn: Callable[[], bool], guard: FaultGuard, tell: Callable[[Fault], object]) -> None:
        self._turn, self._guard, self._tell = turn, guard, tell
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._live, name=name, daemon=True)
        self.start = self._thread.start

    def end(self, patience: Seconds | None = None) -> bool:
        """Wait at most `patience` for the end of the present turn, and let no other turn begin. Return whether the
        thread has ended."""
        self._ends.set()
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _live(self) -> None:
        goes_on: bool | None = True
        while goes_on is not False and not self._ends.is_set():
            goes_on, told = self._guard.make(self._turn)
            for fault in told:
                self._tell(fault)
            if goes_on is None:
                self._ends.wait(GUARD_PAUSE)
