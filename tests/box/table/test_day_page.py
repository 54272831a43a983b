"""The day: the clock, its warnings, its ends, time added and taken."""

from nightcrier.box.events import Tick
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.stages import Ask, Count
from nightcrier.box.table.core.effects import Reached
from nightcrier.box.table.look import lamp
from tests.box.table.asking import BACK, HOLD, Through, page, recorded, shown, spoken


class TestDay:
    def test_it_counts_down_warns_and_ends(self, play_through: Through) -> None:
        evening = play_through(Count)
        said: dict[float, list[str]] = {}
        ticks = 0
        while page(evening) == "day":
            evening.at = evening.due()
            effects = evening.send(Tick(evening.at))
            if spoken(effects):
                said[90 - evening.at] = spoken(effects)
            ticks += sum(isinstance(effect, PlaySignal) for effect in effects)
        assert {moment: line for moment, line in said.items() if moment > 0} == {60: ["minute"], 30: ["half"]}
        assert ticks == 10
        assert evening.at == 90

    def test_late_ticks_miss_no_warning(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.at = 29.9
        evening.send(Tick(evening.at))
        evening.at = 30.2
        assert spoken(evening.turn(0)) == ["minute"]

    def test_the_clock_stands_large(self, play_through: Through) -> None:
        evening = play_through(Count)
        assert shown(evening)[0] == "1:30"
        evening.at = evening.due()
        evening.send(Tick(evening.at))
        assert shown(evening)[0] == "1:29"

    def test_the_dial_adds_and_takes_half_minutes(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.turn(2)
        assert shown(evening)[0] == "2:30"
        evening.turn(-9)
        assert shown(evening)[0] == "0:01"

    def test_back_stops_the_clock_and_starts_it_again(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.at = 10.0
        evening.back()
        assert evening.due() is None
        evening.at = 500.0
        evening.turn(1)
        assert shown(evening)[:2] == ["1:50", "day.stopped"]
        evening.back()
        assert shown(evening)[0] == "1:50"

    def test_a_press_shows_the_deck_while_the_clock_runs_on(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.press()
        assert page(evening) == "deck"
        assert evening.due() == 1.0
        evening.back()
        assert page(evening) == "day"

    def test_start_goes_to_the_vote(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.start()
        assert isinstance(evening.table.session.stage, Ask)

    def test_a_power_cut_costs_a_quarter_of_a_minute_at_most(self, play_through: Through) -> None:
        evening = play_through(Count)
        while evening.at < 20:
            evening.at = evening.due()
            evening.send(Tick(evening.at))
        assert recorded(evening)[-1] == Reached(left=75.0)

    def test_the_lamp_tells_the_last_minute(self, play_through: Through) -> None:
        evening = play_through(Count)
        assert lamp(evening.house, evening.table) == "day"
        evening.at = 31.0
        evening.send(Tick(evening.at))
        assert lamp(evening.house, evening.table) == "last-minute"

    def test_the_end_can_be_asked_and_refused(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.hand(BACK, HOLD)
        evening.back()
        assert page(evening) == "day"
