"""Tests that announcements can be heard again, and that a list of which nothing may be missed goes on fact by fact."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Call, Gap, Hush, Say, Show, Signal
from nightcrier.box.show.facts import Number, RoleName, SeatMark, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Perform, Tell, Verdict
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.heard.talk import stage_told
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import sound_ends, spoken
from tests.box.table.stage_games import pass_time

OLD, NEW = LineId("old"), LineId("new")
ANSWERS = (Option("1", Word("won")), Option("2", Word("won")))
SILENT = Ask(TABLE, Word("who"), ANSWERS)
TOLD = Tell(TABLE, (Word("won"),), lines=(OLD, NEW))
BELL: Show = (Call(RoleName("seer")), Signal("bell"))


AGAIN = {
    "what the table is told, by a press": ((TOLD,), "press", [OLD, NEW]),
    "what the table is told, by a hold": ((TOLD,), "hold", [OLD, NEW]),
    "a question": ((Ask(TABLE, Word("who"), ANSWERS, lines=(NEW,)),), "hold", [NEW]),
    "what was told before a stage that says nothing": ((TOLD, SILENT, SILENT), "start start hold", [OLD, NEW]),
    "a verdict without a story": ((Verdict((), (1,), (Word("won"),), (NEW,)),), "press", [NEW]),
    "not where holding answers": (
        (Ask(HOST, Word("who"), ANSWERS, lines=(NEW,), held="more"), SILENT),
        "hold",
        ["screen.who"],
    ),
    "not what one seat is told": ((Tell(2, (Word("won"),), lines=(NEW,)),), "hold", []),
}


@pytest.mark.parametrize(("stages", "hands", "said"), AGAIN.values(), ids=AGAIN)
def test_what_the_dial_says_again(start_stages, stages, hands, said):
    assert spoken(start_stages(*stages).go(hands)) == said


def test_after_a_show_its_last_call_is_said_again(start_stages):
    show = (Call(RoleName("seer")), Say(OLD), Call(RoleName("robber")), Say(NEW))
    evening = start_stages(Perform(show), SILENT)
    assert spoken(sound_ends(sound_ends(evening)).go("hold")) == [NEW]


@pytest.mark.parametrize("after", [(), (Gap(2.0),)])
def test_after_a_long_show_what_it_said_last_is_said_again(start_stages, after):
    show = (Call(RoleName("vote")), Say(OLD), Gap(0.7), Say(OLD), Gap(1.5), Say(NEW), *after)
    evening = start_stages(Perform(show), SILENT)
    for _ in range(3):
        pass_time(sound_ends(evening), 3.0)
    assert spoken(evening.go("hold")) == [NEW]


@pytest.mark.parametrize("stage", [TOLD, Ask(TABLE, Word("who"), ANSWERS, lines=(OLD,)), Count(60.0)])
@pytest.mark.parametrize("following", [SILENT, Perform(BELL)])
def test_start_cuts_what_is_still_being_said(start_stages, stage, following):
    """The words that START cuts may be lines of an announcement or a question, or the last warning of a talk."""
    evening = start_stages(stage, following)
    assert Hush() in evening.hand(Control.START)


@pytest.mark.parametrize("following", [SILENT, Tell(TABLE, (Word("won"),))])
def test_a_talk_that_ends_by_the_clock_stops_what_people_asked_for(start_stages, following):
    evening = start_stages(Count(5.0, explain=(OLD,)), following)
    assert spoken(evening.go("hold")) == [OLD]
    evening.effects.clear()
    assert pass_time(evening, 6.0).table.session is not None
    assert evening.table.session.stage == following
    assert Hush() in evening.effects


def test_start_goes_through_the_list_before_it_leaves_it(evening):
    assert evening.after("start").table.session
    facts = tuple(map(Number, range(3)))
    session = replace(evening.table.session, stage=Tell(HOST, facts, by_one=True))
    evening.table = replace(evening.table, session=session, page=None)
    for index in (1, 2):
        assert evening.after("start").table.turned_now == Cursor(index)
        assert evening.table.stage == session.stage
    assert evening.after("start").table.stage != session.stage


def test_only_what_the_table_is_told_is_read_out():
    facts = (Word("deal.seat-card", {"n": SeatMark(2), "role": Number(7)}),)
    assert stage_told(Tell(TABLE, facts)) == ("seat.2", "number.7")
    assert stage_told(Tell(TABLE, facts, (LineId("deal.open"),))) == ("deal.open",)
    assert stage_told(Tell(HOST, facts)) == stage_told(Tell(1, facts)) == ()
