"""A game's question: the dial goes through the answers, START or a press gives the one on the screen."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.stages import BACK, Ask
from device.table.house import House
from device.table.pages.names import fact_lines, fact_text
from device.table.pages.question import ask_over
from device.table.session import advance
from device.table.state import StagePage, Table, TableStep
from device.table.view import Size, Text, View


def handle_ask(table: Table, stage: Ask, index: int, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            return replace(table, page=StagePage((index + event.steps) % len(stage.choices))), ()
        case ((Control.START | Control.DIAL), Gesture.PRESS):
            return advance(table, stage.choices[index].value, event.at)
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_over(table, "end-game")
    return table, ()


def ask_lines(stage: Ask, index: int) -> tuple[LineId, ...]:
    """The question when it comes up; while the dial turns, the answer it stands at."""
    answer = fact_lines(stage.choices[index].label)
    return answer if index != stage.start else (*fact_lines(stage.question), *answer)


def ask_view(house: House, table: Table, stage: Ask, index: int) -> View:
    language = table.choices.language
    question = Text(fact_text(house.words, language, stage.question), Size.MEDIUM)
    answer = Text(fact_text(house.words, language, stage.choices[index].label), Size.LARGE, inverse=True)
    return View("ask", language, (question, answer))
