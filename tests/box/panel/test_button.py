"""Buttons through mock pins, end to end: press, hold, bounce, sparks, chords, jams and lost edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.events import Control, Gesture, HeldAtPowerOn, Input, Touched
from nightcrier.box.panel import button
from nightcrier.box.panel.decode import SWITCHES, Decoder
from nightcrier.box.panel.hand import Move, press_moves
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.faults import Fault, Flaw
from nightcrier.kernel.settings import PanelSettings


def bouncing(pin, at, active, times, gap=0.001):
    """A contact that changes its mind so many times before it stays."""
    return [Move(at + n * gap, pin, active if n % 2 == 0 else not active) for n in range(2 * times + 1)]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_press_counts_when_it_is_let_go(box, pin):
    events, control = box().play(press_moves(pin, 0, 0.06), 2), SWITCHES[pin]
    assert events == [Touched(100.0, control), Input(100.06, control, Gesture.PRESS)]


def test_the_touch_is_told_at_the_very_edge(box):
    one = box()
    one.move(Move(0, "start", True))
    assert one.decoder.edge(one.queue.pop()) == [Touched(100.0, Control.START)]


def test_a_hold_counts_at_its_moment_and_its_end_is_told(box):
    events = box().play(press_moves("back", 0, 1.3), 3)
    assert events == [
        Touched(100.0, Control.BACK),
        Input(100.8, Control.BACK, Gesture.HOLD),
        Input(101.3, Control.BACK, Gesture.RELEASE),
    ]


def moves_of(times):
    """What fingers do: a pin, and when it goes down and up, as `start 0-0.06, back 1-2`."""
    moves = []
    for pin, _, down_up in (each.partition(" ") for each in times.split(", ")):
        moves += [Move(float(at), pin, n == 0) for n, at in enumerate(down_up.split("-"))]
    return sorted(moves, key=lambda move: move.at)


STRUCK = ", ".join(f"start {n * 0.12:.2f}-{n * 0.12 + 0.05:.2f}" for n in range(6))
"""The time counts anew from each strike."""
HANDS = {
    "the hold time is a setting": ({"hold_ms": 400}, "back 0-0.5", "back hold, back release"),
    "active high works the same": ({"active_low": False}, "start 0-0.06", "start press"),
    "a spark shorter than the bounce": ({}, "start 0-0.004", ""),
    "a spark of a moment": ({}, "start 0-0.000001", ""),
    "found closed after the bounce of its opening": (
        {"strike_ms": 0},
        "start 0-0.1, start 0.105-0.2",
        "start press, start press",
    ),
    "two quick presses are two": ({"strike_ms": 0}, "start 0-0.04, start 0.1-0.14", "start press, start press"),
    "a second strike counts from letting go": ({}, "start 0-0.08, start 0.23-0.31", "start press"),
    "struck many times": ({}, STRUCK, "start press"),
    "after a rest it is heard again": ({}, f"{STRUCK}, start 0.9-0.95", "start press, start press"),
    "another switch is heard at once": ({}, "start 0-0.05, back 0.1-0.15", "start press, back press"),
    "the end of a hold struck again": ({}, "start 0-1, start 1.1-1.15", "start hold, start release"),
    "a hold counts however soon it comes": (
        {"hold_ms": 400, "strike_ms": 1000},
        "start 0-0.05, start 0.1-0.8",
        "start press, start hold, start release",
    ),
    "two down together mean nothing": ({}, "start 0-0.2, back 0.05-1.5", ""),
    "a hold gets its end though another interferes": ({}, "back 0-1.5, start 1-1.1", "back hold, back release"),
    "a spark on another wire spoils no press": ({}, "start 0-0.2, back 0.05-0.052", "start press"),
}


@pytest.mark.parametrize(("settings", "times", "told"), HANDS.values(), ids=HANDS)
def test_what_hands_do_is_understood(box, settings, times, told):
    assert ", ".join(box(**settings).gestures(moves_of(times))) == told


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_bouncing_contact_makes_one_press(box, times):
    moves = [*bouncing("start", 0, True, times), *bouncing("start", 0.08, False, times)]
    assert box().gestures(moves) == ["start press"]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_switch_struck_twice_by_a_shaking_hand_is_pressed_once(box, pin):
    struck = [*press_moves(pin, 0, 0.05), *press_moves(pin, 0.12, 0.05)]
    assert box().gestures(struck) == [f"{SWITCHES[pin]} press"]
    assert box(strike_ms=50).gestures(struck) == [f"{SWITCHES[pin]} press"] * 2


def test_new_settings_are_followed_from_then_on(box):
    one = box()
    one.decoder.follow(PanelSettings(hold_ms=400, swap=True, reverse=True))
    assert one.gestures([*press_moves("start", 0, 0.06), *press_moves("back", 1, 0.5)]) == [
        "back press",
        "start hold",
        "start release",
    ]


def test_a_chord_means_nothing_until_both_are_let_go(box):
    one = box()
    assert one.gestures(moves_of("start 0-0.7, back 0.1-0.2, back 0.4-0.5"), 1) == []
    assert one.gestures(press_moves("back", 0, 0.06)) == ["back press"]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_switch_stuck_from_power_on_never_presses_and_blocks_nobody(box, pin):
    one = box(pressed=(pin,))
    for other in [other for other in SWITCHES if other != pin]:
        assert one.gestures(press_moves(other, 0, 0.06), 1) == [f"{SWITCHES[other]} press"]
    assert one.gestures([], 600) == []
    assert one.gestures([Move(0, pin, False)], 1) == []
    assert one.gestures(press_moves(pin, 0, 0.06), 1) == [f"{SWITCHES[pin]} press"]


def test_a_switch_that_jams_while_playing_stops_blocking_after_ten_seconds(box):
    one = box()
    assert one.gestures([Move(0, "start", True)], 5) == ["start hold"]
    assert one.gestures(press_moves("back", 0, 0.06), 6) == []
    assert one.gestures(press_moves("back", 0, 0.06), 1) == ["back press"]


def stuck(events):
    return [(event.what, event.mended) for event in events if isinstance(event, Fault)]


def test_a_stuck_switch_is_named_once_and_so_is_its_release(box):
    one = box(pressed=("start",))
    assert stuck(one.play([], 9)) == []
    ((told, mended),) = stuck(one.play([Move(1, "dial-press", True)], 9))
    assert (told[:29], mended) == ("Down for too long: START; let", False)
    ((told, mended),) = stuck(one.play([], 300))
    assert (told[:42], mended) == ("Down for too long: START and the dial; let", False)
    ((told, mended),) = stuck(one.play([Move(0, "start", False)], 5))
    assert (told[:32], mended) == ("Down for too long: the dial; let", False)
    assert stuck(one.play([Move(0, "dial-press", False)], 5)) == [("No button is stuck any more.", True)]


def test_what_is_stuck_is_named_as_it_is_printed_and_in_the_settings(box):
    events = box(pressed=("start", "dial-press")).play([], 300)
    (fault,) = [event for event in events if isinstance(event, Fault) and len(event.flaws) == 2]
    assert fault.flaws == (Flaw("START"), Flaw("dial_press"))


def let_go(events):
    return [(event.control, event.at) for event in events if isinstance(event, HeldAtPowerOn)]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_switch_held_at_power_on_is_told_once_it_is_let_go(box, pin):
    one = box(pressed=(pin,))
    for other in [other for other in SWITCHES if other != pin]:
        assert one.gestures(press_moves(other, 0, 0.06), 1) == [f"{SWITCHES[other]} press"]
    events = one.play([Move(1, pin, False)], 30)
    assert (let_go(events), stuck(events)) == ([(SWITCHES[pin], 103.0)], [])
    assert [event for event in events if isinstance(event, Input)] == []
    assert let_go(one.play(press_moves(pin, 0, 0.06), 1)) == []


AT_POWER_ON = {
    "two held are both told": (
        {"pressed": ("start", "dial-press")},
        [Move(2, "start", False), Move(3, "dial-press", False)],
        [("start", 102.0), ("dial", 103.0)],
    ),
    "a pin that still rises is no hand": ({"pressed": ("start",)}, [Move(0.02, "start", False)], []),
    "a switch that is jammed is no hand": ({"pressed": ("start",)}, [Move(10.0, "start", False)], []),
    "one that is jammed for long is none": ({"pressed": ("start",)}, [Move(600.0, "start", False)], []),
    "swapped": ({"pressed": ("back",), "swap": True}, [Move(1, "back", False)], [("start", 101.0)]),
    "its edge was lost": ({"pressed": ("start",)}, [Move(1, "start", False, lost=True)], [("start", 105.0)]),
}


@pytest.mark.parametrize(("settings", "moves", "told"), AT_POWER_ON.values(), ids=AT_POWER_ON)
def test_who_lets_go_at_power_on_is_told(box, settings, moves, told):
    assert let_go(box(**settings).play(moves, moves[-1].at + 7)) == told


def test_a_hold_is_no_jam(box):
    assert stuck(box().play(press_moves("start", 0, 8.0), 20)) == []


def test_a_stuck_switch_hardly_wakes_the_processor(box):
    one, moments, now = box(pressed=("start",)), 0, 100.0
    while now < 160.0:
        now = one.decoder.due()
        one.decoder.tick(now, one.controls.levels())
        moments += 1
    assert moments <= 13


def test_nothing_is_due_while_nobody_touches_anything(box):
    one = box()
    assert one.decoder.due() is None
    one.play([*press_moves("start", 0, 0.06), *press_moves("back", 1, 2.0)], 5)
    assert one.decoder.due() is None


def test_a_lost_release_is_found_by_reading_the_level(box):
    events = box().play([Move(0, "start", True), Move(0.06, "start", False, lost=True)], 1)
    assert [type(event) for event in events] == [Touched, Input]
    assert events[1].gesture is Gesture.PRESS
    assert events[1].at < 100.06 + 0.11


def test_a_lost_closing_costs_that_press_only(box):
    one = box()
    assert one.gestures([Move(0, "start", True, lost=True), Move(0.06, "start", False)], 1) == []
    assert one.gestures(press_moves("start", 0, 0.06)) == ["start press"]


def test_a_spark_whose_second_edge_was_lost_is_no_press(box):
    assert box().gestures([Move(0, "start", True), Move(0.001, "start", False, lost=True)]) == []


def test_a_loop_that_was_busy_understands_late_what_it_would_have_understood_in_time():
    decoder = Decoder(PanelSettings())
    late = [*decoder.edge(Edge(1.0, "back", True)), *decoder.edge(Edge(2.0, "back", False))]
    assert late == [
        Touched(1.0, Control.BACK),
        Input(1.8, Control.BACK, Gesture.HOLD),
        Input(2.0, Control.BACK, Gesture.RELEASE),
    ]


def test_a_tick_that_comes_late_finds_the_release_whose_edge_was_lost():
    decoder = Decoder(PanelSettings())
    decoder.edge(Edge(1.0, "start", True))
    assert woken(decoder, 1.5, {"start": False}) == [Input(1.505, Control.START, Gesture.PRESS)]


def test_a_late_wake_up_waits_for_the_edges_that_are_still_in_the_queue():
    decoder, open_, events = Decoder(PanelSettings(strike_ms=0)), {"start": False}, []
    for edge in (Edge(n * 0.2 + up * 0.06, "start", not up) for n in range(5) for up in (False, True)):
        events += decoder.edge(edge) + decoder.tick(2.0, open_)
    events += woken(decoder, 2.0, open_)
    assert [event.gesture for event in events if isinstance(event, Input)] == [Gesture.PRESS] * 5


def test_a_loop_that_stood_still_makes_no_hold_of_a_press():
    decoder = Decoder(PanelSettings())
    decoder.edge(Edge(1.0, "back", True))
    assert decoder.tick(2.0, {"back": False}) == []
    assert decoder.due() == 2.005
    assert decoder.edge(Edge(1.06, "back", False)) == [Input(1.06, Control.BACK, Gesture.PRESS)]


def test_a_hold_is_told_late_when_the_loop_stood_still_and_the_finger_did_too():
    decoder = Decoder(PanelSettings())
    decoder.edge(Edge(1.0, "back", True))
    assert woken(decoder, 2.0, {"back": True}) == [Input(1.8, Control.BACK, Gesture.HOLD)]


def woken(decoder, now, levels):
    """What a loop learns that calls when it is asked to, however late."""
    events = decoder.tick(now, levels)
    while (due := decoder.due()) is not None and due <= now + 0.01:
        events += decoder.tick(due, levels)
    return events


def test_pins_that_cannot_be_read_keep_their_last_level():
    decoder = Decoder(PanelSettings())
    decoder.edge(Edge(1.0, "start", True))
    assert decoder.tick(1.015, {}) == []
    assert decoder.edge(Edge(1.1, "start", False)) == [Input(1.1, Control.START, Gesture.PRESS)]


def test_an_edge_of_an_unknown_pin_means_nothing():
    assert Decoder(PanelSettings()).edge(Edge(1.0, "doorbell", True)) == []


TIMES = st.lists(st.floats(0.0001, 2.0), max_size=40)


@given(st.lists(st.tuples(st.floats(0.0001, 0.014), st.sampled_from(sorted(SWITCHES)))))
def test_noise_faster_than_the_bounce_never_presses_anything(gaps):
    decoder, now, gestures = Decoder(PanelSettings()), 0.0, []
    for gap, pin in gaps:
        for active in (True, False):
            now += gap / 2 if active else 0.0001
            gestures += decoder.edge(Edge(now, pin, active))
        now += 0.02
        gestures += woken(decoder, now, {})
    assert not [event for event in gestures if isinstance(event, Input)]


@given(st.lists(st.tuples(st.floats(0.0, 2.0), st.sampled_from(sorted(SWITCHES)), st.booleans()), max_size=60))
def test_whatever_happens_to_the_wires_gestures_stay_well_formed(moves):
    decoder, now, events = Decoder(PanelSettings()), 0.0, []
    for gap, pin, active in moves:
        now += gap
        events += decoder.edge(Edge(now, pin, active))
    events += woken(decoder, now + 20, {})
    assert [event.at for event in events] == sorted(event.at for event in events)
    for control in Control:
        held = False
        for event in events:
            if isinstance(event, Input) and event.control is control:
                assert (event.gesture is Gesture.RELEASE) == held
                held = event.gesture is Gesture.HOLD


@given(TIMES)
def test_every_clean_press_counts_once_and_only_once(lengths):
    decoder, now, presses, wanted = Decoder(PanelSettings()), 0.0, 0, 0
    for length in lengths:
        events = decoder.edge(Edge(now, "start", True)) + decoder.edge(Edge(now + length, "start", False))
        events += woken(decoder, now + length + 0.1, {"start": False})
        presses += sum(isinstance(event, Input) and event.gesture in {Gesture.PRESS, Gesture.HOLD} for event in events)
        wanted += length >= 0.015
        now += length + 0.21
    assert presses == wanted


def test_a_finger_is_told_from_a_jam():
    timing = button.Timing(0.015, 0.8)
    down, _ = button.take_edge(button.Button(), True, 0.0, timing)
    assert not button.is_under_finger(down, 0.01)
    sure, _ = button.age_switch(down, 0.015, timing)
    assert button.is_under_finger(sure, 1.0)
    assert not button.is_under_finger(sure, 11.0)
