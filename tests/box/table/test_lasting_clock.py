"""Tests the clock of a talk that goes on in later stages: another talk continues it, or it cuts them off at zero."""

import pytest

from nightcrier.box.show.answers import TALK_OVER, TIME_UP, Option
from nightcrier.box.show.cues import Hush, Say, Window
from nightcrier.box.show.facts import SeatName, Word
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.effects import ClockKept, Record
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.public_table import table_shown
from nightcrier.kernel.ids import LineId
from nightcrier.wire.public_record import PublicClock
from tests.box.table.asking import after_cut, shown
from tests.box.table.evening import Evening
from tests.box.table.stage_games import StartStages, answers_of, pass_time

SEATS = tuple(Option(str(seat), SeatName(seat)) for seat in range(1, 5))
END = Verdict((), (0, 1, 0))
DAY = Count(90.0, clock="day")
WHO = Ask(0, Word("who"), SEATS)


class TestLastingClock:
    def test_it_goes_on_in_the_stages_between_and_is_taken_up_as_it_stands(self, start_stages):
        evening = start_stages(DAY, WHO, DAY, END)
        assert shown(pass_time(pass_time(evening, 20.0).after("start"), 30.0), "start")[0] == "0:40"

    def test_one_that_ran_out_meanwhile_ends_the_talk_at_once(self, start_stages):
        evening = start_stages(DAY, WHO, DAY, END)
        pass_time(pass_time(evening.after("start"), 200.0).after("start"), 0.0)
        assert answers_of(evening)[2:] == (TIME_UP,)

    def test_another_talk_has_its_own(self, start_stages):
        assert shown(start_stages(DAY, WHO, Count(60.0), END), "start start")[0] == "1:00"

    def test_a_power_cut_costs_no_more_than_the_stages_between(self, start_stages):
        evening = start_stages(DAY, WHO, DAY, END)
        pass_time(evening, 20.0).start()
        assert Record(ClockKept("day", 70.0), beside=True) in evening.effects
        assert shown(pass_time(after_cut(evening).after("start"), 10.0), "start")[0] == "1:00"

    def test_a_power_cut_in_the_second_talk_costs_no_more_than_in_the_first(self, start_stages):
        evening = start_stages(DAY, WHO, DAY, END)
        pass_time(pass_time(evening, 20.0).after("start start"), 25.0)
        assert shown(after_cut(evening), "start")[0] == "0:45"


class TestClockThatCuts:
    """Tests stages that begin after 20 of the 90 seconds were used up in the talk."""

    SHOW = Perform((Say(LineId("vote")), Window("vote", 15.0)), clock="day")
    ASK = Ask(0, Word("who"), SEATS, clock="day")
    TOLD = Tell(0, (Word("who"),), clock="day")

    def start(self, start_stages: StartStages, *stages: Stage) -> Evening:
        return pass_time(start_stages(DAY, *stages, END), 20.0).after("start")

    @pytest.mark.parametrize("stage", [ASK, TOLD, SHOW])
    def test_at_zero_it_cuts_the_stage(self, start_stages, stage):
        evening = self.start(start_stages, stage, WHO)
        assert pass_time(evening, 69.0).table.session.stage == stage
        assert answers_of(pass_time(evening, 1.0))[1:] == (TIME_UP,)

    def test_the_words_of_a_show_are_cut_too(self, start_stages):
        evening = self.start(start_stages, self.SHOW, WHO)
        pass_time(evening, 70.0)
        assert Hush() in evening.effects

    def test_a_stage_without_it_is_left_alone(self, start_stages):
        assert answers_of(pass_time(self.start(start_stages, WHO), 200.0)) == (TALK_OVER,)

    def test_a_stage_that_begins_after_zero_is_not_begun(self, start_stages):
        evening = self.start(start_stages, WHO, self.ASK, WHO)
        assert answers_of(pass_time(evening, 200.0).after("start"))[2:] == (TIME_UP,)

    def test_a_show_that_is_paused_is_cut_once_it_goes_on(self, start_stages):
        evening = self.start(start_stages, self.SHOW, WHO)
        assert answers_of(pass_time(evening.after("start"), 100.0)) == (TALK_OVER,)
        assert answers_of(pass_time(evening.after("start"), 0.0))[1:] == (TIME_UP,)

    def test_everybody_may_see_it_run(self, start_stages):
        evening = self.start(start_stages, self.ASK)
        clock = table_shown(evening.house, evening.table, View("ask", "en")).clock
        assert clock == PublicClock(evening.table.session.since + 70.0, 0.0, False)

    def test_a_power_cut_costs_no_more_than_the_stages_since_the_talk(self, start_stages):
        evening = self.start(start_stages, self.ASK, WHO)
        pass_time(evening, 50.0)
        assert answers_of(pass_time(after_cut(evening).after("start"), 70.0))[1:] == (TIME_UP,)

    def test_it_is_answered_again_as_it_was_after_a_power_cut(self, start_stages):
        evening = self.start(start_stages, self.ASK, WHO)
        pass_time(evening, 70.0)
        assert answers_of(after_cut(evening)) == answers_of(evening)
