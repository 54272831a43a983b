"""The clock of a talk that goes on in the stages after it: taken up by another talk, or only looked at."""

import pytest

from nightcrier.box.show.answers import TALK_OVER, TIME_UP, Option
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.facts import SeatName, Word
from nightcrier.box.show.stages import Ask, Count, Perform, Verdict
from nightcrier.box.table.core.effects import Answered, ClockKept, Record
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.power_on import boot
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import recorded, shown
from tests.box.table.evening import Evening
from tests.box.table.stage_games import StartStages, answers_of, end_sound, pass_time

SEATS = tuple(Option(str(seat), SeatName(seat)) for seat in range(1, 5))
END = Verdict((), (0, 1, 0))
DAY = Count(90.0, clock="day")
WHO = Ask(0, Word("who"), SEATS)


class TestLastingClock:
    def test_it_goes_on_in_the_stages_between_and_is_taken_up_as_it_stands(self, start_stages: StartStages) -> None:
        evening = start_stages(DAY, WHO, DAY, END)
        pass_time(evening, 20.0)
        evening.start()
        pass_time(evening, 30.0)
        evening.start()
        assert shown(evening)[0] == "0:40"

    def test_one_that_ran_out_meanwhile_ends_the_talk_at_once(self, start_stages: StartStages) -> None:
        evening = start_stages(DAY, WHO, DAY, END)
        evening.start()
        pass_time(evening, 200.0)
        evening.start()
        pass_time(evening, 0.0)
        assert answers_of(evening)[2:] == (TIME_UP,)

    def test_another_talk_has_its_own(self, start_stages: StartStages) -> None:
        evening = start_stages(DAY, WHO, Count(60.0), END)
        evening.start()
        evening.start()
        assert shown(evening)[0] == "1:00"

    def test_a_power_cut_costs_no_more_than_the_stages_between(self, start_stages: StartStages) -> None:
        evening = start_stages(DAY, WHO, DAY, END)
        pass_time(evening, 20.0)
        evening.start()
        assert Record(ClockKept("day", 70.0)) in evening.effects
        asked, _ = boot(evening.house, Table(evening.table.choices), recorded(evening))
        again = Evening(evening.house, asked)
        again.start()
        pass_time(again, 10.0)
        again.start()
        assert shown(again)[0] == "1:00"

    def test_a_power_cut_in_the_second_talk_costs_no_more_than_in_the_first(self, start_stages: StartStages) -> None:
        evening = start_stages(DAY, WHO, DAY, END)
        pass_time(evening, 20.0)
        evening.start()
        evening.start()
        pass_time(evening, 25.0)
        asked, _ = boot(evening.house, Table(evening.table.choices), recorded(evening))
        again = Evening(evening.house, asked)
        again.start()
        assert shown(again)[0] == "0:45"


class TestCheckedClock:
    CHECK = Count(None, clock="day", checks=True)
    SHOW = Perform((Say(LineId("vote")), Window("vote", 15.0)))

    def start(self, start_stages: StartStages, asked: float) -> Evening:
        evening = start_stages(DAY, WHO, self.SHOW, WHO, self.CHECK, WHO, self.CHECK, END)
        pass_time(evening, 20.0)
        evening.start()
        pass_time(evening, asked)
        evening.start()
        end_sound(evening)
        pass_time(evening, 15.0)
        return evening

    @pytest.mark.parametrize(("asked", "answer"), [(10.0, TALK_OVER), (50.0, TALK_OVER), (56.0, TIME_UP)])
    def test_it_says_at_once_whether_time_is_left(self, start_stages: StartStages, asked: float, answer: str) -> None:
        evening = self.start(start_stages, asked)
        evening.start()
        assert answers_of(evening)[4:] == (answer,)
        assert isinstance(evening.table.session.stage, Ask)

    def test_the_clock_runs_on_past_it(self, start_stages: StartStages) -> None:
        evening = self.start(start_stages, 10.0)
        evening.start()
        pass_time(evening, 46.0)
        evening.start()
        assert answers_of(evening)[6:] == (TIME_UP,)

    def test_a_power_cut_costs_no_more_than_the_stages_since_the_talk(self, start_stages: StartStages) -> None:
        evening = self.start(start_stages, 56.0)
        asked, _ = boot(evening.house, Table(evening.table.choices), recorded(evening))
        again = Evening(evening.house, asked)
        again.start()
        pass_time(again, 71.0)
        again.start()
        assert answers_of(again)[4:] == (TIME_UP,)

    @pytest.mark.parametrize("before", [4, 5])
    def test_it_is_answered_again_as_it_was_after_a_power_cut(self, start_stages: StartStages, before: int) -> None:
        evening = self.start(start_stages, 10.0)
        evening.start()
        kept = recorded(evening)
        answers = [n for n, entry in enumerate(kept) if isinstance(entry, Answered)]
        asked, _ = boot(evening.house, Table(evening.table.choices), kept[: answers[before - 1] + 1])
        again = Evening(evening.house, asked)
        again.start()
        assert answers_of(again) == answers_of(evening)

    def test_where_no_talk_was_there_is_all_the_time(self, start_stages: StartStages) -> None:
        assert answers_of(start_stages(self.CHECK, WHO, END)) == (TALK_OVER,)
