"""The clock of a talk."""

import math

from msgspec import Struct

from device.kernel.ids import Seconds

_HAIR: Seconds = 1e-6
"""More than the error of any sum of moments, and less than anybody can notice."""


class TalkClock(Struct, frozen=True):
    """The clock of a talk: it runs down to `zero`, or `up` from there; or it stands and shows `left`."""

    zero: float | None
    left: Seconds = 0.0
    up: bool = False

    def seconds(self, at: float) -> Seconds:
        """Return what is left of the talk; if it has no end, how long it has lasted."""
        if self.zero is None:
            return self.left
        return max(0.0, at - self.zero if self.up else self.zero - at)

    def shown_seconds(self, at: float) -> int:
        """The whole seconds that stand on the clock. Whatever happens at one of them goes by this number, and the
        wake-up does too: a moment is a sum of fractions, and may lie a hair beside the second it is meant for."""
        seconds = self.seconds(at)
        return math.floor(seconds + _HAIR) if self.up else math.ceil(seconds - _HAIR)

    def next_second(self, at: float) -> float | None:
        """Return when it will show another second; None while it stands."""
        if self.zero is None:
            return None
        shown = self.shown_seconds(at)
        return self.zero + shown + 1 if self.up else self.zero - max(0, shown - 1)

    def stopped(self, at: float) -> "TalkClock":
        return TalkClock(None, float(self.shown_seconds(at)), self.up)

    def running(self, at: float) -> "TalkClock":
        """Go on from what the clock shows."""
        return TalkClock(at - self.left if self.up else at + self.left, up=self.up) if self.zero is None else self


class LastingClock(Struct, frozen=True):
    """A clock that goes on after its talk, until a talk of the same name takes it up."""

    name: str
    clock: TalkClock
