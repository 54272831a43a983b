"""Tests that a hand outside its turn changes nothing that could be heard or seen."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.cues import SetBed, Speak
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.over.yes_or_no import END_GAME
from tests.box.table.secret_game import PAGE


class TestOutOfTurn:
    @pytest.fixture
    def night(self, dealt, monkeypatch):
        """Return the secret game as a night, while the Seer is being called."""
        monkeypatch.setitem(PAGE, "now", "night")
        return dealt.after("hold 12s")

    @pytest.mark.parametrize(
        "gesture",
        [
            (Control.DIAL, Gesture.PRESS),
            (Control.DIAL, Gesture.HOLD),
            (Control.DIAL, Gesture.RELEASE),
            (Control.DIAL, Gesture.TURN),
            (Control.DIAL, Gesture.PRESS_TURN),
            (Control.BACK, Gesture.PRESS),
        ],
    )
    def test_a_hand_that_is_too_early_or_too_late_changes_nothing(self, night, gesture):
        """Only holding the dial counts before a window opens, as `test_held_early.py` tests."""
        for moment in ("before the window", "after it"):
            session, choices = night.table.session, night.table.choices
            assert current_turn(session) is None, moment
            assert night.hand(*gesture, 3) == (), moment
            assert (replace(night.table.session, early=False), night.table.choices) == (session, choices), moment
            night.go("ended 12s")

    def test_in_the_turn_the_bed_keeps_its_loudness(self, night):
        assert current_turn(night.after("ended").table.session)
        assert night.hand(Control.DIAL, Gesture.PRESS_TURN, 3) == ()

    def test_in_the_pause_the_controls_are_everybodys(self, night):
        before = night.after("start").table.choices.loudness
        assert night.after("-1").table.choices.loudness == before - 1
        assert [effect for effect in night.back() if isinstance(effect, Speak)]
        assert not night.table.session.score.paused

    def test_start_and_the_end_are_always_everybodys(self, night):
        assert night.after("hold-back").table.page.ask.word == END_GAME.word
        assert [effect for effect in night.go("back hold-start") if isinstance(effect, SetBed)]

    def test_in_the_deal_nobody_makes_the_next_turn_longer_and_the_call_can_be_said_again(self, dealt):
        assert dealt.go("hold 12s press") == ()
        assert [effect for effect in dealt.back() if isinstance(effect, Speak)]

    def test_who_takes_the_box_in_the_deal_turns_nothing_louder_but_the_pressed_dial_does(self, dealt):
        before = dealt.after("hold 12s").table.choices.loudness
        assert current_turn(dealt.table.session) is None
        assert dealt.turn(3) == ()
        assert dealt.table.choices.loudness == before
        dealt.hand(Control.DIAL, Gesture.PRESS_TURN, 3)
        assert dealt.table.choices.loudness == before + 3
