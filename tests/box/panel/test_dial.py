"""Tests the dial through mock pins, end to end: good and worn encoders, lost edges, press and turn, wrong wiring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.panel import dial
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.hand import Knob, Move, press_moves
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.settings import PanelSettings
from tests.box.panel.fingers import moves_of
from tests.box.panel.worn import worn_moves

FAST = 0.00025
"""The seconds between edges at 1,000 detents a second."""


def turn(one, detents, gap=0.002, place=0, at=0.0):
    return Knob(one.settings, place).turn(detents, at, gap)


@pytest.mark.parametrize("detents", [200, -200])
@pytest.mark.parametrize("edges", [4, 2, 1])
def test_200_detents_are_200_steps(box, edges, detents):
    one = box(edges_per_detent=edges)
    assert one.turned(turn(one, detents)) == detents


@pytest.mark.parametrize("edges", [4, 2, 1])
def test_a_reversed_dial_counts_the_same_way_for_the_hand(box, edges):
    one = box(edges_per_detent=edges, reverse=True)
    assert one.turned(turn(one, 20)) == 20
    assert box(edges_per_detent=edges, reverse=False).turned(Knob(one.settings).turn(20, 0, 0.002)) == -20


def test_an_encoder_that_rests_with_both_contacts_closed_loses_nothing(box):
    one = box(pressed=("dial-a", "dial-b"))
    assert one.turned(turn(one, 200, place=2)) == 200


@pytest.mark.parametrize("edges", [4, 2])
def test_a_chattering_encoder_loses_nothing(box, edges):
    one = box(edges_per_detent=edges)
    assert one.turned(worn_moves(turn(one, 200), SeededChance(1), chatter=30)) == 200


def mean_steps(box, lost, gap, edges=4):
    runs = []
    for seed in range(20):
        one = box(edges_per_detent=edges)
        runs.append(one.turned(worn_moves(turn(one, 200, gap), SeededChance(seed), lost=lost)))
    return sum(runs) / len(runs)


@pytest.mark.parametrize("gap", [FAST, 0.002, 0.02])
def test_with_5_of_100_edges_lost_at_least_197_of_200_detents_are_kept(box, gap):
    assert mean_steps(box, 5, gap) >= 197


def test_with_1_of_100_edges_lost_hardly_a_detent_is(box):
    assert mean_steps(box, 1, 0.002) >= 199.5


def test_1000_detents_a_second_are_all_kept(one):
    assert one.turned(turn(one, 1000, FAST)) == 1000


def test_there_and_back_again_is_nothing(one):
    knob = Knob(one.settings)
    assert one.turned([*knob.turn(7, 0, 0.002), *knob.turn(-7, 1, 0.002)]) == 0


def test_every_detent_is_told_as_it_is_reached_and_the_first_after_a_rest_wakes_the_box(one):
    events = one.play(turn(one, 2, 0.01), 1)
    assert events == [
        Touched(100.03, Control.DIAL),
        Input(100.03, Control.DIAL, Gesture.TURN, 1),
        Input(100.07, Control.DIAL, Gesture.TURN, 1),
    ]
    assert [type(event) for event in one.play(turn(one, 1, 0.01), 1)] == [Touched, Input]


def test_a_slow_loop_that_reads_between_queued_edges_loses_no_detent(one):
    decoder, moves = Decoder(one.settings), list(turn(one, 200))
    last, steps = {"dial-a": False, "dial-b": False}, 0
    for move in moves:
        lag, events = move.at + 0.15, decoder.edge(Edge(move.at, move.pin, move.active))
        events += decoder.tick(lag, {**last, "dial-a": int(lag / 0.002) % 4 in (1, 2)})
        steps += sum(event.steps for event in events if isinstance(event, Input))
    assert steps == 200


RATES = (10, 50, 100, 200, 400)


def strokes(one, rate, chance):
    """Return moves to and fro, of 1 to 5 detents each, and their sum."""
    knob, at, gap, moves, sum_ = Knob(one.settings), 0.0, 1 / rate / one.settings.edges_per_detent, [], 0
    for _ in range(6):
        detents = (1 + chance.below(5)) * (1 if chance.below(2) else -1)
        moves += knob.turn(detents, at, gap)
        at, sum_ = moves[-1].at + gap, sum_ + detents
    return moves, sum_


@pytest.mark.parametrize("edges", [4, 2, 1])
@pytest.mark.parametrize("rate", RATES)
def test_no_detent_is_miscounted_to_and_fro_while_the_callbacks_come_late(box, rate, edges):
    for seed in range(10):
        one, chance = box(edges_per_detent=edges), SeededChance(seed)
        moves, wanted = strokes(one, rate, chance)
        events = one.play_late(moves, lambda c=chance: 0.05 if c.below(100) < 40 else 0.0005, moves[-1].at + 1)
        assert sum(event.steps for event in events if isinstance(event, Input)) == wanted


def test_a_detent_has_the_time_of_its_last_edge_however_late_it_is_told(one):
    events = one.play_late(turn(one, 2, 0.01), lambda: 0.3)
    assert [event.at for event in events if isinstance(event, Input)] == [100.03, 100.07]


@pytest.mark.parametrize("length", [0.0001, 0.001, 0.003])
def test_chatter_of_real_lengths_to_and_fro_is_no_turn(box, length):
    for seed in range(10):
        one, chance = box(), SeededChance(seed)
        moves, wanted = strokes(one, 50, chance)
        assert one.turned(worn_moves(moves, chance, chatter=30, length=length)) == wanted


def test_contacts_ahead_of_an_edge_that_is_on_its_way_are_not_believed(box):
    one = box(edges_per_detent=1)
    one.play(turn(one, -1), 0.05)
    one.factory.hold()
    for move in turn(one, 2, 0.001, place=3):
        one.move(move)
    due = one.decoder.due()
    assert one.decoder.tick(due, one.controls.levels()) == []
    one.events = []
    one.factory.let_go()
    one._drain()
    assert sum(event.steps for event in one.events if isinstance(event, Input)) == 2


def test_a_hole_in_the_numbers_has_all_pins_read_once_it_is_still():
    decoder = Decoder(PanelSettings())
    decoder.edge(Edge(1.0, "back", True, number=7))
    assert decoder.edge(Edge(1.06, "back", False, number=8)) == [Input(1.06, Control.BACK, Gesture.PRESS)]
    decoder.tick(1.075, {})
    assert decoder.due() is None
    decoder.edge(Edge(2.0, "dial-a", True, number=9))
    decoder.edge(Edge(2.02, "dial-a", False, number=12))
    assert decoder.due() == 2.02 + dial.DIAL_REST
    assert decoder.tick(2.02 + dial.DIAL_REST, {"start": True}) == [Touched(2.02 + dial.DIAL_REST, Control.START)]


def test_a_trembling_contact_is_no_turn(box):
    assert box().gestures([Move(n * 0.001, "dial-a", n % 2 == 0) for n in range(1001)]) == []


def losing(moves, *which):
    return [Move(m.at, m.pin, m.active, lost=n in which) for n, m in enumerate(moves)]


@pytest.mark.parametrize("lost", [(0,), (1,), (2,), (3,), (2, 3)])
def test_a_detent_alone_survives_the_loss_of_an_edge(one, lost):
    knob = Knob(one.settings)
    assert one.gestures(losing(knob.turn(1, 0, 0.01), *lost), 1) == ["dial turn +1"]
    assert one.gestures(losing(knob.turn(-1, 0, 0.01), *lost), 1) == ["dial turn -1"]
    assert one.turned(knob.turn(3, 0, 0.01)) == 3


def test_a_half_cycle_detent_that_lost_its_first_edge_is_told_at_rest(box):
    one = box(edges_per_detent=2)
    knob = Knob(one.settings)
    assert one.gestures(knob.turn(-1, 0, 0.01), 1) == ["dial turn -1"]
    events = one.play(losing(knob.turn(-1, 0, 0.01), 0), 1)
    assert events[1] == Input(101.0 + 0.01 + dial.DIAL_REST + dial.DOUBT, Control.DIAL, Gesture.TURN, -1)


def test_a_first_jump_of_all_waits_until_a_direction_is_known(box):
    one = box(edges_per_detent=2)
    knob = Knob(one.settings)
    assert one.gestures(losing(knob.turn(1, 0, 0.01), 0), 1) == []
    assert one.gestures(knob.turn(1, 0, 0.01), 1) == ["dial turn +1", "dial turn +1"]


def test_a_rest_that_the_loop_missed_still_ends_the_turn():
    decoder = Decoder(PanelSettings(edges_per_detent=1))
    assert len(decoder.edge(Edge(1.0, "dial-a", True))) == 2
    assert [type(event) for event in decoder.edge(Edge(2.0, "dial-b", True))] == [Touched, Input]


TREMOR = "0.01 turn +1, 0.06 turn -1, 0.11 turn +1, 0.16 turn -1"
LONG = "0.1 turn +1, 6.1 turn +1, 12.1 turn +1, 18.1 turn +1, 24.1 turn +1"
CHORD = "0 dial-press, 0 start, 0.1 turn +1, 0.5 -start, 0.5 -dial-press"
PRESSED = {
    "turning is a press-turn and no press": ("0 dial-press, 0.1 turn +2, 0.5 -dial-press", ["dial press-turn +1"] * 2),
    "a detent of a tremor leaves a press": ("0 dial-press, 0.1 turn +1, 0.25 -dial-press", ["dial press"]),
    "a tremor to and fro leaves a press": (f"0 dial-press, {TREMOR}, 0.25 -dial-press", ["dial press"]),
    "a press-turn never becomes a hold": ("0 dial-press, 0.1 turn +1, 3 -dial-press", ["dial press-turn +1"]),
    "turning after the hold keeps its end": (
        "0 dial-press, 1 turn +1, 2 -dial-press",
        ["dial hold", "dial press-turn +1", "dial release"],
    ),
    "it may take as long as it likes": (f"0 dial-press, {LONG}, 29 -dial-press", ["dial press-turn +1"] * 5),
    "turning in a chord is a plain turn": (CHORD, ["dial turn +1"]),
}


@pytest.mark.parametrize(("told", "gestures"), PRESSED.values(), ids=PRESSED.keys())
def test_what_a_pressed_dial_does_is_understood(box, told, gestures):
    assert box().gestures(moves_of(told), 30) == gestures


@given(st.lists(st.sampled_from([1, -1]), max_size=8), st.integers(0, 3), st.sampled_from([4, 2, 1]))
def test_however_a_finger_shakes_a_short_press_is_a_press_or_a_turn_and_never_both(shakes, place, edges):
    settings = PanelSettings(edges_per_detent=edges)
    knob, decoder = Knob(settings, place), Decoder(settings, {"dial-a": place in (1, 2), "dial-b": place in (2, 3)})
    moves = [move for n, way in enumerate(shakes) for move in knob.turn(way, 0.02 + 0.03 * n, 0.005)]
    moves = [Move(0, "dial-press", True), *moves, Move(0.29, "dial-press", False)]
    events = [event for move in moves for event in decoder.edge(Edge(move.at, move.pin, move.active))]
    gestures = [event.gesture for event in events if isinstance(event, Input)]
    farthest = max((abs(sum(shakes[:n])) for n in range(len(shakes) + 1)), default=0)
    assert set(gestures) == ({Gesture.PRESS} if farthest <= 1 else {Gesture.PRESS_TURN})
    assert len(gestures) == (1 if farthest <= 1 else len(shakes))


def test_a_second_detent_is_no_tremor_and_counts_at_once(one):
    moves = [Move(0, "dial-press", True), *turn(one, 2, 0.005, at=0.02), Move(0.2, "dial-press", False)]
    events = one.play(moves, 1)
    assert [(event.gesture, event.steps) for event in events if isinstance(event, Input)] == [
        (Gesture.PRESS_TURN, 1),
        (Gesture.PRESS_TURN, 1),
    ]
    assert max(event.at for event in events) < 100.1


def test_one_detent_of_a_dial_that_stays_pressed_counts_when_no_tremor_presses_so_long(one):
    events = one.play([Move(0, "dial-press", True), *turn(one, 1, 0.01, at=0.1), Move(0.5, "dial-press", False)], 1)
    (turned,) = [event for event in events if isinstance(event, Input)]
    assert (turned.gesture, turned.steps) == (Gesture.PRESS_TURN, 1)
    assert turned.at == pytest.approx(100.3)


@pytest.mark.parametrize(("at", "length"), [(0.0005, 0.006), (0.0015, 0.002)])
def test_a_detent_under_a_spark_of_the_switch_is_a_turn(one, at, length):
    moves = sorted([*turn(one, 1, 0.001), *press_moves("dial-press", at, length)], key=lambda move: move.at)
    assert one.gestures(moves) == ["dial turn +1"]


def test_after_a_press_turn_the_dial_presses_and_turns_as_before(one):
    one.gestures([Move(0, "dial-press", True), *turn(one, 1, 0.01, at=0.1), Move(0.5, "dial-press", False)], 1)
    assert one.gestures([*press_moves("dial-press", 0, 0.06), *turn(one, 1, 0.01, at=1)]) == [
        "dial press",
        "dial turn +1",
    ]


def test_a_dial_whose_switch_is_stuck_still_turns(box):
    one = box(pressed=("dial-press",))
    assert one.gestures(turn(one, 1)) == ["dial turn +1"]
    jammed = box()
    jammed.gestures([Move(0, "dial-press", True)], 15)
    assert jammed.gestures(turn(jammed, 1)) == ["dial turn +1"]


@given(st.lists(st.tuples(st.sampled_from(["dial-a", "dial-b"]), st.booleans()), max_size=400))
def test_a_floating_encoder_only_ever_turns(noise):
    decoder = Decoder(PanelSettings())
    events = [event for n, (pin, active) in enumerate(noise) for event in decoder.edge(Edge(n * 0.0003, pin, active))]
    assert all(event.control is Control.DIAL for event in events)
    assert {event.gesture for event in events if isinstance(event, Input)} <= {Gesture.TURN}
    assert sum(isinstance(event, Input) for event in events) <= len(noise) / 2


@given(st.integers(0, 3), st.sampled_from([4, 2, 1]), st.lists(st.integers(-9, 9), max_size=12))
def test_any_turning_back_and_forth_is_counted_exactly(place, edges, turns):
    settings = PanelSettings(edges_per_detent=edges)
    knob, a, b = Knob(settings, place), place in (1, 2), place in (2, 3)
    decoder, now, steps = Decoder(settings, {"dial-a": a, "dial-b": b}), 0.0, 0
    for detents in turns:
        for move in knob.turn(detents, now, 0.001):
            events = decoder.edge(Edge(move.at, move.pin, move.active))
            steps += sum(event.steps for event in events if isinstance(event, Input))
            now = move.at + 0.001
    assert steps == sum(turns)


@pytest.mark.parametrize(("pin", "reached"), [("dial-a", 3), ("dial-b", -3)])
def test_a_first_jump_across_the_cycle_takes_the_direction_of_what_follows(pin, reached):
    jumped, steps = dial.rest_dial(dial.dial_at_power_on((False, False)), 4, (True, True))
    assert (sorted(path.at for path in jumped.paths), steps) == ([-2, 2], 0)
    after, _ = dial.turn_dial(jumped, pin, False, 0.1, 4)
    settled, _ = dial.rest_dial(after, 4)
    assert settled.paths == (dial.Path(reached),)


def test_a_dial_at_rest_between_two_detents_keeps_its_count():
    halfway, _ = dial.turn_dial(dial.dial_at_power_on((False, False)), "dial-a", True, 0.0, 4)
    standing, steps = dial.rest_dial(halfway, 4, (True, False))
    assert (standing.paths, steps, standing.rest) == ((dial.Path(1),), 0, None)
