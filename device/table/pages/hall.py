"""A box among many: what the organiser of the hall says on its glass, and the call for help. The organiser is called by
holding START at home or by day, or by the last item of the menu."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.table.drawing import measure
from device.table.house import House
from device.table.page_kinds import DuskPage, HallPage, HelpPage, MessagePage
from device.table.pages.dusk import dusk_view, handle_dusk
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View


def call_organiser(table: Table) -> TableStep:
    """A second call changes nothing, and shows that the first one stands."""
    return replace(table, wants_help=True, page=HelpPage(table.page)), ()


def handle_hall(table: Table, page: HallPage, event: Input) -> TableStep:
    if isinstance(page, DuskPage):
        return handle_dusk(table, event)
    match page, event.gesture:
        case HelpPage(), Gesture.PRESS if event.control is Control.START:
            return replace(table, wants_help=False, page=page.under), ()
        case _, Gesture.PRESS:
            return replace(table, page=page.under), ()
        case MessagePage(), Gesture.HOLD if event.control is not Control.DIAL:
            return replace(table, page=page.under), ()
        case HelpPage(), Gesture.HOLD if event.control is Control.BACK:
            return replace(table, page=page.under), ()
    return table, ()


def hall_view(house: House, table: Table, page: HallPage) -> View:
    match page:
        case MessagePage():
            return message_view(house, table, page)
        case HelpPage():
            return _help_view(house, table)
        case DuskPage():
            return dusk_view(house, table)
        case _:
            assert_never(page)


def message_view(house: House, table: Table, page: MessagePage) -> View:
    """Who says it stands above it where there is room."""
    language = table.choices.language
    head = Text(house.words.screen(language, "hall.from"), Size.SMALL, inverse=True)
    text = Text(page.text, Size.LARGE)
    headed = View("message", language, (head, text), head=True)
    measured = measure(headed, house.screen)
    return headed if measured.whole and measured.still else View("message", language, (text,))


def _help_view(house: House, table: Table) -> View:
    language, words = table.choices.language, house.words.screen
    foot = Text(words(language, "hall.take-back"), Size.SMALL)
    return View("help", language, (Text(words(language, "hall.called"), Size.LARGE), foot), kept=(foot,))
