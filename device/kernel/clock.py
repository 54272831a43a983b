"""Time comes in through this door. Only `time_of_day.py` reads the wall clock."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from device.kernel.ids import Seconds

LATE: Seconds = 0.02
"""Up to here the processor was only a little late: an ear does not hear it. Past it, time was lost."""


class Clock(Protocol):
    """Seconds that only ever go forward, from an arbitrary zero."""

    def now(self) -> float: ...


class RealClock:
    """The machine's steady clock: untouched by a clock that is set, and by summer time."""

    def now(self) -> float:
        return time.monotonic()


class VirtualClock:
    """A clock that stands still until it is moved: a ten-minute night takes no time at all."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def move_to(self, moment: float) -> None:
        """Forward only: an earlier moment leaves the clock where it is."""
        self._now = max(self._now, moment)


class Beat:
    """A clock for whoever does what has come due. It reads the moment that was due, though the processor came a little
    later: what follows is counted from there, so that a thousand small delays do not make an evening longer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moment: float | None = None

    def now(self) -> float:
        now = self._clock.now()
        return self._moment if self._moment is not None and now - self._moment <= LATE else now

    @contextmanager
    def of(self, moment: float) -> Iterator[None]:
        """Take this moment for now, while the things are done that were due at it."""
        self._moment = moment
        try:
            yield
        finally:
            self._moment = None
