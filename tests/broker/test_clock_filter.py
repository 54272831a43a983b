"""How far another clock is, by messages whose ways take what they like: what is said of it holds, and fifty tables that
go by it begin together."""

import math
import random
from collections.abc import Callable

import pytest

from nightcrier.phone.clock_filter import (
    MOST_EXCHANGES,
    ClockAsking,
    ClockBounds,
    ClockExchange,
    clock_bounds,
    with_exchange,
)

_Way = Callable[[random.Random], float]


def wifi(chance: random.Random) -> float:
    """5 to 60 ms; now and then the air is taken for a while."""
    return chance.uniform(0.005, 0.060) + (chance.uniform(0.1, 0.8) if chance.random() < 0.15 else 0.0)


def there_slow(chance: random.Random) -> float:
    return chance.uniform(0.050, 0.060)


def quick(chance: random.Random) -> float:
    return chance.uniform(0.001, 0.002)


def half(chance: random.Random) -> float:
    return wifi(chance) / 2


def unsure(bounds: ClockBounds) -> float:
    """It is no further off than this, either way."""
    return (bounds.most - bounds.least) / 2


class SimulatedClock:
    """Began at any moment, and beats a little too fast or too slow."""

    def __init__(self, zero: float, drift: float = 0.0) -> None:
        self.zero, self.drift = zero, drift

    def at(self, truth: float) -> float:
        return self.zero + truth * (1 + self.drift)

    def truth(self, shown: float) -> float:
        return (shown - self.zero) / (1 + self.drift)


def exchanged(ours: SimulatedClock, theirs: SimulatedClock, at: float, there: float, back: float) -> ClockExchange:
    heard = at + there
    return ClockExchange(ours.at(at), theirs.at(heard), theirs.at(heard + 0.001), ours.at(heard + 0.001 + back))


def measured(
    ours: SimulatedClock, theirs: SimulatedClock, ways: tuple[_Way, _Way], seed: int, until: float = 40.0
) -> ClockBounds:
    """Eight exchanges every five seconds, of which some are lost."""
    chance, known, at = random.Random(seed), tuple[ClockExchange, ...](), 0.0
    while at < until:
        for _ in range(8):
            if chance.random() < 0.9:
                known = with_exchange(known, exchanged(ours, theirs, at, ways[0](chance), ways[1](chance)))
            at += 0.15
        at += 3.8
    bounds = clock_bounds(known, ours.at(until))
    assert bounds is not None
    return bounds


WAYS: tuple[tuple[_Way, _Way], ...] = ((quick, quick), (wifi, wifi), (there_slow, quick), (quick, there_slow))


@pytest.mark.parametrize("ways", WAYS, ids=["quick", "Wi-Fi", "slow there", "slow back"])
@pytest.mark.parametrize("drift", [-1e-4, 0.0, 1e-4])
def test_the_truth_lies_within_what_is_said(ways: tuple[_Way, _Way], drift: float) -> None:
    """However much longer one of the two ways takes."""
    for seed in range(5):
        ours, theirs = SimulatedClock(1e6 * seed, drift), SimulatedClock(5.0, -drift)
        bounds = measured(ours, theirs, ways, seed)
        truth = theirs.at(40.0) - ours.at(40.0)
        assert bounds.least <= truth <= bounds.most
        assert abs(bounds.ahead - truth) <= unsure(bounds)


def test_many_exchanges_know_it_better_than_the_best_of_them() -> None:
    ours, theirs = SimulatedClock(0.0), SimulatedClock(100.0)
    quick_there = exchanged(ours, theirs, 1.0, 0.002, 0.2)
    quick_back = exchanged(ours, theirs, 2.0, 0.2, 0.002)
    single = [clock_bounds((each,), 2.3) for each in (quick_there, quick_back)]
    both = clock_bounds((quick_there, quick_back), 2.3)
    assert both is not None
    assert all(each is not None and unsure(both) < unsure(each) / 10 for each in single)
    assert both.ahead == pytest.approx(100.0, abs=0.002)


@pytest.mark.parametrize("jump", [-30.0, -0.5, 0.5, 3600.0])
def test_a_clock_that_jumped_is_known_anew_by_the_next_exchange(jump: float) -> None:
    ours, theirs = SimulatedClock(0.0), SimulatedClock(7.0)
    known = tuple[ClockExchange, ...]()
    for number in range(10):
        known = with_exchange(known, exchanged(ours, theirs, float(number), 0.01, 0.01))
    after = SimulatedClock(7.0 + jump)
    known = with_exchange(known, exchanged(ours, after, 11.0, 0.01, 0.01))
    bounds = clock_bounds(known, 11.1)
    assert bounds is not None
    assert bounds.ahead == pytest.approx(7.0 + jump, abs=0.011)


