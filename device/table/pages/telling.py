"""What a game tells, and its verdict: facts one after the other by dial; START goes on. A press tells the story."""

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.show.stages import BACK, SKIP, Fact, Tell, Verdict
from device.table.house import House
from device.table.pages.names import fact
from device.table.pages.question import ask
from device.table.session import advance
from device.table.state import Staged, Table, Turn
from device.table.talk import speak
from device.table.view import Size, Text, View


def step(house: House, table: Table, event: Event) -> Turn:
    stage = table.session.stage if table.session else None
    if not isinstance(event, Input) or not isinstance(stage, Tell | Verdict):
        return table, ()
    if isinstance(stage, Tell) and (answer := _answer(stage, event)):
        return advance(table, answer, event.at)
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            last = max(0, len(_facts(table)) - 1)
            return replace(table, page=Staged(max(0, min(last, _index(table) + event.steps)))), ()
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD if isinstance(stage, Verdict) and stage.story:
            return speak(table, *stage.story)
        case Control.START, Gesture.PRESS:
            return advance(table, "", event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask(table, "end-game")
    return table, ()


def view(house: House, table: Table) -> View:
    language = table.choices.language
    page = "verdict" if table.session and isinstance(table.session.stage, Verdict) else "tell"
    facts = _facts(table)
    if not facts:
        return View(page, language)
    return View(page, language, (Text(fact(house.words, language, facts[_index(table)]), Size.LARGE),))


def _answer(stage: Tell, event: Input) -> str:
    """The gestures a stage allows beside the usual ones."""
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return BACK
        case Control.START, Gesture.HOLD if stage.skip:
            return SKIP
    return ""


def _facts(table: Table) -> tuple[Fact, ...]:
    stage = table.session.stage if table.session else None
    return stage.facts if isinstance(stage, Tell | Verdict) else ()


def _index(table: Table) -> int:
    return table.page.index if isinstance(table.page, Staged) else 0
