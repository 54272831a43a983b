"""Contains the clock of a discussion, which people can stop and set, and which may continue after the discussion."""

import math

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

_HAIR: Seconds = 1e-6
"""A time longer than any rounding error in a sum of times, and shorter than anybody can notice."""


class TalkClock(Struct, frozen=True):
    """The clock of a discussion. A running clock counts down to `zero` or `up` from it; a stopped one shows `left`."""

    zero: float | None
    left: Seconds = 0.0
    up: bool = False

    def seconds(self, at: float) -> Seconds:
        """Return the seconds left in the discussion, or if it has no end, the seconds that it has lasted."""
        if self.zero is None:
            return self.left
        return max(0.0, at - self.zero if self.up else self.zero - at)

    def whole_seconds(self, at: float) -> int:
        """Return the whole seconds on the clock. Whatever is due at a full second uses this number, because a sum of
        fractions could miss the second by a rounding error."""
        seconds = self.seconds(at)
        return math.floor(seconds + _HAIR) if self.up else math.ceil(seconds - _HAIR)

    def next_second(self, at: float) -> float | None:
        """Return when the clock will show another second, or None while it is stopped."""
        if self.zero is None:
            return None
        shown = self.whole_seconds(at)
        return self.zero + shown + 1 if self.up else self.zero - max(0, shown - 1)

    def stop(self, at: float) -> "TalkClock":
        return TalkClock(None, float(self.whole_seconds(at)), self.up)

    def running(self, at: float) -> "TalkClock":
        """Return the clock running from the time that it shows. A running clock stays unchanged."""
        return TalkClock(at - self.left if self.up else at + self.left, up=self.up) if self.zero is None else self


class LastingClock(Struct, frozen=True):
    """A clock that keeps running after its discussion. A later discussion with the same name continues it."""

    name: str
    clock: TalkClock
