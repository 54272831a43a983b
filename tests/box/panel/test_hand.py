"""Tests that keys become acts, and acts become moves of a hand on mock pins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.panel.hand import Act, Fingers, Keyboard, Move
from nightcrier.kernel.settings import PanelSettings

SETTINGS = PanelSettings()


@pytest.mark.parametrize(("act", "key"), [(act, key) for act in Act for key in act.value])
def test_every_key_means_its_act_however_the_line_tears_it(act, key):
    assert Keyboard().read_keys(key.encode()) == [act]
    torn = Keyboard()
    assert [found for byte in key.encode() for found in torn.read_keys(bytes([byte]))] == [act]


@given(st.lists(st.binary(max_size=6)))
def test_no_key_breaks_the_keyboard(pieces):
    keyboard = Keyboard()
    for piece in pieces:
        assert all(isinstance(act, Act) for act in keyboard.read_keys(piece))


def test_an_escape_before_a_key_does_not_swallow_it():
    keyboard = Keyboard()
    assert keyboard.read_keys(b"\x1b") == []
    assert keyboard.read_keys(b"s\x1b[99~b") == [Act.START, Act.BACK]


MEANINGS = {
    Act.START: ["start press"],
    Act.START_HOLD: ["start hold", "start release"],
    Act.BACK: ["back press"],
    Act.BACK_HOLD: ["back hold", "back release"],
    Act.DIAL: ["dial press"],
    Act.DIAL_HOLD: ["dial hold", "dial release"],
    Act.RIGHT: ["dial turn +1"],
    Act.LEFT: ["dial turn -1"],
    Act.PRESSED_RIGHT: ["dial press-turn +1"],
    Act.PRESSED_LEFT: ["dial press-turn -1"],
    Act.CAPTIONS: [],
    Act.REDRAW: [],
    Act.QUIT: [],
}


def planned(acts):
    fingers, moves = Fingers(SETTINGS), []
    for act in acts:
        fingers.do(act, 0.0)
    while (due := fingers.due()) is not None:
        moves.append(fingers.take_move(due))
    return moves


@pytest.mark.parametrize("act", Act)
def test_every_act_reaches_the_loop_as_its_gesture_through_mock_pins(box, act):
    assert box().gestures(planned([act])) == MEANINGS[act]


def test_what_is_typed_while_the_hand_is_busy_comes_after(box):
    acts = [Act.DIAL, Act.RIGHT, Act.RIGHT, Act.PRESSED_LEFT, Act.BACK_HOLD, Act.START]
    assert box().gestures(planned(acts)) == [gesture for act in acts for gesture in MEANINGS[act]]


def test_a_hand_that_has_just_let_go_takes_a_breath_before_it_presses():
    fingers = Fingers(SETTINGS)
    fingers.do(Act.RIGHT, 5.0)
    let_go = max(move.at for move in iter(lambda: fingers.take_move(fingers.due() or 0.0), None))
    fingers.do(Act.DIAL, let_go + 0.001)
    assert fingers.due() == pytest.approx(let_go + 0.04)


def test_the_hand_moves_nothing_before_its_time():
    fingers = Fingers(SETTINGS)
    assert fingers.due() is None
    fingers.do(Act.START, 5.0)
    assert fingers.take_move(4.9) is None
    assert fingers.take_move(5.0) == Move(5.0, "start", True)
    assert fingers.due() == 5.06


def test_a_held_dial_can_be_read_for_three_seconds_unless_a_key_comes_and_is_a_hold_all_the_same():
    long = SETTINGS.hold_ms / 1000
    for typed, let_go in ((9.0, long + 3), (long + 1, long + 1), (0.0, long)):
        fingers = Fingers(SETTINGS)
        fingers.do(Act.DIAL_HOLD, 0.0)
        assert fingers.take_move(0.0)
        if typed < 9:
            fingers.do(Act.RIGHT, typed)
        assert fingers.due() == pytest.approx(let_go, abs=0.07)


def test_what_is_pressed_late_is_held_as_long_as_ever():
    """If the release kept its old time, a computer that was busy for a second would turn a hold into a press."""
    fingers, prompt = Fingers(SETTINGS), Fingers(SETTINGS)
    for each, late in ((fingers, 1.0), (prompt, 0.0)):
        each.do(Act.START_HOLD, 5.0)
        assert each.take_move(5.0 + late)
        assert each.take_move(5.0 + late) is None
    assert fingers.due() == prompt.due() + 1.0
