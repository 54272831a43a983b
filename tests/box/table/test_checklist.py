"""Tests a list of things to fetch: called out at the speed of hands, three on the screen, checked off by a press."""

import pytest

from nightcrier.box.events import Ended, Tick
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import TABLE, Ask, Checklist, Tell
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.drawing.view import Pair, view_lines
from nightcrier.box.table.look import look
from nightcrier.kernel.ids import LineId
from tests.box.table.evening import Evening
from tests.box.table.reached import QUESTION

THINGS = ("one", "two", "three", "four")
LIST = Tell(
    TABLE,
    tuple(Word(thing, said=(LineId(thing),)) for thing in THINGS),
    (LineId("fetch"),),
    title=Word("title"),
    checklist=Checklist((LineId("done"),)),
)


@pytest.fixture
def called(start_stages):
    return start_stages(LIST, QUESTION)


def heard(evening: Evening) -> list[LineId]:
    """Return the lines spoken since the last call of this function."""
    lines = [line for effect in evening.effects if isinstance(effect, Speak) for line in effect.lines]
    evening.effects.clear()
    return lines


def pass_to(evening: Evening, at: float) -> None:
    """Let time pass until this moment, with half a second for each thing that is called out."""
    while (due := evening.due()) is not None and due <= at:
        evening.at = due
        if heard_before := [effect for effect in evening.send(Tick(due)) if isinstance(effect, Speak)]:
            evening.at += 0.5
            evening.send(Ended(evening.at, heard_before[-1].token))
    evening.at = at


def rows(evening: Evening) -> list[tuple[str, str, bool]]:
    shown = look(evening.house, evening.table).rows
    return [(row.label, row.value, row.inverse) for row in shown if isinstance(row, Pair)]


def test_each_is_called_two_and_a_half_seconds_after_the_one_before(called):
    assert heard(called) == ["fetch"]
    assert called.due() is None
    called.at = 4.0
    called.go("ended")
    for at, said in ((4.0, ["one"]), (6.4, []), (6.5, ["two"]), (9.0, ["three"]), (11.5, ["four"]), (14.0, ["done"])):
        pass_to(called, at)
        assert heard(called) == said
    assert called.due() is None


def test_a_call_that_takes_longer_is_heard_to_its_end(called):
    called.after("ended").send(Tick(0.0))
    called.at = 4.0
    assert called.after("ended").due() == 4.0


def test_who_hears_no_end_of_a_call_hears_the_next_all_the_same(called):
    assert called.after("ended").after(Tick(0.0)).due() == 7.5


def test_the_glass_shows_three_and_follows_the_voice(called):
    cover = ["title", "key.undo", "key.mark", "key.on"]
    assert view_lines(look(called.house, called.table)) == cover
    pass_to(called.after("ended"), 2.0)
    assert rows(called) == [("one", "", True), ("two", "", False), ("three", "", False)]
    pass_to(called, 7.5)
    assert rows(called) == [("four", "", True)]
    pass_to(called, 10.0)
    assert view_lines(look(called.house, called.table)) == cover


def test_a_press_ticks_off_and_calls_the_next_at_once(called):
    pass_to(called.after("ended"), 0.5)
    assert heard(called.after("press")) == ["fetch", "one", "two"]
    assert rows(called)[:2] == [("one", "✓", False), ("two", "", True)]
    assert rows(called.after("-1 press"))[0] == ("one", "", True)


def test_before_the_first_call_a_press_ticks_nothing_off(called):
    assert heard(called.after("press")) == ["fetch", "one"]
    assert rows(called)[0] == ("one", "", True)


def test_once_all_are_ticked_off_the_game_goes_on(called):
    called.turn(1)
    for _ in THINGS:
        assert isinstance(called.table.stage, Tell)
        called.press()
    assert isinstance(called.table.stage, Ask)


def test_what_is_ticked_off_is_not_called_again(called):
    heard(called.after("1 press press -2"))
    pass_to(called.after("ended"), 3.0)
    assert heard(called) == ["three"]


def test_start_goes_on_at_any_time_and_a_hold_begins_the_list_anew(called):
    pass_to(called.after("ended"), 3.0)
    assert heard(called.after("press hold"))[-1] == "fetch"
    assert called.table.turned_now == Cursor(marked=(1,))
    assert isinstance(called.after("start").table.stage, Ask)


def test_another_page_before_it_stops_the_calls(called):
    pass_to(called.after("ended"), 0.5)
    heard(called.after("hold-back"))
    called.at = 60.0
    assert heard(called.after(Tick(60.0))) == []
    pass_to(called.after("back"), 60.0)
    assert heard(called)[0] == "two"