def test_what_is_not_asked_for_again_is_known_ever_less() -> None:
    known = (ClockExchange(0.0, 50.0, 50.0, 0.01),)
    sure, later = clock_bounds(known, 0.01), clock_bounds(known, 100.0)
    assert sure is not None
    assert later is not None
    assert unsure(sure) == pytest.approx(0.005, abs=1e-5)
    assert unsure(later) == pytest.approx(0.025, abs=1e-4)
    assert clock_bounds((), 1.0) is None


@pytest.mark.parametrize(
    "exchange",
    [
        ClockExchange(2.0, 50.0, 50.0, 1.0),
        ClockExchange(1.0, 51.0, 50.0, 2.0),
        ClockExchange(1.0, 50.0, 53.0, 2.0),
        ClockExchange(1.0, 50.0, 49.99, 1.1),
        ClockExchange(1.0, 50.0, 50.11, 1.1),
        ClockExchange(1.0, 50.0, 50.0, 3.01),
        ClockExchange(1.0, 50.0, 50.0, 9.0),
        ClockExchange(1.0, math.nan, 50.0, 1.1),
        ClockExchange(1.0, 50.0, math.inf, 1.1),
        ClockExchange(1.0, math.inf, math.inf, 1.1),
        ClockExchange(1.0, -math.inf, 50.0, 1.1),
    ],
)
def test_what_cannot_be_says_nothing(exchange: ClockExchange) -> None:
    known = (ClockExchange(0.0, 50.0, 50.0, 0.01),)
    assert with_exchange(known, exchange) == known
    at_once = ClockExchange(1.0, 50.0, 50.0, 1.0)
    assert with_exchange(known, at_once) == (*known, at_once)


def test_only_so_many_are_kept_and_none_that_is_old() -> None:
    known = tuple[ClockExchange, ...]()
    for number in range(100):
        known = with_exchange(known, ClockExchange(number, number, number, number + 0.01))
    assert len(known) == MOST_EXCHANGES
    assert len(with_exchange(known, ClockExchange(5000.0, 5000.0, 5000.0, 5000.01))) == 1


@pytest.mark.parametrize("seed", range(3))
def test_fifty_tables_begin_within_fifty_milliseconds(seed: int) -> None:
    """Each by its own clock, which began at any time and is off by 100 parts in a million; each with ways like those of
    a full Wi-Fi. They stop to measure when the dusk is near, as if all were cut off then."""
    chance = random.Random(seed)
    hall, dusk, cut_off = SimulatedClock(chance.uniform(0, 1e7), 1e-4), 60.0, 40.0
    begun = []
    for box in range(50):
        ours = SimulatedClock(chance.uniform(0, 1e7), chance.uniform(-1e-4, 1e-4))
        bounds = measured(ours, hall, (wifi, half) if box % 2 else (half, wifi), chance.randrange(10**9), cut_off)
        begun.append(ours.truth(hall.at(dusk) - bounds.ahead))
    assert max(begun) - min(begun) <= 0.050
    assert abs(sum(begun) / 50 - dusk) <= 0.025


class TestAsking:
    def test_each_answer_leads_to_the_next_question_and_no_timer_is_needed(self) -> None:
        asked: list[int] = []
        now = [0.0]
        asking = ClockAsking(lambda: now[0], asked.append)
        asking.begin(3)
        for number in (1, 2, 3):
            assert asked[-1] == number
            now[0] += 0.02
            assert asking.answer(number, 100 + now[0] - 0.01, 100 + now[0] - 0.01)
        assert asked == [1, 2, 3]
        assert asking.bounds is not None
        assert asking.bounds.ahead == pytest.approx(100.0, abs=0.011)

    def test_an_answer_counts_once_and_one_that_nobody_asked_for_never(self) -> None:
        asking = ClockAsking(lambda: 1.0, lambda _: None)
        assert not asking.answer(0, 5.0, 5.0)
        asking.begin(1)
        assert not asking.answer(7, 5.0, 5.0)
        assert asking.answer(1, 5.0, 5.0)
        assert not asking.answer(1, 900.0, 900.0)

    def test_an_answer_that_is_lost_costs_only_the_rest(self) -> None:
        asked: list[int] = []
        asking = ClockAsking(lambda: 1.0, asked.append)
        asking.begin(3)
        asking.begin(3)
        assert asked == [1, 2]
        assert not asking.answer(1, 5.0, 5.0)
        assert asking.answer(2, 5.0, 5.0)

    def test_another_clock_is_not_measured_by_the_old_answers(self) -> None:
        asking = ClockAsking(lambda: 1.0, lambda _: None)
        asking.begin(1)
        asking.answer(1, 5.0, 5.0)
        asking.forget()
        assert asking.bounds is None
