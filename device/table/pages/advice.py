"""What to know, or to lay out, before this deck is played: by dial; START begins, BACK thinks again."""

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.table.beginning import start
from device.table.house import House
from device.table.pages.names import fact, fact_lines, number
from device.table.state import Advice, Table, Turn
from device.table.view import Pair, Size, Text, View


def step(house: House, table: Table, event: Event) -> Turn:
    page = table.page
    if not isinstance(page, Advice) or not isinstance(event, Input):
        return table, ()
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            index = max(0, min(len(page.facts) - 1, page.index + event.steps))
            return replace(table, page=replace(page, index=index)), ()
        case Control.START, Gesture.PRESS:
            return start(house, table, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return replace(table, page=page.under), ()
    return table, ()


def spoken(house: House, table: Table) -> tuple[LineId, ...]:
    page = table.page
    return (LineId("screen.advice.title"), *fact_lines(page.facts[page.index])) if isinstance(page, Advice) else ()


def view(house: House, table: Table) -> View:
    page, language = table.page, table.choices.language
    if not isinstance(page, Advice):
        return View("advice", language)
    place = number(house.words, language, f"{page.index + 1}/{len(page.facts)}")
    title = Pair(house.words.screen(language, "advice.title"), place)
    return View("advice", language, (title, Text(fact(house.words, language, page.facts[page.index]), Size.LARGE)))
