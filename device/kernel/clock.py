"""Time comes in through this door. Nothing in the house reads the wall clock."""

import time
from typing import Protocol


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
