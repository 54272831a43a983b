"""Tests holding the dial before a window opens: the seat sees its own page as soon as it opens, and nobody else's."""

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.cues import Call, Gap, Say, Show, Window
from nightcrier.box.show.facts import RoleName, SeatName
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table import secret_game
from tests.box.table.asking import shown
from tests.box.table.evening import Evening
from tests.box.table.secret_game import CARD, Card, PlayedSecret, view


def _turn(seat: int) -> Show:
    return Call(SeatName(seat)), Say(LineId("turn")), Window(f"seat-{seat}", 12.0), Gap(1.0)


SEATS: Show = (Call(RoleName("deal")), Say(LineId("hold")), *_turn(1), *_turn(2))


@pytest.fixture
def told(evening, monkeypatch):
    """Return an evening in which people hear what to do in their turns, before anybody is called."""
    monkeypatch.setattr(secret_game, "SHOW", SEATS)
    monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seat-2", Card((2,)))))
    monkeypatch.setattr(type(evening.house.games["toy"]), "begin", lambda _self, _setup, _seed: PlayedSecret())
    return evening.after("start")


@pytest.fixture
def called(told):
    """Return an evening in which seat 1 is being called, before its window opens."""
    return told.after("ended")


class TestHeldBeforeTheWindow:
    def test_the_card_comes_with_the_window_and_goes_when_let_go(self, called):
        assert view(called.after("hold")).hidden is None
        assert shown(called, "ended") == ["Seer"]
        assert view(called).hidden.facts == CARD
        assert shown(called, "release") == ["Seat 1", "turn.press"]

    def test_a_hold_as_soon_as_it_was_asked_for_is_one_for_the_first_seat(self, told):
        assert shown(told, "hold ended ended") == ["Seer"]

    def test_it_is_as_long_before_the_eyes_as_after_a_hold_in_time(self, called):
        called.go("hold")
        called.at += 5.0
        assert shown(called, "ended 7.9s") == ["Seer"]
        assert shown(called, "0.1s") == ["Seat 1", "turn.press"]

    def test_what_was_let_go_before_is_not_held(self, called):
        assert shown(called, "hold release ended") == ["Seat 1", "turn.hold"]

    def test_a_turn_of_the_pressed_dial_lets_nothing_go(self, called):
        called.after("hold").hand(Control.DIAL, Gesture.PRESS_TURN, 1)
        assert shown(called, "ended 2s") == ["Seer"]

    def test_a_pause_hides_it(self, called):
        assert shown(called, "hold start start ended") == ["Seat 1", "turn.hold"]

    def test_a_hold_in_the_pause_is_none_for_the_window(self, called):
        assert shown(called, "start hold start ended") == ["Seat 1", "turn.hold"]

    def test_nobody_has_looked_at_a_dark_glass(self, called):
        called.go("hold")
        called.send(Fault(called.at, Part.SCREEN, "dark"))
        called.go(Fault(called.at, Part.SCREEN, "dark", mended=True), "ended")
        assert shown(called) == ["Seat 1", "turn.hold"]


class TestTheNextSeat:
    def test_it_must_be_held_anew_after_a_hold_in_the_window_before(self, called):
        to_the_next(called.after("ended hold"))
        assert shown(called) == ["Seat 2", "turn.hold"]
        assert shown(called, "hold") == ["Seer"]

    def test_a_hold_as_the_seat_before_leans_back_is_not_the_next_ones(self, called):
        assert shown(called, "ended hold release 12s hold 1s ended") == ["Seat 2", "turn.hold"]

    def test_a_hold_before_a_pause_shows_nothing_after_it(self, called):
        assert shown(called, "hold hold-start start ended") == ["Seat 1", "turn.hold"]


def to_the_next(evening: Evening) -> None:
    """End the window of the first seat, let it lean back, and call the next seat."""
    evening.go("12s 1s ended")
