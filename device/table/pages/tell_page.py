"""What a game tells, and its verdict: facts one after the other by dial; START goes on. A press tells the story."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.show.facts import Fact
from device.show.stages import BACK, SKIP, Tell, Verdict
from device.table.house import House
from device.table.pages.names import fact_text
from device.table.pages.question import ask_over
from device.table.session import advance
from device.table.state import StagePage, Table, TableStep
from device.table.talk import speak
from device.table.view import Size, Text, View


def handle_tell(table: Table, stage: Tell, index: int, event: Input) -> TableStep:
    if answer := _answer(stage, event):
        return advance(table, answer, event.at)
    return _read(table, stage.facts, index, event)


def handle_verdict(table: Table, stage: Verdict, index: int, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD if stage.story:
            return speak(table, *stage.story)
    return _read(table, stage.facts, index, event)


def facts_view(house: House, table: Table, page: str, facts: tuple[Fact, ...], index: int) -> View:
    """What a stage tells, one fact at a time."""
    language = table.choices.language
    if not facts:
        return View(page, language)
    return View(page, language, (Text(fact_text(house.words, language, facts[index]), Size.LARGE),))


def _read(table: Table, facts: tuple[Fact, ...], index: int, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            last = max(0, len(facts) - 1)
            return replace(table, page=StagePage(max(0, min(last, index + event.steps)))), ()
        case Control.START, Gesture.PRESS:
            return advance(table, "", event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_over(table, "end-game")
    return table, ()


def _answer(stage: Tell, event: Input) -> str:
    """The gestures a stage allows beside the usual ones."""
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return BACK
        case Control.START, Gesture.HOLD if stage.skip:
            return SKIP
    return ""
