"""Tests events of the machine under the box: shown at home, held back during a game, and its shutdown said aloud."""

from msgspec.structs import replace

from nightcrier.box.events import BatteryCharge, Ended, Tick, Touched
from nightcrier.box.show.cues import Hush, Say, Speak, Window
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.effects import PowerOff
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.machine_state import Battery
from tests.box.table.asking import DIAL, end_game, page, shown, spoken
from tests.box.table.stage_games import pass_time

SUNK = Fault(0.0, Part.POWER, "The voltage is too low.")
EMPTY = Fault(0.0, Part.BATTERY, "The battery is empty.", cause=Cause.EMPTY)


def switches_off(evening, after: str):
    evening.table = replace(evening.table, choices=replace(evening.table.choices, idle_off=after))
    return evening


class TestTold:
    def test_at_home_a_notice_comes_up_at_once(self, evening):
        assert shown(evening.after(SUNK))[0] == "fault.power"

    def test_in_a_game_nothing_is_seen_or_heard_of_it_until_it_is_over(self, evening):
        before = shown(evening, "start")
        assert evening.send(SUNK) == ()
        assert evening.send(Fault(1.0, Part.POWER, "It is right again.", mended=True)) == ()
        assert shown(evening) == before
        end_game(evening)
        assert isinstance(evening.table.page, NoticePage)
        assert shown(evening)[0] == "fault.power"
        assert (page(evening, "press"), evening.table.untold) == ("home", ())

    def test_what_happens_twice_in_a_game_is_told_once(self, evening):
        evening.start()
        for part in (Part.POWER, Part.HEAT, Part.POWER):
            evening.send(Fault(0.0, part, "It is wrong."))
        assert [fault.part for fault in evening.table.untold] == [Part.HEAT, Part.POWER]

    def test_an_empty_battery_is_said_in_the_night_which_waits(self, evening):
        effects = evening.after("start").send(EMPTY)
        assert evening.table.session.score.paused
        assert effects[-1].lines == ("screen.fault.battery.empty",)
        assert [type(effect) for effect in evening.send(replace(EMPTY, at=1.0))] == [Hush, Speak]

    def test_a_wait_for_nobody_goes_on_as_a_question_does(self, start_stages):
        close = Perform((Say(LineId("close")), Say(LineId("next"))))
        evening = start_stages(Perform((Window("call", 5.0),), still=True), close)
        evening.at = 4.0
        warned = evening.send(replace(EMPTY, at=4.0))[-1]
        assert not evening.table.session.score.paused
        pass_time(evening, 1.0)
        assert spoken(evening.send(Ended(evening.at, warned.token))) == []
        assert spoken(evening.send(Ended(evening.at, evening.table.token))) == ["next"]

    def test_and_at_home_with_a_notice(self, evening):
        effects = evening.send(EMPTY)
        assert isinstance(evening.table.page, NoticePage)
        assert effects[-1].lines == ("screen.fault.battery.empty",)


class TestBattery:
    def lines(self, evening) -> list[str]:
        return [item.line for item in MENUS["device"].items(evening.house, evening.table)]

    def test_only_a_box_that_has_one_shows_it(self, evening):
        assert "screen.battery" not in self.lines(evening)
        assert "screen.battery" in self.lines(evening.after(BatteryCharge(0.0, Battery(80, drawn=True))))
        assert "screen.battery" not in self.lines(evening.after(BatteryCharge(0.0, None)))

    def test_it_says_aloud_whether_there_is_enough(self, evening):
        evening.send(BatteryCharge(0.0, Battery(10, drawn=True, minutes=125)))
        assert self.said(evening) == ("screen.battery.enough",)
        assert self.said(evening.after(replace(EMPTY, cause=Cause.USUAL))) == ("screen.fault.battery",)

    def said(self, evening) -> tuple[str, ...]:
        items = MENUS["device"].items(evening.house, evening.table)
        return next(item.values[0].spoken for item in items if item.line == "screen.battery")


class TestSwitchingItselfOff:
    def test_never_unless_it_was_chosen(self, evening):
        assert evening.after(Tick(600.0)).due() is None

    def test_after_so_many_minutes_without_a_touch_and_once(self, evening):
        assert switches_off(evening, "30").after(Tick(600.0)).due() == 1800.0
        assert PowerOff() in evening.send(Tick(1800.0))
        assert evening.due() is None

    def test_a_touch_begins_the_time_anew(self, evening):
        switches_off(evening, "30").send(Touched(1000.0, DIAL))
        assert PowerOff() not in evening.send(Tick(1800.0))
        assert PowerOff() in evening.send(Tick(2800.0))
        assert evening.after(Touched(2801.0, DIAL)).due() is not None

    def test_never_in_a_game(self, evening):
        switches_off(evening, "30").start()
        assert PowerOff() not in evening.send(Tick(9999.0))
