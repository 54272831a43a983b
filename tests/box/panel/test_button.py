"""Tests buttons through mock pins, end to end: press, hold, bounce, sparks, chords, jams and lost edges."""

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
from tests.box.panel.fingers import moves_of


def bouncing(pin, at, active, times, gap=0.001):
    """Return the moves of a contact that closes and opens this many times before it settles."""
    return [Move(at + n * gap, pin, active if n % 2 == 0 else not active) for n in range(2 * times + 1)]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_press_counts_when_it_is_let_go(box, pin):
    events, control = box().play(press_moves(pin, 0, 0.06), 2), SWITCHES[pin]
    assert events == [Touched(100.0, control), Input(100.06, control, Gesture.PRESS)]


def test_the_touch_is_told_at_the_very_edge(one):
    one.move(Move(0, "start", True))
    assert one.decoder.edge(one.queue.pop()) == [Touched(100.0, Control.START)]


def test_a_hold_counts_at_its_moment_and_its_end_is_told(box):
    events = box().play(press_moves("back", 0, 1.3), 3)
    assert events == [
        Touched(100.0, Control.BACK),
        Input(100.8, Control.BACK, Gesture.HOLD),
        Input(101.3, Control.BACK, Gesture.RELEASE),
    ]


STRUCK = "0 start, 0.05 -start, 0.12 start, 0.17 -start, 0.24 start, 0.29 -start, 0.36 start, 0.41 -start"
UNDERSTOOD = {
    "the hold time is a setting": ({"hold_ms": 400}, "0 back, 0.5 -back", "back hold, back release"),
    "active high": ({"active_low": False}, "0 start, 0.06 -start", "start press"),
    "a spark shorter than the bounce": ({}, "0 start, 0.004 -start", ""),
    "a spark of a moment": ({}, "0 start, 0.000001 -start", ""),
    "a spark whose second edge was lost": ({}, "0 start, 0.001 -start?", ""),
    "closed again after the bounce of its opening": (
        {"strike_ms": 0},
        *("0 start, 0.1 -start, 0.105 start, 0.2 -start", "start press, start press"),
    ),
    "two quick presses": ({"strike_ms": 0}, "0 start, 0.04 -start, 0.1 start, 0.14 -start", "start press, start press"),
    "a second strike, from letting go": ({}, "0 start, 0.08 -start, 0.23 start, 0.31 -start", "start press"),
    "struck many times: the time counts anew from each": ({}, STRUCK, "start press"),
    "after a rest it is heard again": ({}, f"{STRUCK}, 0.7 start, 0.75 -start", "start press, start press"),
    "another is heard at once": ({}, "0 start, 0.05 -start, 0.1 back, 0.15 -back", "start press, back press"),
    "the end of a hold struck again": ({}, "0 start, 1 -start, 1.1 start, 1.15 -start", "start hold, start release"),
    "a hold counts however soon it comes": (
        {"hold_ms": 400, "strike_ms": 1000},
        *("0 start, 0.05 -start, 0.1 start, 0.8 -start", "start press, start hold, start release"),
    ),
    "two down together mean nothing": ({}, "0 start, 0.05 back, 0.2 -start, 1.5 -back", ""),
    "a hold gets its end though another interferes": (
        {},
        *("0 back, 1 start, 1.1 -start, 1.5 -back", "back hold, back release"),
    ),
    "a spark on another wire": ({}, "0 start, 0.05 back, 0.052 -back, 0.2 -start", "start press"),
}


@pytest.mark.parametrize(("settings", "told", "gestures"), UNDERSTOOD.values(), ids=UNDERSTOOD.keys())
def test_what_contacts_do_is_understood(box, settings, told, gestures):
    assert ", ".join(box(**settings).gestures(moves_of(told))) == gestures


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_bouncing_contact_makes_one_press(box, times):
    moves = [*bouncing("start", 0, True, times), *bouncing("start", 0.08, False, times)]
    assert box().gestures(moves) == ["start press"]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_switch_struck_twice_by_a_shaking_hand_is_pressed_once(box, pin):
    struck = [*press_moves(pin, 0, 0.05), *press_moves(pin, 0.12, 0.05)]
    assert box().gestures(struck) == [f"{SWITCHES[pin]} press"]
    assert box(strike_ms=50).gestures(struck) == [f"{SWITCHES[pin]} press"] * 2


