"""Makes every turn of the loop take the same processor time in a game with secrets, no matter what it had to do, or for
whom.

Processor time is visible: to any other program, and to everybody as the time between a press and the picture. A seat
that may look and choose takes more of it than a call for nobody; letters that were drawn before take less."""

import gc
from collections.abc import Callable
from math import ceil

from nightcrier.kernel.clock import Clock

_SIMPLE_CALLS = 120_000
"""The number of calls of a simple function that take as long as one portion. In most languages this is more than a turn
that draws new letters needs, even while other programs empty the caches: 3 ms on a fast computer, 75 ms on a Zero 2
W."""


_SHARE_AFTER = 8
"""The share of a portion, as one in this many, that is left for showing the picture and passing it on."""
_BLOCK = 1 << 19
"""The size of each of the two blocks between which filler work copies bytes. Together they exceed the near caches (512
KiB on a Zero 2 W). Otherwise whatever a page left in those caches would make the next steps microseconds faster, and
over 900 deals this revealed who was shown the page."""
_PIECE = 1 << 13
"""The bytes copied at a time. The filling ends at a random point within one such copy, which must be short compared
with a step."""


class EvenWork:
    """Pads the processor time of each turn to whole portions. `worked` returns the loop's processor time in
    nanoseconds. Without `worked`, nothing is padded."""

    def __init__(self, worked: Callable[[], int] | None, clock: Clock) -> None:
        self._worked, self._clock = worked, clock
        self._filled, self._portion = 0, 0
        self._here = self._there = memoryview(bytearray())  # a megabyte, once there are secrets
        self._copied = 0
        self._due: float | None = None

    def fill(self, due: float | None) -> None:
        """Pad the work before this turn's picture is shown, but not past the time at which something else is `due`;
        otherwise a sound could be late. Work after the padding counts toward the next turn, so that small remainders do
        not add up."""
        if self._worked is None:
            return
        gc.disable()  # by itself it looks for garbage sooner where more was made, which told the Seer
        gc.collect(0)
        if not self._portion:
            self._here, self._there = (memoryview(bytearray(b"-" * _BLOCK)) for _ in range(2))
            self._portion = _measure_portion(self._worked)
        after = self._portion // _SHARE_AFTER
        self._filled += self._portion * max(1, ceil((self._worked() + after - self._filled) / self._portion))
        self._due = due
        self._work_until(self._filled - after)

    def settle(self) -> None:
        """Work to the end of the portion after the picture is shown, so that the next turn begins the same way for
        every seat."""
        self._work_until(self._filled)

    def rest(self) -> None:
        """Let Python collect garbage by itself again, because nothing is secret now."""
        if self._worked is not None:
            gc.enable()

    def _work_until(self, nanoseconds: int) -> None:
        while (
            self._worked is not None
            and self._worked() < nanoseconds
            and (self._due is None or self._clock.now() < self._due)
        ):
            piece = slice(self._copied, self._copied + _PIECE)
            self._here[piece] = self._there[piece]
            self._copied = piece.stop % _BLOCK


def _measure_portion(worked: Callable[[], int]) -> int:
    begun = worked()
    for number in range(_SIMPLE_CALLS):
        _do_nothing(number)
    return worked() - begun


def _do_nothing(_number: int) -> None:
    return
