"""Tests the theme of an evening: the remark halfway, the bed of the day, the goodbye; and plain sounds, without any."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Ended
from nightcrier.box.show.cues import DAYBREAK, NIGHTFALL, Call, Gap, PlaySignal, Say, SetBed
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import HALF_WAY, THEME, VILLAGE_WON, Count, Floor, Perform, Tell, Verdict, half_way
from nightcrier.box.table.core.effects import PowerOff
from nightcrier.box.table.ground.day import give_minute
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import DAY_BED, LineId
from tests.box.table.asking import sound_ends, spoken
from tests.box.table.evening import Evening
from tests.box.table.stage_games import pass_time
from tests.box.table.test_chosen_sounds import choosing

BEFORE = Tell(0, (Word("won"),))
ENDS = ((60.0, LineId("day.one-minute")), (30.0, LineId("day.thirty-seconds")))


@pytest.fixture
def talking(start_stages):
    """Return a function that starts an evening at a talk of this many seconds."""

    def talk(seconds: float = 180.0, **choices: object) -> Evening:
        evening = choosing(start_stages(BEFORE, Count(seconds, (*half_way(seconds), *ENDS)), BEFORE), **choices)
        evening.start()
        evening.effects.clear()
        return evening

    return talk


def said(evening: Evening, seconds: float) -> list[str]:
    """Return what is said in the next seconds."""
    evening.effects.clear()
    return spoken(pass_time(evening, seconds).effects)


@pytest.mark.parametrize(("seconds", "remarks"), [(179.0, 0), (180.0, 1), (300.0, 1)])
def test_a_talk_of_three_minutes_has_one_remark_and_a_shorter_one_none(talking, seconds, remarks):
    evening = talking(seconds)
    assert said(evening, seconds / 2 - 1) == []
    assert said(evening, 2.0) == [HALF_WAY] * remarks
    assert HALF_WAY not in said(evening, seconds)


@pytest.mark.parametrize(("touched", "remarks"), [(69.0, 1), (71.0, 0)])
def test_the_remark_keeps_20_s_from_what_a_hand_asked_for(talking, touched, remarks):
    evening = talking()
    pass_time(evening, touched)
    evening.turn(1)
    assert said(evening, 92.0 - touched) == [HALF_WAY] * remarks


@pytest.mark.parametrize(("broken", "remarks"), [(69.0, 1), (71.0, 0)])
def test_the_remark_keeps_20_s_from_a_fault(talking, broken, remarks):
    evening = talking()
    pass_time(evening, broken)
    faults = {Part.PANEL: Fault(evening.at, Part.PANEL, "x", "y")}
    evening.table = replace(evening.table, faults=faults)
    assert said(evening, 92.0 - broken).count(HALF_WAY) == remarks


def test_the_remark_keeps_20_s_from_the_last_minute():
    for seconds in range(180, 600):
        ((at, line),) = half_way(float(seconds))
        assert (line, at - 60 >= 20, seconds - at >= 20) == (HALF_WAY, True, True)


@pytest.mark.parametrize(("before", "remarks"), [(80.0, 0), (91.0, 1)])
def test_a_talk_that_was_made_longer_has_no_false_and_no_second_remark(talking, before, remarks):
    evening = talking()
    heard = said(evening, before)
    evening.table, _ = give_minute(evening.table)
    assert [*heard, *said(evening, 100.0)].count(HALF_WAY) == remarks


def test_a_clock_that_stood_has_its_remark_only_after_a_short_stop(talking):
    for stood, remarks in ((10.0, 1), (30.0, 0)):
        evening = talking()
        evening.back()
        pass_time(evening, stood)
        evening.back()
        assert said(evening, 95.0).count(HALF_WAY) == remarks


def test_one_who_speaks_alone_has_no_bed(start_stages):
    evening = choosing(start_stages(BEFORE, Count(60.0, floor=Floor((1,))), BEFORE))
    assert not [effect for effect in evening.start() if isinstance(effect, SetBed)]


def test_plain_sounds_have_no_bed_by_day_and_no_remark(talking):
    full, plain = talking(), talking(theme="plain")
    for evening, beds, remarks in ((full, [DAY_BED], [HALF_WAY]), (plain, [], [])):
        assert said(evening, 92.0) == remarks
        evening.back()
        evening.back()
        begun = choosing(evening).after("start").effects
        assert [effect.name for effect in begun if isinstance(effect, SetBed)] == ["" for _ in beds]


def test_a_show_takes_as_long_with_plain_sounds_and_has_no_color(start_stages):
    night = Perform((Call(RoleName("night")), *NIGHTFALL, Say(LineId("open")), DAYBREAK, Gap(9.0)), "night")
    heard = dict[str, list[str]]()
    for theme in ("full", "plain"):
        evening = choosing(start_stages(BEFORE, night, BEFORE), theme=theme)
        evening.start()
        sound_ends(pass_time(evening, 2.0))
        pass_time(evening, 3.0)
        heard[theme] = [effect.signal for effect in evening.effects if isinstance(effect, PlaySignal)]
        assert evening.due() == pytest.approx(evening.at + 8.4)
    assert heard == {"full": ["nightfall", "dawn"], "plain": []}


def test_a_verdict_with_plain_sounds_is_said_at_once(start_stages):
    end = Verdict((1,), (0, 1), (Word("won"),), (LineId("won"),), sting=VILLAGE_WON)
    evening = choosing(start_stages(BEFORE, end), theme="plain")
    assert spoken(evening.start()) == ["won"]
    assert not [effect for effect in evening.effects if isinstance(effect, PlaySignal) and effect.signal in THEME]


class TestGoodbye:
    def test_the_box_goes_off_when_its_last_notes_are_over(self, evening):
        evening.at_row("screen.power-off").press()
        assert PlaySignal(evening.table.token + 1, "goodbye") in evening.start()
        assert PowerOff() in evening.ended()

    def test_a_press_in_the_notes_keeps_it_on(self, evening):
        evening.at_row("screen.power-off").go("press start")
        evening.back()
        assert PowerOff() not in evening.send(Ended(evening.at, evening.table.token))

    def test_the_end_of_the_question_itself_leaves_it_on(self, evening):
        evening.at_row("screen.power-off").press()
        assert PowerOff() not in evening.ended()

    def test_with_plain_sounds_it_goes_off_at_once(self, evening):
        assert PowerOff() in choosing(evening, theme="plain").at_row("screen.power-off").go("press start")
