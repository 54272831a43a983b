"""Finds the difference between another clock and our clock, from messages to and from the other clock. The code is
pure. It claims no precision that is not proven.

Both clocks only ever go forward, and have nothing to do with the time of day. A question is sent at `asked` by our
clock. The other clock receives the question at `heard` and answers at `told`. The answer arrives at `answered` by our
clock. No message arrives before it leaves, so the other clock is at most `heard - asked` and at least `told - answered`
ahead of ours, however long both messages took. Each exchange gives two such bounds. Their distance is the time that
both messages took. The bounds widen with time, because no two quartzes have the same speed. The true difference lies
within the bounds of every exchange. The range common to all exchanges is narrower than the bounds of the quickest
exchange alone. A quick question gives a good upper bound, and a quick answer gives a good lower bound."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

DRIFT = 2e-4
"""The greatest drift between two clocks, in seconds for each second. Each quartz may be wrong by 100 parts in a million
in either direction."""
MOST_EXCHANGES = 32
_LONGEST_WAY: Seconds = 2.0
"""The longest time between a question and its answer. An answer that took longer says nothing about the clock."""
_OLDEST: Seconds = 900.0


class ClockExchange(Struct, frozen=True):
    """A question and its answer: `asked` and `answered` by our clock, `heard` and `told` by the other clock."""

    asked: float
    heard: float
    told: float
    answered: float

    @property
    def makes_sense(self) -> bool:
        under_way = self.answered - self.asked - (self.told - self.heard)
        return self.asked <= self.answered and self.heard <= self.told and 0 <= under_way <= _LONGEST_WAY


class ClockBounds(Struct, frozen=True):
    """The bounds of the difference by which the other clock is ahead of our clock."""

    least: Seconds
    most: Seconds

    @property
    def ahead(self) -> Seconds:
        """The best estimate of the difference by which the other clock is ahead of our clock."""
        return (self.least + self.most) / 2


def with_exchange(known: Sequence[ClockExchange], new: ClockExchange) -> tuple[ClockExchange, ...]:
    """Return the known exchanges with a new exchange at the end. Impossible exchanges, and exchanges that are too old,
    are left out."""
    if not new.makes_sense:
        return tuple(known)
    fresh = (each for each in known if new.answered - _OLDEST <= each.answered <= new.answered)
    return (*fresh, new)[-MOST_EXCHANGES:]


def clock_bounds(known: Sequence[ClockExchange], now: float) -> ClockBounds | None:
    """Return the bounds that all these exchanges give together, or None without exchanges. If an older exchange
    contradicts the newer ones, a clock has jumped in between, for example during a sleep of the machine. Exchanges
    before the jump are ignored."""
    bounds: ClockBounds | None = None
    for exchange in reversed(known):
        own = _bounds(exchange, now)
        both = ClockBounds(max(bounds.least, own.least), min(bounds.most, own.most)) if bounds else own
        if both.least > both.most:
            break
        bounds = both
    return bounds


def _bounds(exchange: ClockExchange, now: float) -> ClockBounds:
    since = max(0.0, now - exchange.asked) * DRIFT
    return ClockBounds(exchange.told - exchange.answered - since, exchange.heard - exchange.asked + since)


class ClockAsking:
    """Asks another clock for the time. `ask` sends a question with a number. The answer must be passed to `answer`."""

    def __init__(self, clock: Callable[[], float], ask: Callable[[int], object]) -> None:
        self._clock, self._ask = clock, ask
        self._known: tuple[ClockExchange, ...] = ()
        self._number, self._left = 0, 0
        self._asked: float | None = None

    @property
    def bounds(self) -> ClockBounds | None:
        return clock_bounds(self._known, self._clock())

    @property
    def is_asking(self) -> bool:
        """Say whether an answer is still expected. That answer may make the bounds narrower."""
        return self._asked is not None

    def awaits(self, number: int) -> bool:
        """Say whether an answer to the question with this number is still expected."""
        return self._asked is not None and number == self._number

    def begin(self, count: int) -> None:
        """Ask this many questions, one after the other, beginning now."""
        self._left = count
        self._next()

    def answer(self, number: int, heard: float, told: float) -> bool:
        """Use an answer. Return False if this answer was not expected, because each question is answered only once."""
        if self._asked is None or not self.awaits(number):
            return False
        exchange = ClockExchange(self._asked, heard, told, self._clock())
        self._asked, self._known = None, with_exchange(self._known, exchange)
        self._next()
        return True

    def forget(self) -> None:
        """Forget all answers, because another clock has replaced the other clock. The new clock may still answer the
        last question."""
        self._known = ()

    def _next(self) -> None:
        self._asked = None
        if self._left:
            self._left -= 1
            self._number += 1
            self._asked = self._clock()
            self._ask(self._number)
