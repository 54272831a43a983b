"""What follows something that was due is counted from its moment, however often the processor comes a little late."""

from itertools import pairwise

import pytest

from nightcrier.kernel.clock import LATE, Beat, VirtualClock


def test_it_reads_the_moment_that_was_due_and_afterwards_the_clock():
    beat = Beat(VirtualClock(10.0))
    with beat.of(9.99):
        assert beat.now() == 9.99
    assert beat.now() == 10.0


def test_time_that_was_lost_is_not_denied():
    clock = VirtualClock(10.0)
    beat = Beat(clock)
    with beat.of(10.0):
        clock.move_to(10.0 + LATE / 2)
        assert beat.now() == 10.0
        clock.move_to(10.0 + LATE * 2)
        assert beat.now() == clock.now()


def test_the_moment_is_over_even_when_what_was_due_fails():
    beat = Beat(VirtualClock(1.0))
    with pytest.raises(ZeroDivisionError), beat.of(0.99):
        1 / 0  # noqa: B018 - something crashes
    assert beat.now() == 1.0


def test_a_thousand_small_delays_do_not_add_up():
    clock, begun = VirtualClock(), []
    beat, due = Beat(clock), 0.0
    for _ in range(1000):
        clock.move_to(due + LATE / 4)
        with beat.of(due):
            begun.append(beat.now())
            due = beat.now() + 1.0
    assert all(later - earlier == 1.0 for earlier, later in pairwise(begun))
