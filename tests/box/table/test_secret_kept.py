"""Tests what is recorded of a secret turn: the same amount for everybody, and enough to go on after a power cut."""

import pytest

from nightcrier.box.events import DiskPace
from nightcrier.box.show.cues import Call, Say, Window
from nightcrier.box.show.facts import SeatName
from nightcrier.box.table.core.effects import Answered, Chosen, Record
from nightcrier.box.table.game.conducting import MOST_PRESSES
from nightcrier.kernel.ids import LineId
from tests.box.table import secret_game
from tests.box.table.asking import shown
from tests.box.table.secret_game import cut, written


class TestWriting:
    def test_every_press_is_written_under_seal_with_what_is_chosen_then(self, dealt):
        dealt.go("hold 12s ended")
        deeds = (dealt.press, lambda: dealt.turn(2), dealt.press, dealt.back, lambda: dealt.turn(1), dealt.press)
        written = [deed() for deed in deeds]
        assert written[0] == (Record(Chosen("seer", ()), sealed=True),)
        assert [effects[0].entry.row for effects in written if effects] == [(), ("2",), (), ("1",)]
        assert [len(effects) for effects in written] == [1, 0, 1, 1, 0, 1]

    @pytest.mark.parametrize("presses", [0, 1, 5, MOST_PRESSES, 2 * MOST_PRESSES])
    def test_every_turn_has_the_same_number_of_entries(self, dealt, presses):
        dealt.go("hold 12s ended")
        for _ in range(presses):
            dealt.go("1 press")
        before = len(dealt.effects)
        dealt.go("12s")
        (answered,) = [each for each in written(dealt.effects[before:]) if isinstance(each.entry, Answered)]
        chosen = [
            each for each in written(dealt.effects) if isinstance(each.entry, Chosen) and each.entry.turn == "seer"
        ]
        assert len(chosen) + answered.empty == MOST_PRESSES
        assert answered.sealed

    def test_a_held_start_takes_nothing_of_what_was_chosen(self, dealt):
        dealt.go("hold 12s ended 1 press hold-start hold-start 12s")
        answers = [each.entry.value for each in written(dealt.effects) if isinstance(each.entry, Answered)]
        assert answers[-1] == ("1",)

    @pytest.mark.parametrize("presses", [1, 2])
    def test_after_a_power_cut_the_turn_stands_where_it_stood(self, dealt, presses):
        dealt.go("hold 12s ended")
        for _ in range(presses):
            dealt.go("1 press")
        again = cut(dealt)
        assert shown(again, "start ended") == ["Seer", "deal.act"]
        again.go("hold")
        dealt.go("hold")
        assert shown(again) == shown(dealt)
        assert again.after("release 1 back back").table.session
        assert again.table.session.acting.row == (() if presses == 1 else ("1", "2"))

    def test_the_entries_of_a_turn_that_was_cut_are_as_many(self, dealt):
        dealt.go("hold 12s ended")
        for _ in range(3):
            dealt.press()
        again = cut(dealt)
        again.go("start ended press 12s")
        (answered,) = [each for each in written(again.effects) if isinstance(each.entry, Answered)]
        assert answered.empty == MOST_PRESSES - 4

    def test_who_had_confirmed_the_own_card_cannot_see_it_after_a_power_cut(self, dealt):
        assert "Seer" not in shown(cut(dealt.after("hold press")), "start ended hold")


class TestSlowCard:
    @pytest.mark.parametrize(("least", "pressed"), [(None, 0), (6.0, 1)])
    def test_only_a_press_that_ends_the_window_itself_is_never_too_late(self, least, pressed, monkeypatch, request):
        """Everybody hears such a press at once. Any other one must be saved before its window ends."""
        show = (Call(SeatName(1)), Window("seat-1", 12.0, least), Say(LineId("seer.wake")))
        monkeypatch.setattr(secret_game, "SHOW", show)
        dealt = request.getfixturevalue("dealt")
        dealt.go(DiskPace(dealt.at, 2.0), "hold")
        dealt.go("10s press")
        kept = [each.entry for each in written(dealt.effects) if isinstance(each.entry, Chosen | Answered)]
        assert len(kept) == 2 * pressed
        assert (shown(dealt) == ["Seat 1", "turn.done"]) is (not pressed)
