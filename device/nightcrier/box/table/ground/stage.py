"""Shows and handles the stage of a game under way, by its type. In a game with a sheet for its host, holding START
opens that sheet at any stage."""

from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Ended, Input, Tick
from nightcrier.box.show.answers import TIME_UP
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.stages import TABLE, Ask, Count, Perform, Tell, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Session, Surface, Table, TableStep
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.game.conducting import look_due
from nightcrier.box.table.game.next_stage import first_cursor, sounds_after, sting_ended
from nightcrier.box.table.game.secret import SheetPage, asks_for_sheet
from nightcrier.box.table.ground.ask_and_tell import (
    ask_lines,
    ask_view,
    handle_ask,
    handle_tell,
    handle_verdict,
    tell_view,
    told_lines,
    verdict_view,
)
from nightcrier.box.table.ground.checklist import run_checklist
from nightcrier.box.table.ground.day import day_lines, day_view, handle_day, run_clock
from nightcrier.box.table.ground.home import HOME
from nightcrier.box.table.ground.night import (
    PAUSED,
    START_GOES_ON,
    cut_stage,
    handle_show,
    run_show,
    show_due,
    show_view,
)
from nightcrier.box.table.heard.talk import (
    HOW_BY_DAY,
    HOW_TO_ANSWER,
    HOW_TO_GO_ON,
    HOW_TO_READ,
    HOW_TO_SPEAK,
    is_paused,
    is_told_to_all,
)
from nightcrier.kernel.ids import NOBODY_WAITS, LineId


class StageOfGame(Surface, frozen=True):
    """The ground while a game is under way. Nothing is read aloud during a show, unless it is paused."""

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        session = _on_stage(table)
        cursor = session.cursor
        if asks_for_sheet(house, table, session, event):
            return replace(table.with_cursor(replace(cursor, held=None)), page=SheetPage()), ()
        if isinstance(session.stage, Count) and cursor.held is None:
            from nightcrier.box.table.plugs.registry import hold_start  # read in while nobody uses the box

            if step := hold_start(house, table, event):
                return step
        match stage := session.stage:
            case Perform():
                return handle_show(table, session, event)
            case Count():
                return handle_day(house, table, session, stage, cursor, event)
            case Ask():
                return handle_ask(house, table, stage, cursor, event)
            case Tell():
                return handle_tell(table, stage, cursor, event)
            case Verdict():
                return handle_verdict(house, table, session, stage, event)
            case _:
                assert_never(stage)

    def view(self, house: House, table: Table) -> View:
        session = _on_stage(table)
        match stage := session.stage:
            case Perform():
                return show_view(house, table, session, stage)
            case Count():
                return day_view(house, table, session, stage)
            case Ask():
                return ask_view(house, table, stage, session.cursor)
            case Tell():
                return tell_view(house, table, stage, session.cursor)
            case Verdict():
                return verdict_view(house, table, stage, session.cursor)
            case _:
                assert_never(stage)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        session = _on_stage(table)
        match session.stage:
            case Ask() as stage:
                return ask_lines(stage, session.cursor, first_cursor(stage, session.before))
            case Tell() | Verdict() as stage:
                return told_lines(stage, session.cursor)
            case Count() as stage:
                return day_lines(table, session, stage)
            case Perform():
                return (PAUSED,) if is_paused(table) else ()
        assert_never(session.stage)

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that say what the controls do, or none for a question with several answers, whose own lines
        explain it."""
        match table.stage:
            case Ask(who=who, marks=None, night=None) if who == TABLE:
                return (HOW_TO_ANSWER,)
            case Count(floor=floor):
                return (HOW_TO_SPEAK if floor else HOW_BY_DAY,)
            case Verdict():
                return (HOW_TO_READ,)
            case Tell() as stage if is_told_to_all(stage):
                return (HOW_TO_GO_ON,)
            case Perform() if is_paused(table):
                return (START_GOES_ON,)
        return ()

    def due(self, table: Table) -> float | None:
        cursor = _on_stage(table).cursor
        return look_due(cursor.held, table.now) if cursor.call_at is None else cursor.call_at


STAGE = StageOfGame()


def surface(table: Table) -> Surface:
    """Return what people see and use now: the page over the ground, or the ground itself."""
    return table.page or (STAGE if table.session else HOME)


def _on_stage(table: Table) -> Session:
    if table.session is None:
        raise ValueError("No game is under way.")
    return table.session


def run_stage(table: Table, event: Tick | Ended) -> TableStep:
    """Tell the game under way that time has passed or a sound has ended, even if a page covers the game."""
    session = table.session
    if session is None:
        return table, ()
    if session.cut_at is not None and session.cut_at <= event.at:
        return cut_stage(table, session, TIME_UP, event.at)
    match stage := session.stage:
        case Perform():
            return run_show(table, session, event)
        case Count():
            return run_clock(table, session, stage, event.at) if isinstance(event, Tick) else (table, ())
        case Ask(pulse=pulse) if pulse and isinstance(event, Tick):
            beats = pulse.next_beat(session.since, table.now) <= event.at
            return table, ((PlaySignal(NOBODY_WAITS, pulse.signal),) if beats else ())
        case Verdict():
            return sting_ended(table, session, stage, event)
        case Tell(checklist=checklist):
            moved, effects = run_checklist(table, stage, checklist, event) if checklist else (table, ())
            return moved, (*effects, *sounds_after(moved)) if isinstance(event, Ended) else effects
        case Ask():
            return table, ()
        case _:
            assert_never(stage)


def stage_due(table: Table) -> float | None:
    session = table.session
    if session is None:
        return None
    due = _due_by_itself(table, session)
    moments = [moment for moment in (due, session.cut_at) if moment is not None]
    return min(moments, default=None)


def _due_by_itself(table: Table, session: Session) -> float | None:
    """Return when the stage needs its next tick, apart from any clock that may cut it."""
    match session.stage:
        case Perform():
            return show_due(table, session)
        case Count():
            return session.clock.next_second(table.now) if session.clock else None
        case Ask(pulse=pulse):
            return pulse.next_beat(session.since, table.now) if pulse else None
        case Tell() | Verdict():
            return None
        case _:
            assert_never(session.stage)
