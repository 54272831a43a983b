"""A box among many: what the organiser of the hall says on its glass, and the call for help. The organiser is called by
holding START at home or by day, or by the last item of the menu."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.table.drawing import measure
from device.table.house import House
from device.table.page_kinds import HelpPage, MessagePage, ShownPage
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View


def call_organiser(table: Table) -> TableStep:
    """A second call changes nothing, and shows that the first one stands."""
    return replace(table, wants_help=True, page=HelpPage(table.page)), ()


class ShownMessage(ShownPage, frozen=True):
    page: MessagePage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        leaves = event.gesture is Gesture.HOLD and event.control is not Control.DIAL
        return (replace(table, page=self.page.under) if leaves or event.gesture is Gesture.PRESS else table), ()

    def view(self, house: House, table: Table) -> View:
        """Who says it stands above it where there is room."""
        language = table.choices.language
        head = Text(house.words.screen(language, "hall.from"), Size.SMALL, inverse=True)
        text = Text(self.page.text, Size.LARGE)
        headed = View("message", language, (head, text), head=True)
        measured = measure(headed, house.screen)
        return headed if measured.whole and measured.still else View("message", language, (text,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


class ShownHelp(ShownPage, frozen=True):
    page: HelpPage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS:
                return replace(table, wants_help=False, page=self.page.under), ()
            case (_, Gesture.PRESS) | (Control.BACK, Gesture.HOLD):
                return replace(table, page=self.page.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, words = table.choices.language, house.words.screen
        foot = Text(words(language, "hall.take-back"), Size.SMALL)
        return View("help", language, (Text(words(language, "hall.called"), Size.LARGE), foot), kept=(foot,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()