def test_new_settings_are_followed_from_then_on(one):
    one.decoder.follow(PanelSettings(hold_ms=400, swap=True, reverse=True))
    assert one.gestures([*press_moves("start", 0, 0.06), *press_moves("back", 1, 0.5)]) == [
        "back press",
        "start hold",
        "start release",
    ]


def test_a_chord_means_nothing_until_both_are_let_go(one):
    moves = [
        Move(0, "start", True),
        *press_moves("back", 0.1, 0.1),
        *press_moves("back", 0.4, 0.1),
        Move(0.7, "start", False),
    ]
    assert one.gestures(moves, 1) == []
    assert one.gestures(press_moves("back", 0, 0.06)) == ["back press"]


@pytest.mark.parametrize("pin", SWITCHES)
def test_a_switch_stuck_from_power_on_never_presses_and_blocks_nobody(box, pin):
    one = box(pressed=(pin,))
    for other in [other for other in SWITCHES if other != pin]:
        assert one.gestures(press_moves(other, 0, 0.06), 1) == [f"{SWITCHES[other]} press"]
    assert one.gestures([], 600) == []
    assert one.gestures([Move(0, pin, False)], 1) == []
    assert one.gestures(press_moves(pin, 0, 0.06), 1) == [f"{SWITCHES[pin]} press"]


def test_a_switch_that_jams_while_playing_stops_blocking_after_ten_seconds(one):
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


def test_two_held_at_power_on_are_both_told(box):
    moves = [Move(2, "start", False), Move(3, "dial-press", False)]
    assert let_go(box(pressed=("start", "dial-press")).play(moves, 5)) == [("start", 102.0), ("dial", 103.0)]


@pytest.mark.parametrize("moment", [0.02, 10.0, 600.0])
def test_a_pin_that_still_rises_and_a_switch_that_is_jammed_are_no_hand(box, moment):
    assert let_go(box(pressed=("start",)).play([Move(moment, "start", False)], moment + 5)) == []


def test_the_buttons_swapped_are_swapped_at_power_on_too(box):
    assert let_go(box(pressed=("back",), swap=True).play([Move(1, "back", False)], 5)) == [("start", 101.0)]


def test_a_release_at_power_on_whose_edge_was_lost_is_found(box):
    assert let_go(box(pressed=("start",)).play([Move(1, "start", False, lost=True)], 8)) == [("start", 105.0)]


def test_a_hold_is_no_jam(box):
    assert stuck(box().play(press_moves("start", 0, 8.0), 20)) == []


def test_a_stuck_switch_hardly_wakes_the_processor(box):
    one, moments, now = box(pressed=("start",)), 0, 100.0
    while now < 160.0:
        now = one.decoder.due()
        one.decoder.tick(now, one.controls.levels())
        moments += 1
    assert moments <= 13


def test_nothing_is_due_while_nobody_touches_anything(one):
    assert one.decoder.due() is None
    one.play([*press_moves("start", 0, 0.06), *press_moves("back", 1, 2.0)], 5)
    assert one.decoder.due() is None


def test_a_lost_release_is_found_by_reading_the_level(box):
    events = box().play([Move(0, "start", True), Move(0.06, "start", False, lost=True)], 1)
    assert [type(event) for event in events] == [Touched, Input]
    assert events[1].gesture is Gesture.PRESS
    assert events[1].at < 100.06 + 0.11


def test_a_lost_closing_costs_that_press_only(one):
    assert one.gestures([Move(0, "start", True, lost=True), Move(0.06, "start", False)], 1) == []
    assert one.gestures(press_moves("start", 0, 0.06)) == ["start press"]


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
    """Return the events of a loop that calls at `now`, maybe late, and then whenever the decoder is due."""
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
