"""Tests a call that is repeated after its turn: the seat gets its turn again, and keeps what it has seen. If nobody
comes, the box stops calling."""

import pytest

from nightcrier.box.events import Control, Gesture, Touched
from nightcrier.box.show.cues import Call, Gap, Say, Window
from nightcrier.box.show.facts import RoleName
from nightcrier.box.table.core.effects import Chosen, Doze, TakenBack
from nightcrier.box.table.game.conducting import MOST_CALLS, MOST_PRESSES, current_turn
from nightcrier.kernel.ids import LineId
from tests.box.table import secret_game
from tests.box.table.asking import shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.secret_game import SHOW, One, Two, cut, written

TWO_IN_A_CALL = (Call(RoleName("seer")), Window("seer", 9.0), Window("robber", 9.0), Say(LineId("seer.wake")))


def seer_is_done(evening: Evening, *, both: bool) -> Evening:
    """Go to the gap after the Seer's turn, in which she has chosen one of two cards, or both and so has seen one."""
    evening.go("hold 12s ended")
    for _ in range(1 + both):
        evening.go("1 press")
    evening.go("12s")
    return evening


def open_turn(evening: Evening) -> str:
    turn = current_turn(evening.table.session)
    return turn[0] if turn else ""


class TestSaidAgain:
    def test_who_chose_nothing_may_choose_now(self, dealt):
        assert open_turn(dealt.after("hold 12s ended 12s back ended")) == "seer"
        assert shown(dealt, "1") == ["Seat 1"]

    def test_in_the_pause_too(self, dealt):
        assert open_turn(seer_is_done(dealt, both=False).after("start back ended")) == "seer"
        assert shown(dealt) == ["Seer", "deal.act"]

    def test_what_showed_a_card_stays_chosen(self, dealt):
        assert shown(seer_is_done(dealt, both=True), "back ended") == ["Seer", "deal.act"]
        assert shown(dealt, "1 press") == ["Seer", "turn.see"]
        assert shown(dealt, "hold") == ["Seer"]

    @pytest.mark.parametrize("final", [False, True])
    def test_what_is_final_stays_chosen_also_for_who_saw_nothing(self, dealt, final, monkeypatch):
        """If only people who learned nothing could choose again, others would see who has learned something."""
        monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Two()), ("seer", One(final=final))))
        seer_is_done(dealt, both=False)
        assert shown(dealt.after("back ended"), "1") == (["Seer", "turn.done"] if final else ["Seat 1"])

    def test_a_seat_of_the_deal_may_look_again(self, monkeypatch, request):
        monkeypatch.setattr(secret_game, "SHOW", (*SHOW[:3], Gap(1.0), *SHOW[3:]))
        dealt = request.getfixturevalue("dealt")
        assert shown(dealt, "hold release press 12s back ended") == ["Seat 1", "turn.hold"]
        loudness = dealt.table.choices.loudness
        assert dealt.after("1").table.choices.loudness == loudness
        assert shown(dealt, "hold") == ["Seer"]

    @pytest.mark.parametrize("before", [0, 2])
    @pytest.mark.parametrize("after", [0, 1])
    def test_there_are_as_many_entries_whatever_was_pressed_before_and_after(self, dealt, before, after):
        dealt.go("hold 12s ended")
        for _ in range(before):
            dealt.go("1 press")
        count = len(dealt.after("12s").effects)
        dealt.go("back ended")
        for _ in range(after):
            dealt.press()
        records = written(dealt.after("12s").effects[count:])
        assert [type(record.entry) for record in records[:1]] == [TakenBack]
        assert sum(1 + record.empty for record in records if record.sealed) == 1 + MOST_PRESSES + 1
        assert sum(isinstance(record.entry, Chosen) for record in records) == after

    @pytest.mark.parametrize("presses", [0, 2])
    def test_a_turn_of_the_same_call_that_is_open_leaves_as_many_entries(self, presses, monkeypatch, request):
        """A turn that is open starts again with its call, so its entries are filled up as if it were over."""
        monkeypatch.setattr(secret_game, "SHOW", TWO_IN_A_CALL)
        monkeypatch.setattr(secret_game, "TURNS", (("seer", Two()), ("robber", Two())))
        evening = request.getfixturevalue("dealt")
        evening.go("9s")
        for _ in range(presses):
            evening.press()
        assert open_turn(evening.after("start back")) == "seer"
        of_it = [each for each in written(evening.effects) if each.entry in (Chosen("robber", ()), TakenBack())]
        assert sum(1 + each.empty for each in of_it) == MOST_PRESSES + 1

    @pytest.mark.parametrize("both", [False, True])
    @pytest.mark.parametrize("pressed", [False, True])
    def test_after_a_power_cut_it_is_the_same_turn(self, dealt, both, pressed):
        seer_is_done(dealt, both=both).back()
        if pressed:
            dealt.go("ended press")
        again = cut(dealt)
        again.go("start ended")
        dealt.go("ended")
        assert open_turn(again) == "seer"
        assert shown(again) == ["Seer", "deal.act"]
        again.go("hold")
        dealt.go("hold")
        assert shown(again) == shown(dealt)

    def test_the_power_may_go_between_the_turn_and_the_repeat(self, dealt):
        assert open_turn(cut(seer_is_done(dealt, both=False)).after("start back ended")) == "seer"

    def test_it_is_too_late_once_another_turn_was_answered(self, monkeypatch, request):
        monkeypatch.setattr(secret_game, "SHOW", TWO_IN_A_CALL)
        monkeypatch.setattr(secret_game, "TURNS", (("seer", Two()), ("robber", Two())))
        evening = request.getfixturevalue("dealt")
        evening.go("9s 9s")
        before = evening.table.session and evening.table.session.play
        assert spoken(evening.back()) == ["turn.too-late"]
        assert evening.table.session.play == before
        assert evening.table.session.score.paused


