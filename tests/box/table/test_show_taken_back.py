"""Tests a show that the game can take back: BACK cuts it off, and the game gets that as its answer."""

from nightcrier.box.events import Caption
from nightcrier.box.show.answers import BACK, Option
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Hush, Say, SetBed, Window
from nightcrier.box.show.facts import RoleName, SeatName, Word
from nightcrier.box.show.stages import Ask, Perform, Verdict
from nightcrier.box.table.core.effects import Answered, Record
from nightcrier.kernel.ids import Language, LineId
from tests.box.table.asking import page, recorded, shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.secret_game import Two
from tests.box.table.stage_games import answers_of

NIGHT = (Bed(CHOSEN), Call(RoleName("seer")), Say(LineId("wake")), Window("seer", 30.0), Say(LineId("close")))
WHO = Ask(0, Word("who"), (Option("1", SeatName(1)),), lines=(LineId("ask"),))
END = Verdict((), (0, 1, 0))
SHOW = Perform(NIGHT, back=True)


def in_the_window(evening: Evening) -> Evening:
    return evening.after("ended")


def test_it_is_cut_and_the_next_stage_stands_there(start_stages):
    evening = in_the_window(start_stages(SHOW, WHO, END))
    effects = evening.back()
    assert effects[0] == Hush()
    assert SetBed("", SILENCE.level_db, SILENCE.ramp) in effects
    assert Record(Answered(BACK), beside=True) in effects
    assert spoken(effects) == ["ask"]
    assert (answers_of(evening), page(evening)) == ((BACK,), "ask")


def test_nothing_of_it_is_heard_any_more(start_stages):
    assert in_the_window(start_stages(SHOW, WHO, END)).after("back").due() is None


def test_a_line_that_was_cut_is_no_longer_read(start_stages):
    evening = start_stages(SHOW, Perform(NIGHT), END)
    evening.send(Caption(evening.at, evening.table.token, "Wake up.", Language("en"), 2.0))
    assert shown(evening) == ["Wake up."]
    assert evening.after("back").table.caption is None
    assert shown(evening)[0] == "Seer"


def test_in_the_pause_it_does_the_same(start_stages):
    assert answers_of(in_the_window(start_stages(SHOW, WHO, END)).after("start back")) == (BACK,)


def test_so_it_does_where_the_game_keeps_secrets(start_stages):
    assert answers_of(in_the_window(start_stages(SHOW, WHO, END, secret_from=0)).after("back")) == (BACK,)


def test_in_a_secret_turn_back_is_for_whoever_has_it(start_stages):
    evening = in_the_window(start_stages(Perform(NIGHT, "night", {"seer": Two()}, back=True), WHO, END, secret_from=0))
    assert answers_of(evening.after("back")) == ()


def test_any_other_show_says_the_call_again(start_stages):
    evening = in_the_window(start_stages(Perform(NIGHT), WHO, END))
    assert spoken(evening.back()) == ["wake"]
    assert Answered(BACK) not in recorded(evening)
