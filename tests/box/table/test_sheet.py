"""Tests the sheet of whoever leads the game: it is on the screen and nowhere else, while the game goes on under it."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.answers import TALK_OVER, Option
from nightcrier.box.show.cues import Call, Say, Window
from nightcrier.box.show.facts import Fact, Number, RoleName, SeatName, Word
from nightcrier.box.show.stages import HOST, Ask, Count, Perform, Tell, Verdict
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import Size, Text
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.look import look
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import page, public_view, recorded, shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.stage_games import answers_of, pass_time
from tests.hands import is_at_stage
from tests.on_glass import measure

SHOW = Perform((Say(LineId("open")), Call(RoleName("seer")), Window("seer", 12.0), Say(LineId("close"))))
WHO = Ask(0, Word("who"), (Option("1", SeatName(1)), Option("2", SeatName(2))), lines=(LineId("ask"),))
TOLD = Tell(0, (RoleName("seer"), RoleName("robber")), skip=True)
END = Verdict((), (0, 1, 0), (Word("won"),))
ROWS: tuple[Fact, ...] = (RoleName("seer"), RoleName("robber"))
LONG: tuple[Fact, ...] = tuple(Word("is", {"who": RoleName("seer"), "n": Number(n)}) for n in range(12))


def open_sheet(evening: Evening) -> Any:
    return evening.go("hold-start")


def test_a_show_under_it_keeps_its_line_where_pages_are_read_aloud(start_stages):
    evening = start_stages(SHOW, END, sheet=ROWS, spoken_menu=True)
    waited = evening.table.token
    assert spoken(open_sheet(evening)) == []
    assert evening.table.token == waited


@pytest.mark.parametrize("stage", [SHOW, Count(60.0), WHO, TOLD, END, Tell(HOST, ROWS)])
@pytest.mark.parametrize("leave", [
    (Control.START, Gesture.PRESS), (Control.BACK, Gesture.PRESS), (Control.DIAL, Gesture.PRESS),
    (Control.START, Gesture.HOLD), (Control.BACK, Gesture.HOLD), (Control.DIAL, Gesture.HOLD),
])  # fmt: skip
def test_holding_start_opens_it_over_any_stage_and_whatever_is_pressed_leaves_it(start_stages, stage, leave):
    evening = start_stages(stage, END, sheet=ROWS)
    before, answers = look(evening.house, evening.table), answers_of(evening)
    assert open_sheet(evening) == ()
    assert shown(evening) == ["Seer", "Robber", "0"]
    assert evening.hand(*leave) == ()
    assert look(evening.house, evening.table) == before
    assert answers_of(evening) == answers


@pytest.mark.parametrize(
    ("stage", "holds", "done"), [(SHOW, 2, ("",)), (TOLD, 1, ("skip",)), (Count(60.0), 1, (TALK_OVER,))]
)
def test_without_a_sheet_it_does_what_it_did(start_stages, stage, holds, done):
    """Holding START skips the stage, or counts as a press if nothing can be skipped."""
    evening = start_stages(stage, END)
    for _ in range(holds):
        open_sheet(evening)
    assert answers_of(evening) == done
    assert is_at_stage(evening.table)


def test_where_no_screen_can_show_it_a_call_is_skipped(start_stages):
    evening = start_stages(SHOW, END, sheet=ROWS)
    open_sheet(evening.after(Fault(0.0, Part.SCREEN, "It is gone.")))
    assert is_at_stage(evening.table)


class TestRows:
    def test_as_many_as_fit_and_the_dial_goes_to_the_last(self, start_stages):
        evening = start_stages(WHO, END, sheet=LONG)
        open_sheet(evening)
        view = look(evening.house, evening.table)
        assert {row.size for row in view.rows if isinstance(row, Text)} == {Size.SMALL}
        count = len(view.rows)
        assert 3 <= count < len(LONG)
        assert shown(evening) == [f"Seer is number {n}" for n in range(count)]
        for steps, first in ((1, 1), (2, 3), (-1, 2), (-9, 0)):
            evening.turn(steps)
            assert shown(evening)[0] == f"Seer is number {first}"
        evening.hand(Control.DIAL, Gesture.PRESS_TURN, 5)
        assert shown(evening)[0] == "Seer is number 5"
        assert shown(evening, "99")[-1] == "0"
        assert len(shown(evening)) == count
        assert measure(look(evening.house, evening.table)).whole

    def test_one_that_became_shorter_shows_its_last_row(self, start_stages):
        evening = start_stages(WHO, END, sheet=ROWS)
        evening.table = replace(evening.table, page=SheetPage(9))
        assert shown(evening) == ["0"]


class TestUnderIt:
    def test_a_show_plays_on_and_the_sheet_stays_over_the_next_stage(self, start_stages):
        evening = start_stages(SHOW, WHO, END, sheet=LONG)
        open_sheet(evening)
        pass_time(evening.after("99 ended"), 12.0)
        assert spoken(evening.after("ended").effects) == ["open", "close", "ask"]
        assert answers_of(evening) == ("",)
        assert (page(evening), shown(evening)[-1]) == ("sheet", "1")
        assert (page(evening, "back"), shown(evening)[0]) == ("ask", "who")

    def test_a_talk_runs_out(self, start_stages):
        evening = start_stages(Count(60.0), WHO, END, sheet=ROWS)
        open_sheet(evening)
        assert answers_of(pass_time(evening, 60.0)) == ("time",)
        assert page(evening) == "sheet"

    def test_it_glows_as_faintly_as_the_stage(self, start_stages):
        for stage, dim in ((SHOW, True), (WHO, False)):
            evening = start_stages(stage, END, sheet=ROWS)
            open_sheet(evening.after("ended"))
            assert (look(evening.house, evening.table).dim, public_view(evening).dim) == (dim, dim)

    def test_it_closes_with_the_game_and_with_the_power(self, start_stages):
        evening = start_stages(Count(60.0), sheet=ROWS)
        open_sheet(evening)
        assert isinstance(evening.table.page, SheetPage)
        kept = recorded(evening)
        assert pass_time(evening, 60.0).table.at_home
        again = Evening(evening.house, boot(evening.house, Table(evening.table.choices), kept)[0])
        assert page(again, "start") == "day"


@pytest.mark.parametrize("stage", [SHOW, WHO, Count(60.0), END])
def test_other_rows_under_the_same_hands_leave_nothing_else_behind(start_stages, stage):
    traces = []
    for rows in (LONG, LONG[::-1]):
        evening = start_stages(stage, WHO, END, sheet=rows, spoken_menu=True)
        trace: list[Any] = [public_view(evening)]
        for gesture, steps in ((Gesture.TURN, 2), (Gesture.PRESS_TURN, -1), (Gesture.PRESS, 0)):
            trace += [*open_sheet(evening), public_view(evening)]
            trace += [*evening.hand(Control.DIAL, gesture, steps), public_view(evening)]
            trace.append(pass_time(evening, 3.0).due())
        traces.append((trace, evening.effects))
    assert traces[0] == traces[1]


def test_of_it_everybody_knows_no_more_than_that_it_is_open(start_stages):
    evening = start_stages(WHO, END, sheet=ROWS)
    open_sheet(evening)
    hidden = look(evening.house, evening.table).hidden
    assert (hidden.public.page, hidden.public.rows, hidden.seats) == ("sheet", (), (HOST,))
