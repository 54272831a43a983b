"""Tests that every wake-up finds what it was requested for, whatever fractions of a second are involved.

Two sums of the same fractions may differ in their last bit. If a box requests by one and checks by the other, it stands
still and keeps its processor busy for nothing."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended, Gesture, Input, Tick, Touched
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.state import Rest, Table
from nightcrier.box.table.core.talk_clock import TalkClock
from nightcrier.box.table.heard.captions import caption_due, caption_part, caption_parts
from nightcrier.box.table.step import step, table_due
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS

STARTS = st.floats(0.0, 1e7)
BREATHS = st.floats(0.001, 30.0)
HANDS = st.sampled_from(
    [
        (Control.START, Gesture.PRESS, 0),
        (Control.START, Gesture.HOLD, 0),
        (Control.BACK, Gesture.PRESS, 0),
        (Control.DIAL, Gesture.PRESS, 0),
        (Control.DIAL, Gesture.HOLD, 0),
        (Control.DIAL, Gesture.RELEASE, 0),
        (Control.DIAL, Gesture.TURN, 1),
    ]
)
DEALT = Setup("first-game", 5, options={"deal": True})


def tick_through(house: Any, table: Table, end: float) -> Table:
    """Handle every wake-up until this moment. Each must move time on, so that none is asked for twice."""
    at = table.now
    while (moment := table_due(house, table)) is not None and moment <= end:
        assert moment > at, f"woken at {at!r} for {moment!r} again"
        table, _ = step(house, table, Tick(moment))
        table, _ = step(house, table, Ended(moment, table.token))
        at = moment
    return table


@pytest.mark.untraced
@settings(max_examples=60)
@given(STARTS, st.booleans(), st.lists(st.tuples(HANDS, BREATHS), min_size=1, max_size=15))
def test_no_wake_up_is_asked_for_twice(real_house, real_table, start, dealt, hands):
    choices = real_table.choices
    if dealt:
        choices = replace(choices, setups={**choices.setups, choices.game: DEALT})
    table, at = replace(real_table, choices=choices, now=start, rest=Rest(start)), start
    for (control, gesture, steps), breath in hands:
        table, _ = step(real_house, table, Touched(at, control))
        table, _ = step(real_house, table, Input(at, control, gesture, steps))
        table, _ = step(real_house, table, Ended(at, table.token))
        at += breath
        table = tick_through(real_house, table, at)
    tick_through(real_house, replace(table, now=at), at + 700.0)


@pytest.mark.untraced
def test_a_box_that_nobody_touches_dozes_dims_and_sleeps_each_at_once(real_house, real_table):
    """One in eight of the moments tried has a sum that differs in its last bit from what the sleep checks."""
    for hundredths in range(2, 99_000, 61):
        at = hundredths / 100
        table = tick_through(real_house, replace(real_table, now=at, rest=Rest(at)), at + 700.0)
        assert (table.rest.dozing, table.rest.asleep) == (True, True)


@given(STARTS)
def test_a_clock_without_an_end_shows_every_second_once(start):
    clock, now = TalkClock(start, up=True), start
    shown = [clock.whole_seconds(now)]
    for _ in range(100):
        now = clock.next_second(now) or 0.0
        shown.append(clock.whole_seconds(now))
    assert shown == list(range(101))


@given(STARTS, st.floats(0.001, 1000.0))
def test_the_clock_of_the_day_shows_every_second_once(start, seconds):
    clock, now = TalkClock(start + seconds), start
    shown = [clock.whole_seconds(now)]
    while shown[-1] > 0:
        now = clock.next_second(now) or 0.0
        shown.append(clock.whole_seconds(now))
    assert shown == list(range(shown[0], -1, -1))


@given(STARTS, st.floats(0.01, 60.0))
def test_every_part_of_a_caption_comes_at_the_moment_that_was_named(start, seconds):
    caption, now = Caption(start, 1, "one two three four " * 20, Language("en"), seconds), start
    shown = [caption_part(caption, now, GLASS)]
    while (moment := caption_due(caption, now, GLASS)) is not None:
        assert moment > now
        now = moment
        shown.append(caption_part(caption, now, GLASS))
    assert tuple(shown) == caption_parts(caption.text, caption.language, GLASS)