class TestNobodyThere:
    def test_after_three_calls_it_stands_still_and_says_so_once(self, dealt):
        heard = spoken(leave_alone(dealt, 7200.0))
        assert heard.count("turn") == MOST_CALLS - 1  # and once before
        assert heard.count("turn.nobody-came") == 1
        assert dealt.table.rest.asleep
        assert any(isinstance(effect, Doze) for effect in dealt.effects)
        assert shown(dealt) == []

    def test_a_hand_wakes_it_and_start_calls_again(self, dealt):
        leave_alone(dealt, 7200.0)
        assert shown(dealt.after(Touched(dealt.at, Control.START)), "start")[0] == "Seat 1"
        assert spoken(dealt.start()) == ["turn"]
        assert shown(dealt, "ended hold") == ["Seer"]
        assert spoken(leave_alone(dealt, 60.0)) == ["seer.wake"]

    def test_who_comes_late_hears_on_the_dial_what_goes_on_and_adds_no_time(self, dealt):
        leave_alone(dealt, 100.0)
        dealt.turn(1)
        for gesture in (Gesture.PRESS, Gesture.HOLD):
            assert spoken(dealt.hand(Control.DIAL, gesture)) == ["screen.pause.hint"]
        session = dealt.after("start ended").table.session
        window = session.score.show[session.score.cue]
        assert session.score.until == dealt.at + window.seconds

    def test_it_calls_three_times_again_after_that(self, dealt):
        leave_alone(dealt, 100.0)
        assert spoken(leave_alone(dealt.after("start ended"), 600.0)).count("turn") == MOST_CALLS - 1

    def test_in_a_pause_made_by_hand_it_stays_awake(self, dealt):
        leave_alone(dealt.after("start"), 7200.0)
        assert not dealt.table.rest.asleep


def leave_alone(evening: Evening, seconds: float) -> list[object]:
    """Let time pass with every wake-up and the end of every line. Return the effects."""
    before, end = len(evening.effects), evening.at + seconds
    while (moment := evening.due()) is not None and moment <= end:
        evening.go(f"{moment - evening.at}s")
        evening.go("ended")
    evening.at = end
    return list(evening.effects[before:])
