"""Tests answers that carry how long their stage took, answers by holding the dial, and what is read with eyes shut."""

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.answers import BACK, SKIP, Option
from nightcrier.box.show.cues import CHOSEN, Bed, SetBed
from nightcrier.box.show.facts import RoleName, SeatName, Word
from nightcrier.box.show.stages import HOST, Ask, Marks, Tell, Verdict
from nightcrier.box.table.core.effects import Answered, Record
from nightcrier.box.table.look import lamp, look
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import after_cut, end_game, shown, spoken
from tests.box.table.stage_games import answers_of

SEATS = tuple(Option(str(seat), SeatName(seat)) for seat in range(1, 5))
END = Verdict((), (0, 1, 0))
WHO = Ask(0, Word("who"), SEATS, timed=True)


class TestTimedAnswer:
    def test_a_question_says_how_long_it_stood(self, start_stages):
        evening = start_stages(WHO, END)
        evening.turn(2)
        evening.at = 12.34
        assert evening.press()[0] == Record(Answered(("3", "12.3")), beside=True)
        assert answers_of(evening) == (("3", "12.3"),)

    def test_so_does_what_was_told_and_what_was_marked(self, start_stages):
        marked = Ask(0, Word("who"), SEATS, marks=Marks(0, 2, ("2", "4")), timed=True)
        evening = start_stages(Tell(HOST, (RoleName("seer"),), timed=True), marked, END)
        evening.at = 7.0
        evening.start()
        evening.at = 9.06
        assert answers_of(evening.after("start")) == (("7.0",), ("2", "4", "2.1"))

    def test_no_hand_comes_before_the_stage(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS), WHO, END)
        evening.at = 5.0
        evening.start()
        evening.at = 4.0
        assert answers_of(evening.after("start"))[1] == ("1", "0.0")

    @pytest.mark.parametrize(("control", "gesture", "answer"), [
        (Control.BACK, Gesture.PRESS, BACK), (Control.START, Gesture.HOLD, SKIP),
    ])  # fmt: skip
    def test_the_way_back_and_past_it_are_bare(self, start_stages, control, gesture, answer):
        evening = start_stages(Tell(0, (RoleName("seer"),), back=True, skip=True, timed=True), END)
        evening.at = 5.0
        evening.hand(control, gesture)
        assert answers_of(evening) == (answer,)

    def test_after_a_power_cut_it_counts_from_there_and_keeps_what_was_answered(self, start_stages):
        evening = start_stages(WHO, WHO, END)
        evening.at = 60.0
        evening.start()
        again = after_cut(evening)
        again.at = 100.0
        again.start()
        again.at = 103.5
        assert answers_of(again.after("start")) == (("1", "60.0"), ("1", "3.5"))


class TestHeldDial:
    @pytest.mark.parametrize("marks", [None, Marks(1, 2)])
    @pytest.mark.parametrize(
        ("who", "held", "timed", "answers"),
        [
            (0, "opened", False, ("opened",)),
            (2, "opened", False, ("opened",)),
            (HOST, "opened", False, ("opened",)),
            (HOST, "opened", True, (("opened", "4.2"),)),
            (0, "", False, ()),
        ],
    )
    def test_it_answers_what_the_game_has_for_it(self, start_stages, marks, who, held, timed, answers):
        evening = start_stages(Ask(who, Word("who"), SEATS, marks=marks, held=held, timed=timed), END)
        evening.at = 4.2
        evening.go("hold release")
        assert answers_of(evening) == answers


class TestReadInTheDark:
    TOLD = Tell(0, (RoleName("seer"),), lines=(LineId("tell"),), night=Bed(CHOSEN, -3.0))

    def test_it_has_its_bed_and_glows_faintly(self, start_stages):
        evening = start_stages(self.TOLD, END)
        assert SetBed("tapping", -3.0, 1.0) in evening.effects
        assert spoken(evening.effects) == ["tell"]
        assert look(evening.house, evening.table).dim
        assert lamp(evening.house, evening.table) == "night"

    @pytest.mark.parametrize("who", [2, HOST])
    def test_one_that_is_for_single_eyes_glows_faintly_on_every_screen(self, start_stages, who):
        evening = start_stages(Tell(who, (RoleName("seer"),), night=Bed(CHOSEN)), END)
        evening.go("hold")
        view = look(evening.house, evening.table)
        assert (view.dim, view.hidden.public.dim) == (True, True)

    def test_who_ends_the_game_there_opens_all_eyes(self, start_stages):
        assert "night.ended" in spoken(end_game(start_stages(self.TOLD, END)))

    def test_its_bed_comes_back_after_a_power_cut(self, start_stages):
        evening = start_stages(self.TOLD, END)
        again = after_cut(evening)
        assert SetBed("tapping", -3.0, 1.0) in again.start()


class TestMarkedBeforehand:
    def test_what_is_marked_at_first_can_be_taken_back(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS, marks=Marks(0, 3, ("1", "3"))), END)
        assert look(evening.house, evening.table).rows[1].inverse
        assert answers_of(evening.after("press start")) == (("3",),)

    def test_the_question_is_read_aloud_as_ever(self, start_stages):
        ask = Ask(0, Word("who"), SEATS, marks=Marks(0, 3, ("1",)))
        evening = start_stages(Ask(0, Word("first"), SEATS), ask, END, spoken_menu=True)
        assert spoken(evening.start()) == ["screen.who", "seat-first", "seat.1", "screen.on", "ask.how-to-mark"]
        assert shown(evening)[-2:] == ["key.mark", "key.done 1"]
