"""A game's question: the dial goes through the answers, START or a press gives the one on the screen."""

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.show.stages import BACK, Ask
from device.table.house import House
from device.table.pages.names import fact, fact_lines
from device.table.pages.question import ask
from device.table.session import advance
from device.table.state import Staged, Table, Turn
from device.table.view import Size, Text, View


def step(house: House, table: Table, event: Event) -> Turn:
    stage = table.session.stage if table.session else None
    if not isinstance(stage, Ask) or not isinstance(event, Input):
        return table, ()
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            return replace(table, page=Staged((_index(table) + event.steps) % len(stage.choices))), ()
        case ((Control.START | Control.DIAL), Gesture.PRESS):
            return advance(table, stage.choices[_index(table)].value, event.at)
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask(table, "end-game")
    return table, ()


def spoken(house: House, table: Table) -> tuple[LineId, ...]:
    """The question when it comes up; while the dial turns, the answer it stands at."""
    stage = table.session.stage if table.session else None
    if not isinstance(stage, Ask):
        return ()
    answer = fact_lines(stage.choices[_index(table)].label)
    return answer if _index(table) != stage.start else (*fact_lines(stage.question), *answer)


def view(house: House, table: Table) -> View:
    language = table.choices.language
    stage = table.session.stage if table.session else None
    if not isinstance(stage, Ask):
        return View("ask", language)
    question = Text(fact(house.words, language, stage.question), Size.MEDIUM)
    answer = Text(fact(house.words, language, stage.choices[_index(table)].label), Size.LARGE, inverse=True)
    return View("ask", language, (question, answer))


def _index(table: Table) -> int:
    return table.page.index if isinstance(table.page, Staged) else 0
