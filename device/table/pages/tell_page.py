"""The pages of what a game tells, and of its verdict: facts one after the other by dial; START goes on, BACK goes back
a step if that can be. A press of the dial says it again; at a verdict it tells the story, if there is one.

If only one seat is told something, it stands on the glass while that seat holds the dial, eight seconds at most. A
host, who is told in silence, always reads at the foot what START does."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.show.answers import BACK, SKIP
from device.show.facts import Fact, Word
from device.show.stages import HOST, TABLE, Tell, Verdict
from device.table.house import House
from device.table.page_kinds import StagePage
from device.table.pages.names import fact_text, name_rows
from device.table.pages.question import ask_to_end
from device.table.pages.secret import private_view
from device.table.roster import seating
from device.table.session import advance, close
from device.table.session_state import LayingOut
from device.table.state import Table, TableStep
from device.table.talk import say_again, speak
from device.table.turns import look_due
from device.table.view import Size, Text, View


def handle_tell(table: Table, stage: Tell, page: StagePage, event: Input) -> TableStep:
    if answer := _answer(stage, event):
        return advance(table, answer, event.at)
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if table.session and table.session.laying is not LayingOut.OVER:
            return close(table)  # a slip taken back: nothing was played, so that no question is needed
        case Control.START, Gesture.PRESS if stage.by_one and page.index < len(stage.facts) - 1:
            return replace(table, page=replace(page, index=page.index + 1)), ()
        case Control.DIAL, Gesture.HOLD if stage.who > TABLE:
            return replace(table, page=replace(page, held=event.at)), ()
        case Control.DIAL, Gesture.RELEASE:
            return replace(table, page=replace(page, held=None)), ()
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD if stage.who <= TABLE:
            return say_again(table)
        case Control.DIAL, Gesture.PRESS_TURN if stage.who > TABLE:
            return _read(table, stage.facts, page, replace(event, gesture=Gesture.TURN))
    return _read(table, stage.facts, page, event)


def tell_view(house: House, table: Table, stage: Tell, page: StagePage) -> View:
    shown = facts_view(house, table, "tell", stage.facts, page.index)
    title = name_rows(house.words, shown.language, stage.title, seating(table)) if stage.title else ()
    leads_to = stage.foot or (Word("day.next") if stage.who == HOST else None)
    foot = (Text(fact_text(house.words, shown.language, leads_to), Size.SMALL),) if leads_to else ()
    shown = replace(shown, rows=(*title, *shown.rows, *foot), dim=stage.night is not None)
    if stage.who == TABLE:
        return shown
    empty = replace(shown, rows=())
    if stage.who != HOST and look_due(page.held, table.now) is None:
        return private_view(house, table, empty, stage.who, "turn.hold", (), ())
    return private_view(
        house, table, empty, stage.who, "turn.hold", stage.facts[page.index : page.index + 1], shown.rows
    )


def handle_verdict(table: Table, stage: Verdict, page: StagePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD:
            return speak(table, *stage.story) if stage.story else say_again(table)
    return _read(table, stage.facts, page, event)


def facts_view(house: House, table: Table, page: str, facts: tuple[Fact, ...], index: int) -> View:
    """Show what a stage tells, one fact at a time."""
    language = table.choices.language
    if not facts:
        return View(page, language)
    return View(page, language, name_rows(house.words, language, facts[index], seating(table)))


def _read(table: Table, facts: tuple[Fact, ...], page: StagePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            last = max(0, len(facts) - 1)
            return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
        case Control.START, Gesture.PRESS:
            return advance(table, "", event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_to_end(table)
    return table, ()


def _answer(stage: Tell, event: Input) -> str:
    """Return what the gestures answer that a stage allows beside the usual ones."""
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return BACK
        case Control.START, Gesture.HOLD if stage.skip:
            return SKIP
        case Control.DIAL, Gesture.HOLD if stage.who <= TABLE:
            return stage.held
    return ""
