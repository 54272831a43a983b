"""A notice: something is broken. The box's own words first, then the sentence for whoever mends it, by dial."""

import textwrap

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.table.house import House
from device.table.state import Notice, Table, Turn
from device.table.view import Size, Text, View
from device.words.catalogue import LAST_RESORT

COLUMNS, ROWS = 20, 3


def step(house: House, table: Table, event: Event) -> Turn:
    page = table.page
    if not isinstance(page, Notice) or not isinstance(event, Input):
        return table, ()
    if event.control is Control.DIAL and event.gesture is Gesture.TURN:
        last = len(_screens(page.what)) - 1
        return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
    if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
        return replace(table, page=page.under), ()
    return table, ()


def spoken(house: House, table: Table) -> tuple[LineId, ...]:
    return (LineId(f"screen.fault.{table.page.part}"),) if isinstance(table.page, Notice) else ()


def view(house: House, table: Table) -> View:
    page, language = table.page, table.choices.language
    if not isinstance(page, Notice):
        return View("fault", language)
    title = Text(house.words.screen(language, f"fault.{page.part}"), Size.MEDIUM, inverse=True)
    rows = (Text(row, Size.SMALL, language=LAST_RESORT) for row in _screens(page.what)[page.index])
    return View("fault", language, (title, *rows))


def _screens(sentence: str) -> list[list[str]]:
    rows = textwrap.wrap(sentence, COLUMNS, break_on_hyphens=False) or [""]
    return [rows[n : n + ROWS] for n in range(0, len(rows), ROWS)]
