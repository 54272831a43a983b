"""Tests stages that carry many nights: several marks, long lists, questions in the dark, lasting clocks."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.answers import NONE_OF_THEM, TALK_OVER, TIME_UP, Option
from nightcrier.box.show.cues import CHOSEN, Bed, Call, PlaySignal, Say, SetBed, Window
from nightcrier.box.show.facts import RoleName, SeatName, Word
from nightcrier.box.show.stages import HOST, Ask, Count, Marks, Perform, Verdict
from nightcrier.box.table.heard.talk import HOW_TO_MARK
from nightcrier.box.table.look import lamp, look
from nightcrier.kernel.ids import NOBODY_WAITS, LineId
from tests.box.table.asking import end_game, shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.secret_game import Card
from tests.box.table.stage_games import answers_of, pass_time

SEATS = tuple(Option(str(seat), SeatName(seat)) for seat in range(1, 13))
END = Verdict((), (0, 1, 0))
NOBODY_TOO = Ask(0, Word("who"), (Option(NONE_OF_THEM, Word("nobody")), *SEATS), marks=Marks(0, 2))


class TestMarks:
    def test_a_press_marks_and_takes_it_back_and_start_gives_all(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS, marks=Marks(1, 3)), END)
        for steps in (0, 2, 1):
            evening.turn(steps)
            evening.press()
        assert answers_of(evening.after("press start")) == (("1", "3"),)

    def test_too_few_are_not_given_and_too_many_not_taken(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS, marks=Marks(2, 2)), END)
        assert answers_of(evening.after("press start")) == ()
        assert shown(evening)[2:] == ["ask.mark.more", "key.mark"]
        for _ in range(2):
            evening.go("1 press")
        assert shown(evening)[-1] == "key.done 2"
        assert answers_of(evening.after("start")) == (("1", "2"),)

    def test_nobody_is_an_answer_where_it_stands_on_the_screen(self, start_stages):
        evening = start_stages(NOBODY_TOO, END)
        assert shown(evening) == ["who", "nobody", "key.done"]
        assert look(evening.house, evening.table).rows[1].inverse
        assert answers_of(evening.after("start")) == ((),)

    def test_a_slip_on_a_seat_answers_nobody_and_is_told_how_to_mark(self, start_stages):
        evening = start_stages(NOBODY_TOO, END)
        assert spoken(evening.go("2 start")) == [HOW_TO_MARK]
        assert (answers_of(evening), shown(evening)[2:]) == ((), ["key.mark"])
        assert answers_of(evening.after("press start")) == (("2",),)

    def test_who_is_marked_is_never_given_under_the_word_nobody(self, start_stages):
        evening = start_stages(NOBODY_TOO, END)
        assert shown(evening, "2 press -2") == ["who", "key.mark", "key.done 1"]
        assert [chip.number for chip in look(evening.house, evening.table).chips if chip.lit] == ["2"]
        assert answers_of(evening.after("start")) == (("2",),)

    def test_a_press_there_takes_the_marks_away_and_nobody_is_an_answer_again(self, start_stages):
        evening = start_stages(NOBODY_TOO, END)
        assert shown(evening, "1 press -1 press") == ["who", "nobody", "key.done"]
        assert answers_of(evening.after("start")) == ((),)

    def test_the_spoken_menu_says_there_who_is_marked(self, start_stages):
        evening = start_stages(NOBODY_TOO, END, spoken_menu=True)
        for _ in range(2):
            evening.go("1 press")
        assert spoken(evening.turn(-2)) == ["seat-first", "seat.1", "seat-first", "seat.2", "screen.on"]

    def test_every_seat_says_what_a_press_does_there(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS, marks=Marks(1, 2)), END)
        assert shown(evening, "press")[2:] == ["key.mark", "key.done 1"]
        assert shown(evening, "1")[2:] == ["key.mark", "key.done 1"]
        assert shown(evening, "press 1")[2:] == ["key.done 2"]

    def test_how_to_mark_is_said_once(self, start_stages):
        evening = start_stages(Ask(0, Word("first"), SEATS), NOBODY_TOO, NOBODY_TOO, END)
        assert spoken(evening.start()) == ["screen.who", HOW_TO_MARK]
        assert spoken(evening.start()) == ["screen.who"]

    def test_it_is_never_said_to_one_seat_or_to_the_host(self, start_stages):
        for who in (HOST, 3):
            asked = replace(NOBODY_TOO, who=who)
            evening = start_stages(Ask(0, Word("first"), SEATS), asked, END)
            assert spoken(evening.start()) == []
            assert spoken(evening.go("1 1 start")) == []
            assert shown(evening)[-1] == ("key.mark" if who == HOST else "Seat 1")
            assert shown(evening, "press")[-1] == ("key.done 1" if who == HOST else "Seat 1")

    def test_what_is_marked_stands_inverse_and_is_said(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS, marks=Marks(1, 2)), END, spoken_menu=True)
        assert not look(evening.house, evening.table).rows[1].inverse
        assert spoken(evening.press()) == ["seat-first", "seat.1", "screen.on"]
        assert look(evening.house, evening.table).rows[1].inverse


def test_a_question_in_the_dark_has_its_bed_and_glows_faintly(start_stages):
    evening = start_stages(Ask(0, Word("who"), SEATS, lines=(LineId("ask"),), night=Bed(CHOSEN, -3.0)), END)
    assert SetBed("tapping", -3.0, 1.0) in evening.effects
    assert look(evening.house, evening.table).dim
    assert lamp(evening.house, evening.table) == "night"
    assert "night.ended" in spoken(end_game(evening))


class TestOpenTalk:
    def test_it_counts_up_until_people_are_done(self, start_stages):
        evening = start_stages(Count(None), END)
        assert shown(pass_time(evening, 75.5))[0] == "1:15"
        assert evening.due() == 76.0
        assert shown(evening, "3")[0] == "1:15"
        assert answers_of(evening.after("start")) == (TALK_OVER,)

    def test_back_stops_it_and_it_goes_on_from_there(self, start_stages):
        evening = start_stages(Count(None), END)
        assert pass_time(evening, 10.0).after("back").due() is None
        assert shown(pass_time(pass_time(evening, 100.0).after("back"), 5.0))[0] == "0:15"

    @pytest.mark.parametrize(("seconds", "how"), [(90.0, TIME_UP), (30.0, TALK_OVER)])
    def test_a_talk_says_how_it_ended(self, start_stages, seconds, how):
        evening = start_stages(Count(90.0), END)
        pass_time(evening, seconds)
        if how == TALK_OVER:
            evening.start()
        assert answers_of(evening) == (how,)


class TestReadyWindow:
    SHOW = (Call(RoleName("seer")), Say(LineId("choose")), Window("choose", 30.0, 10.0), Say(LineId("pass")))

    @pytest.fixture
    def evening(self, start_stages):
        return start_stages(Perform(self.SHOW), END).after("ended")

    def test_start_ends_it_once_its_least_time_is_over(self, evening):
        assert shown(evening)[-1] == "key.on"
        assert spoken(pass_time(evening, 15.0).start()) == ["pass"]

    def test_too_early_it_ends_at_its_least_time(self, evening):
        assert spoken(pass_time(evening, 3.0).start()) == []
        assert evening.table.session.score.until == 10.0
        assert spoken(pass_time(evening, 7.0).effects)[-1] == "pass"

    def test_a_press_too_early_is_kept_and_seen_and_heard_so(self, evening):
        for _ in range(2):
            assert PlaySignal(NOBODY_WAITS, "tick") in evening.start()
            assert shown(evening)[-1] == "window.kept"
        assert evening.table.session.score.until == 10.0

    def test_more_time_after_it_takes_it_back(self, evening):
        assert (shown(evening, "start press")[-1], evening.table.session.score.until) == ("key.on", 20.0)
        assert evening.after("start").table.session.score.until == 10.0

    def test_the_call_said_again_is_as_new(self, evening):
        assert shown(evening, "start back ended")[-1] == "key.on"

    def test_more_time_moves_its_latest_end_and_whoever_is_ready_still_need_not_wait(self, evening):
        assert evening.after("press").table.session.score.until == 40.0
        assert evening.after("start").table.session.score.until == 10.0


class TestTurnThatEndsWithItsPress:
    SHOW = (Call(SeatName(1)), Window("seat-1", 15.0, 8.0), Say(LineId("next")))

    @pytest.fixture
    def evening(self, start_stages):
        return start_stages(Perform(self.SHOW, "deal", {"seat-1": Card()}), END, END, secret_from=0)

    def look_and_press(self, evening: Evening, after: float) -> None:
        pass_time(evening.after("hold"), after).go("release press")

    @pytest.mark.parametrize(("pressed", "ends"), [(2.0, 8.0), (8.0, 8.0), (11.0, 11.0)])
    def test_it_ends_at_the_press_but_not_before_its_least_time(self, evening, pressed, ends):
        self.look_and_press(evening, pressed)
        assert spoken(pass_time(evening, ends - evening.at).effects)[-1:] == ["next"]
        assert evening.at == ends

    def test_whoever_has_only_looked_keeps_the_whole_time(self, evening):
        assert spoken(pass_time(evening.after("hold"), 14.9).effects) == []

    def test_start_pauses_it_as_always(self, evening):
        evening.start()
        assert look(evening.house, evening.table).page == "pause"
