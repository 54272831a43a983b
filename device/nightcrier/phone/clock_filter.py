"""Finds how far another clock is from ours, by messages there and back. It is pure, and never surer than it may be.

Both clocks only ever go forward; what they show means nothing beside a wall. A question leaves at `asked`, is `heard`
and `told` there by the other clock, and the answer is here at `answered`. No message arrives before it leaves: so the
other clock is no more than `heard - asked` ahead of ours, and no less than `told - answered`, whatever the two ways
took. Each exchange gives such bounds, as far apart as its messages were long under way; they grow with time, because
no two quartzes beat alike. The truth lies within all of them, and their common part is narrower than that of the
quickest exchange alone: one that was quick there bounds the one side, one that was quick back the other."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

DRIFT = 2e-4
"""Seconds a second: a quartz may be off by 100 parts in a million, and the other one the other way."""
MOST_EXCHANGES = 32
_LONGEST_WAY: Seconds = 2.0
"""An answer that took longer says nothing."""
_OLDEST: Seconds = 900.0


class ClockExchange(Struct, frozen=True):
    """A question and its answer: `asked` and `answered` by our clock, `heard` and `told` by the other."""

    asked: float
    heard: float
    told: float
    answered: float

    @property
    def makes_sense(self) -> bool:
        under_way = self.answered - self.asked - (self.told - self.heard)
        return self.asked <= self.answered and self.heard <= self.told and 0 <= under_way <= _LONGEST_WAY


class ClockBounds(Struct, frozen=True):
    """The other clock is ahead of ours by this at least, and by that at most."""

    least: Seconds
    most: Seconds

    @property
    def ahead(self) -> Seconds:
        """The best guess."""
        return (self.least + self.most) / 2


def with_exchange(known: Sequence[ClockExchange], new: ClockExchange) -> tuple[ClockExchange, ...]:
    """The newest last; what makes no sense is left out, and what is too old forgotten."""
    if not new.makes_sense:
        return tuple(known)
    fresh = (each for each in known if new.answered - _OLDEST <= each.answered <= new.answered)
    return (*fresh, new)[-MOST_EXCHANGES:]


def clock_bounds(known: Sequence[ClockExchange], now: float) -> ClockBounds | None:
    """Return the bounds that these exchanges give together; None if there are none. The newest counts most: if an older
    one contradicts it, a clock has jumped since, as after a sleep of the machine, and all before is worth nothing."""
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
    """Asks another clock for the time. `ask` sends the question of this number; the answer goes to `answer`."""

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
        """Whether an answer is awaited, after which more may be known."""
        return self._asked is not None

    def awaits(self, number: int) -> bool:
        """Whether this is the question that is not answered yet."""
        return self._asked is not None and number == self._number

    def begin(self, count: int) -> None:
        """Ask so many questions in a row, from now on."""
        self._left = count
        self._next()

    def answer(self, number: int, heard: float, told: float) -> bool:
        """Take an answer. Returns False if nobody waited for it: each question is answered once."""
        if self._asked is None or not self.awaits(number):
            return False
        exchange = ClockExchange(self._asked, heard, told, self._clock())
        self._asked, self._known = None, with_exchange(self._known, exchange)
        self._next()
        return True

    def forget(self) -> None:
        """Forget all answers: the other clock is a new one, which may still answer the last question."""
        self._known = ()

    def _next(self) -> None:
        self._asked = None
        if self._left:
            self._left -= 1
            self._number += 1
            self._asked = self._clock()
            self._ask(self._number)
