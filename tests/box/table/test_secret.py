"""Tests secret turns in the windows of a show: what is seen, chosen and answered."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.table.core.effects import Answered, Reached, Record
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import Hidden, view_lines
from nightcrier.box.table.game.conducting import MOST_PRESSES
from nightcrier.box.table.ground.power_on import boot
from tests.box.table import secret_game
from tests.box.table.asking import shown
from tests.box.table.evening import Evening
from tests.box.table.secret_game import CARD, Card, One, Two, entries, view


@pytest.fixture
def voting(dealt, monkeypatch):
    """Return an evening at a turn that takes only one press."""
    monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seer", One())))
    return dealt.after("hold 12s ended")


class TestLooking:
    def test_it_stands_there_while_the_dial_is_held(self, dealt):
        assert shown(dealt) == ["Seat 1", "turn.hold"]
        assert shown(dealt, "hold") == ["Seer"]
        assert shown(dealt, "release") == ["Seat 1", "turn.press"]

    def test_what_others_may_know_goes_with_it(self, dealt):
        assert view(dealt).hidden is None
        hidden = view(dealt.after("hold")).hidden
        assert hidden == Hidden(view(dealt).hidden.public, "tell", (1,), CARD)
        assert view_lines(hidden.public) == ["Seat 1", "deal.looked"]
        assert view(dealt).dim
        assert hidden.public.dim

    def test_it_goes_after_eight_seconds_even_if_held(self, dealt):
        assert shown(dealt, "hold 7.9s") == ["Seer"]
        assert dealt.due() == pytest.approx(8.0)
        assert shown(dealt, "0.1s") == ["Seat 1", "turn.press"]

    def test_it_goes_sooner_where_all_look_for_less(self, dealt, monkeypatch):
        monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seer", Card((2,), 5.0))))
        assert shown(dealt, "hold 12s ended release hold 4.9s") == ["Seer"]
        assert dealt.due() == pytest.approx(dealt.at + 0.1)
        assert shown(dealt, "0.1s")[-1] == "turn.press"

    def test_after_the_confirmation_the_next_to_lean_in_sees_nothing(self, dealt):
        assert shown(dealt, "hold release press hold") == ["Seat 1", "turn.done"]

    def test_a_press_before_looking_confirms_nothing(self, dealt):
        assert shown(dealt, "press hold") == ["Seer"]

    def test_who_has_not_looked_is_called_again(self, dealt):
        assert shown(dealt, "12s ended") == ["Seat 1", "turn.hold"]
        assert shown(dealt, "hold 12s ended")[0] == "Seer"

    def test_a_pause_hides_it(self, dealt):
        assert shown(dealt.after("hold"), "start start") == ["Seat 1", "turn.press"]


class TestChoosing:
    @pytest.mark.parametrize("start", [0, 1, 2])
    @pytest.mark.parametrize("steps", [1, -1, 2, -2, 5])
    def test_the_first_detent_brings_up_the_start_to_whichever_side_and_from_there_it_wraps(
        self, dealt, monkeypatch, start, steps
    ):
        monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seer", Two(start=start))))
        dealt.after("hold 12s ended").turn(steps)
        place = start + steps - (1 if steps > 0 else -1)
        assert shown(dealt) == [f"Seat {place % 3 + 1}"]
        assert shown(dealt, "-1") == [f"Seat {(place - 1) % 3 + 1}"]

    def test_each_detent_counts_alone_as_well_as_with_others(self, dealt):
        assert shown(dealt.after("hold 12s ended"), "1") == ["Seat 1"]
        assert shown(dealt, "-1") == ["Seat 3"]
        assert shown(dealt, "back -1") == ["Seat 1"]

    def test_a_press_chooses_and_a_card_that_was_seen_cannot_be_taken_back(self, dealt):
        dealt.go("hold 12s ended")
        for _ in range(2):
            dealt.go("1 press")
        assert shown(dealt) == ["Seer", "turn.see"]
        assert shown(dealt, "back") == ["Seer", "turn.see"]
        assert shown(dealt, "hold") == ["Seer"]

    def test_what_has_shown_nothing_yet_is_taken_back(self, dealt):
        assert shown(dealt.after("hold 12s ended"), "1 press") == ["Seer", "turn.more"]
        assert shown(dealt, "hold") == ["Seat 1", "turn.more"]
        assert shown(dealt.after("release"), "back") == ["Seer", "deal.act"]

    def test_a_press_with_nothing_before_it_chooses_nothing(self, dealt):
        assert shown(dealt.after("hold 12s ended"), "press") == ["Seer", "deal.act"]

    def test_loudness_and_repeat_are_not_for_whoever_has_the_turn(self, dealt):
        dealt.go("hold 12s ended")
        heard = [effect for effect in (*dealt.turn(1), *dealt.back(), *dealt.press()) if not isinstance(effect, Record)]
        assert heard == []
        before = dealt.table
        assert dealt.hand(Control.DIAL, Gesture.PRESS_TURN, 1) == ()
        assert dealt.table.choices == before.choices
        assert dealt.table.session == before.session

    def test_presses_without_end_choose_nothing_more(self, dealt):
        dealt.go("hold 12s ended")
        for _ in range(MOST_PRESSES):
            dealt.press()
        assert dealt.go("1 press") == ()
        assert shown(dealt) == ["Seat 1"]

    def test_where_nobody_holds_the_role_the_screen_waits_like_the_others(self, dealt):
        at_rest = shown(dealt, "hold 12s ended")[1:]
        assert shown(dealt, "12s 1s") == ["Robber", *at_rest]
        assert view(dealt).hidden is None
        assert shown(dealt, "1") == ["Robber", "turn.nothing"]
        assert view_lines(view(dealt.after("hold")).hidden.public) == ["Robber", *at_rest]


class TestLeaningBack:
    """Tests what stays on the screen after a seat leans back. Others may have open eyes, in a vote or in a pause."""

    def test_what_was_chosen_does_not_stay_on_the_glass(self, voting):
        assert shown(voting, "1") == ["Seat 1"]
        assert shown(voting, "press") == ["Seer", "turn.done"]
        assert shown(voting, "5s hold") == ["Seer", "turn.done"]

    def test_nor_does_it_come_back_after_a_pause(self, voting):
        public = shown(voting)
        assert shown(voting, "1 press start start") == public

    @pytest.mark.parametrize("pressed", [False, True])
    def test_a_pause_hides_what_was_dialled_until_the_next_touch(self, dealt, pressed):
        public = shown(dealt, "hold 12s ended")
        dealt.turn(1)
        if pressed:
            dealt.go("press 1")
        assert shown(dealt, "start start") == public
        assert view(dealt).hidden is None
        assert shown(dealt, "1") == ["Seat 2" if pressed else "Seat 1"]

    def test_a_choice_that_is_half_made_is_read_again_by_holding_the_dial(self, dealt):
        assert shown(dealt, "hold 12s ended 1 press hold") == ["Seat 1", "turn.more"]
        assert shown(dealt, "8s") == ["Seer", "turn.more"]


class TestAnswers:
    def test_each_turn_is_answered_once_and_under_seal(self, dealt):
        dealt.go("hold press 12s ended 2 press 12s")
        answers = [(entry.value, sealed) for entry, sealed in entries(dealt) if isinstance(entry, Answered)]
        assert answers == [(("seen",), True), (("2",), True)]

    def test_no_turn_can_be_skipped(self, dealt):
        """No START skips a turn, before its window, in it, or in a pause: holding START only pauses and resumes."""
        for gesture in (Gesture.HOLD, Gesture.PRESS, Gesture.HOLD):
            dealt.hand(Control.START, gesture)
            assert dealt.after("hold-start ended").table.session
            assert not dealt.table.session.score.paused
        assert [entry for entry, _ in entries(dealt) if isinstance(entry, Answered)] == []
        dealt.go("hold press 12s")
        assert [entry.value for entry, _ in entries(dealt) if isinstance(entry, Answered)] == [("seen",)]

    def test_what_was_done_in_a_turn_is_kept_when_the_call_is_said_again(self, dealt):
        session = dealt.after("hold 12s ended 1 press").table.session
        again = replace(session, score=replace(session.score, cue=4))
        dealt.table = replace(dealt.table, session=again)
        assert shown(dealt)[0] == "Seer"
        dealt.table = replace(dealt.table, session=replace(session))
        assert shown(dealt) == ["Seer", "turn.more"]

    def test_after_a_power_cut_the_next_turn_comes(self, dealt):
        kept = [entry for entry, _ in entries(dealt.after("hold 12s ended 12s"))]
        last = max(n for n, entry in enumerate(kept) if isinstance(entry, Answered))
        for journal in (kept[: last + 1], kept[: last + 2]):
            asked, _ = boot(dealt.house, Table(dealt.table.choices), journal)
            session = Evening(dealt.house, asked).after("start").table.session
            assert session.keeps_secrets
            assert list(session.stage.acts) == ["robber"]
        assert isinstance(kept[last + 1], Reached)
