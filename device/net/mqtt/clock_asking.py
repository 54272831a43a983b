"""Asks for another clock, question by question: each answer leads to the next question at once, a few times, so that no
timer is needed; an answer that is lost costs the rest of them."""

from collections.abc import Callable

from device.net.mqtt.clock_filter import ClockBounds, ClockExchange, clock_bounds, with_exchange


class ClockAsking:
    """`ask` sends the question of this number; the answer goes to `answer`."""

    def __init__(self, clock: Callable[[], float], ask: Callable[[int], None]) -> None:
        self._clock, self._ask = clock, ask
        self._known: tuple[ClockExchange, ...] = ()
        self._number, self._left = 0, 0
        self._asked: float | None = None

    @property
    def bounds(self) -> ClockBounds | None:
        return clock_bounds(self._known, self._clock())

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited, after which more may be known."""
        return self._asked is not None

    def awaits(self, number: int) -> bool:
        """Whether this is the question that is not answered yet."""
        return self._asked is not None and number == self._number

    def begin(self, count: int) -> None:
        """Ask so often, from now on."""
        self._left = count
        self._next()

    def answer(self, number: int, heard: float, told: float) -> bool:
        """Whether it was awaited: an answer counts once."""
        if self._asked is None or not self.awaits(number):
            return False
        exchange = ClockExchange(self._asked, heard, told, self._clock())
        self._asked, self._known = None, with_exchange(self._known, exchange)
        self._next()
        return True

    def forget(self) -> None:
        """It is another clock now, which may answer what was asked last."""
        self._known = ()

    def _next(self) -> None:
        self._asked = None
        if self._left:
            self._left -= 1
            self._number += 1
            self._asked = self._clock()
            self._ask(self._number)
