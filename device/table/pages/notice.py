"""The page that tells what is broken: what it is and what to do, in the language of the table, with the name of the
file; behind it, by dial, the sentence for whoever mends it."""

import textwrap

from msgspec.structs import replace

from device.kernel.events import Cause, Control, Fault, Gesture, Input
from device.kernel.ids import LineId, screen_line
from device.table.drawing import measure
from device.table.house import House
from device.table.page_kinds import NoticePage
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View
from device.words.catalogue import LAST_RESORT

_COLUMNS, _ROWS = 20, 3


def handle_notice(table: Table, page: NoticePage, event: Input) -> TableStep:
    if event.control is Control.DIAL and event.gesture is Gesture.TURN:
        last = len(_screens(page.fault.what))
        return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
    if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
        return replace(table, page=page.under), ()
    return table, ()


def notice_lines(page: NoticePage) -> tuple[LineId, ...]:
    return screen_line(f"fault.{page.fault.part}"), screen_line(_help(page.fault))


def notice_view(house: House, table: Table, page: NoticePage) -> View:
    language, screen = table.choices.language, house.words.screen
    title = Text(screen(language, f"fault.{page.fault.part}"), Size.SMALL, inverse=True)
    if page.index > 0:
        sentence = (Text(row, Size.SMALL, language=LAST_RESORT) for row in _screens(page.fault.what)[page.index - 1])
        return View("fault", language, (title, *sentence), head=True)
    told = View("fault", language, (title, Text(screen(language, _help(page.fault)), Size.SMALL)))
    named = replace(told, rows=(*told.rows, Text(page.fault.file, Size.SMALL, language=LAST_RESORT)))
    # The name of a file that is too long for this stands in the sentence behind.
    return named if page.fault.file and measure(named, house.screen).whole else told


def _help(fault: Fault) -> str:
    """The word for what to do."""
    return "fault.inside" if fault.cause is Cause.INSIDE else f"fault.{fault.part}.{fault.cause}"


def _screens(sentence: str) -> list[list[str]]:
    rows = textwrap.wrap(sentence, _COLUMNS, break_on_hyphens=False) or [""]
    return [rows[n : n + _ROWS] for n in range(0, len(rows), _ROWS)]
