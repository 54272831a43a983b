"""Waiting for the other tables of a hall: START begins now, BACK thinks again, the dial sets the loudness."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.answers import BACK
from device.show.stages import Perform
from device.table.awaited_dusk import begin_night
from device.table.house import House
from device.table.loudness import turn_loudness
from device.table.page_kinds import DuskPage, ShownPage, StagePage
from device.table.pages.question import ask_to_end
from device.table.session import advance
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View


class ShownDusk(ShownPage, frozen=True):
    page: DuskPage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS:
                return begin_night(table, event.at)
            case Control.BACK, Gesture.PRESS if _leads_back(table):
                return advance(replace(table, page=StagePage()), BACK, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return ask_to_end(table)
            case Control.DIAL, Gesture.TURN:
                return turn_loudness(table, event)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, words = table.choices.language, house.words.screen
        start = Text(words(language, "dusk.start"), Size.SMALL)
        return View("dusk", language, (Text(words(language, "dusk.waits"), Size.LARGE), start), kept=(start,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def _leads_back(table: Table) -> bool:
    """Whether the game can take back what led to its night."""
    stage = table.session.stage if table.session else None
    return isinstance(stage, Perform) and stage.back
