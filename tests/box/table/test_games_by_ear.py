"""Tests what a game answers by ear if the box reads its pages aloud: the day, a night, announcements, the verdict."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Ended, Gesture
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.cues import COUNT_OF_THREE, PlaySignal, Signal, Speak, Window
from nightcrier.box.show.facts import RoleName, SeatName, Word
from nightcrier.box.show.stages import HOST, Ask, Count, Marks, Perform, Tell, Verdict
from nightcrier.box.table.game.session import advance
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import DIAL, sound_ends, spoken
from tests.box.table.evening import Evening

SEATS = tuple(Option(str(seat), SeatName(seat)) for seat in (1, 2, 3))
END = Verdict((), (1, 0), (Word("end"),))
TALK = Count(150.0, explain=(LineId("explain"),))
TIMED = ["day.minutes", "number.2", "day.seconds", "number.30"]
RUNS, STANDS = (["day.runs", *TIMED], ["day.stands", *TIMED])


@pytest.fixture
def talk(start_stages):
    return start_stages(Tell(0, (Word("before"),)), TALK, END, spoken_menu=True)


class TestDay:
    def test_it_begins_with_the_time_and_says_once_what_the_controls_do(self, talk):
        assert spoken(talk.start()) == [*RUNS, "day.keys"]
        talk.press()
        assert spoken(talk.back()) == RUNS  # the deck was left: the day says again where it is

    def test_it_begins_so_after_a_show_that_ends_by_itself(self, start_stages):
        evening = start_stages(Perform(COUNT_OF_THREE[:1]), TALK, spoken_menu=True)
        evening.at = 1.0
        assert spoken(evening.send(Ended(1.0, evening.table.token))) == [*RUNS, "day.keys"]

    def test_a_talk_with_a_name_says_what_it_is_for(self, start_stages):
        named = replace(TALK, named=(LineId("dead.last-words"),))
        evening = start_stages(Tell(0, (Word("before"),)), named, END, spoken_menu=True)
        assert spoken(evening.start()) == ["dead.last-words", *RUNS, "day.keys"]

    def test_back_stops_the_clock_and_says_the_time_and_starts_it_again(self, talk):
        assert spoken(talk.go("start back")) == STANDS
        assert spoken(talk.back()) == RUNS

    def test_each_half_minute_more_or_less_says_the_new_time(self, talk):
        assert spoken(talk.go("start back 1")) == ["day.minutes", "number.3"]
        assert spoken(talk.turn(-9)) == ["day.seconds", "number.1"]
        assert spoken(talk.turn(-1)) == ["day.seconds", "number.1"]  # the end of the scale is heard, too

    @pytest.mark.parametrize(
        ("seconds", "said"),
        [
            (36, ["day.seconds", "number.36"]),
            (37, ["day.seconds", "number.30"]),
            (50, ["day.minutes", "number.1"]),
            (80, ["day.minutes", "number.1", "day.seconds", "number.30"]),
            (5000, ["day.minutes", "number.36"]),
        ],
    )
    def test_what_no_voice_counts_is_said_to_the_half_minute(self, start_stages, seconds, said):
        evening = start_stages(Tell(0, (Word("before"),)), Count(float(seconds)), spoken_menu=True)
        assert spoken(evening.start()) == ["day.runs", *said, "day.keys"]

    def test_a_clock_that_counts_up_begins_without_a_time_and_says_that_it_goes_so_far(self, start_stages):
        evening = start_stages(Tell(0, (Word("before"),)), Count(None), spoken_menu=True)
        assert spoken(evening.start()) == ["day.runs", "day.keys"]
        evening.at = 28.0
        assert spoken(evening.back()) == ["day.stands", "day.so-far", "day.seconds", "number.28"]

    def test_the_dial_says_the_role_it_turns_to_or_the_time(self, real_house, real_table):
        choices = replace(real_table.choices, spoken_menu=True)
        evening = Evening(real_house, replace(real_table, choices=choices))
        evening.start()
        while not isinstance(evening.table.stage, Count):
            evening.table, _ = advance(evening.table, "", evening.at)
        assert spoken(evening.turn(1)) == ["role.werewolf", "number.2"]
        assert spoken(evening.turn(1)) == ["role.seer"]
        assert spoken(evening.turn(-2))[0] == "day.minutes"

    def test_eyes_alone_hear_nothing_of_it(self, start_stages):
        evening = start_stages(Tell(0, (Word("before"),)), TALK, END)
        for hands in (evening.start, evening.back, lambda: evening.turn(1), evening.back):
            assert spoken(hands()) == []

    def test_what_is_explained_on_request_is_not_cut_by_the_hand_that_lets_go(self, talk):
        assert spoken(talk.go("start hold")) == ["explain"]
        talk.at = 31.0  # by now another time stands on the clock
        assert spoken(talk.hand(DIAL, Gesture.RELEASE)) == []


class TestNight:
    SHOW = (Signal("gong"), Window("window", 10.0))

    def test_more_time_is_confirmed_by_a_tick_which_cuts_no_signal(self, start_stages):
        evening = start_stages(Perform(self.SHOW), END)
        assert evening.press() == ()
        assert [type(effect) for effect in sound_ends(evening).press()] == [PlaySignal]

    def test_where_nobody_may_be_heard_a_press_stays_silent(self, start_stages):
        assert sound_ends(start_stages(Perform(self.SHOW, still=True), END)).press() == ()


ROWS = (Word("first"), Word("second"), RoleName("seer"))
WON = Verdict((), (1,), ROWS, (LineId("won"),))


class TestTold:
    @pytest.mark.parametrize("stage", [Tell(0, ROWS, (LineId("told"),)), WON])
    def test_the_row_that_the_dial_reaches_is_said(self, start_stages, stage):
        evening = start_stages(stage, END, spoken_menu=True)
        assert [spoken(evening.turn(steps)) for steps in (1, 1, -2)] == [
            ["screen.second"],
            ["role.seer"],
            ["screen.first"],
        ]

    def test_a_stage_begins_in_its_own_words_in_every_language(self, start_stages):
        evening = start_stages(Tell(0, ROWS, (LineId("told"),)), END, spoken_menu=True)
        first = next(effect for effect in evening.effects if isinstance(effect, Speak))
        assert (first.lines, first.menu) == (("told", "tell.keys"), False)

    def test_back_from_another_page_it_is_told_where_one_is(self, start_stages):
        evening = start_stages(Tell(0, ROWS[:1], (LineId("told"),)), END, spoken_menu=True)
        assert spoken(evening.go("hold-back back")) == ["told"]

    def test_facts_for_one_seat_or_for_the_host_are_never_said(self, start_stages):
        for who in (1, HOST):
            assert spoken(start_stages(Tell(who, ROWS), END, spoken_menu=True).turn(1)) == []

    def test_the_first_verdict_says_how_to_read_on(self, start_stages):
        evening = start_stages(WON, END, spoken_menu=True)
        assert spoken(evening.effects) == ["won", "verdict.keys"]
        assert spoken(evening.press()) == ["won"]

    def test_after_a_show_a_question_is_asked_with_its_first_answer(self, start_stages):
        ask = Ask(0, Word("who"), SEATS, lines=(LineId("ask"),))
        evening = start_stages(Perform(COUNT_OF_THREE[:1]), ask, END, spoken_menu=True)
        assert spoken(evening.send(Ended(1.0, evening.table.token)))[:3] == ["ask", "seat-first", "seat.1"]

    def test_how_to_answer_is_said_at_the_first_question(self, start_stages):
        evening = start_stages(Ask(0, Word("who"), SEATS), Ask(0, Word("whom"), SEATS), END, spoken_menu=True)
        assert spoken(evening.effects)[-1] == "ask.how-to-answer"
        assert "ask.how-to-answer" not in spoken(evening.start())


class TestQuestions:
    ASK = Ask(0, Word("who"), SEATS)

    def test_holding_the_dial_says_the_question_the_answer_in_hand_and_then_what_was_told(self, start_stages):
        evening = start_stages(Tell(0, (Word("before"),), (LineId("told"),)), self.ASK, END, spoken_menu=True)
        assert spoken(evening.go("start 1 hold")) == ["screen.who", "seat-first", "seat.2", "told"]

    def test_eyes_alone_hear_what_was_told(self, start_stages):
        evening = start_stages(Tell(0, (Word("before"),), (LineId("told"),)), self.ASK, END)
        assert spoken(evening.go("start hold")) == ["told"]

    def test_without_a_screen_all_is_said_as_where_pages_are_read_aloud(self, start_stages):
        several = replace(self.ASK, question=Word("whom"), marks=Marks(1, 2))
        evening = start_stages(self.ASK, several, Tell(0, (Word("t"),), (LineId("told"),)), WON, END)
        evening.house = replace(evening.house, has_screen=False)
        assert spoken(evening.start()) == ["screen.whom", "seat-first", "seat.1", "screen.off", "ask.how-to-mark"]
        evening.turn(1)
        assert spoken(evening.go("hold")) == ["screen.whom", "seat-first", "seat.2", "screen.off", "ask.how-to-mark"]
        assert spoken(evening.go("press start")) == ["told", "tell.keys"]
        assert spoken(evening.start()) == ["won", "verdict.keys"]

    def test_back_at_the_first_answer_the_question_is_not_said_again(self, start_stages):
        assert spoken(start_stages(self.ASK, END, spoken_menu=True).go("1 -1")) == ["seat-first", "seat.1"]

    def test_nobody_is_neither_on_nor_off(self, start_stages):
        asked = replace(self.ASK, choices=(*SEATS, Option(NONE_OF_THEM, Word("nobody"))), marks=Marks(0, 2))
        assert spoken(start_stages(asked, END, spoken_menu=True).turn(-1)) == ["screen.nobody"]

    def test_the_first_thing_told_says_how_to_go_on(self, start_stages):
        tells = [Tell(0, (Word("before"),), (LineId(told),)) for told in ("one", "two")]
        evening = start_stages(*tells, END, spoken_menu=True)
        assert spoken(evening.effects) == ["one", "tell.keys"]
        assert spoken(evening.start()) == ["two"]
