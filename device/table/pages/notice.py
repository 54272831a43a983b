"""A notice: something is broken. The box's own words first, then the sentence for whoever mends it, by dial."""

import textwrap

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, screen_line
from device.table.house import House
from device.table.state import NoticePage, Table, TableStep
from device.table.view import Size, Text, View
from device.words.catalogue import LAST_RESORT

_COLUMNS, _ROWS = 20, 3


def handle_notice(table: Table, page: NoticePage, event: Input) -> TableStep:
    if event.control is Control.DIAL and event.gesture is Gesture.TURN:
        last = len(_screens(page.what)) - 1
        return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
    if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
        return replace(table, page=page.under), ()
    return table, ()


def notice_lines(page: NoticePage) -> tuple[LineId, ...]:
    return (screen_line(f"fault.{page.part}"),)


def notice_view(house: House, table: Table, page: NoticePage) -> View:
    language = table.choices.language
    title = Text(house.words.screen(language, f"fault.{page.part}"), Size.MEDIUM, inverse=True)
    rows = (Text(row, Size.SMALL, language=LAST_RESORT) for row in _screens(page.what)[page.index])
    return View("fault", language, (title, *rows))


def _screens(sentence: str) -> list[list[str]]:
    rows = textwrap.wrap(sentence, _COLUMNS, break_on_hyphens=False) or [""]
    return [rows[n : n + _ROWS] for n in range(0, len(rows), _ROWS)]
