"""How much somebody may ask for: so much at once, and so much a second in the long run."""

from device.kernel.ids import Seconds


class Allowance:
    """Full at first. What is taken comes back by and by."""

    def __init__(self, most: int, a_second: float, now: float) -> None:
        self._most, self._a_second = most, a_second
        self._left, self._at = float(most), now

    def takes(self, now: float) -> bool:
        """Take one, where one is left."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self, now: float) -> Seconds:
        """Return the seconds until one is left."""
        self._fill(now)
        return max(0.0, (1 - self._left) / self._a_second)

    def _fill(self, now: float) -> None:
        self._left = min(self._most, self._left + max(0.0, now - self._at) * self._a_second)
        self._at = now
