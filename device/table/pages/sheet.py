"""The sheet of whoever leads the game, for no other eyes: rows of small text, as many as fit. The dial goes through
them; any press leads back to the stage, which went on meanwhile.

Nothing of it is said, written down or shown anywhere else."""

from msgspec.structs import replace

from device.kernel.events import Caption, Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.facts import Fact
from device.show.play import SheetKeeper
from device.show.stages import HOST
from device.table.drawing import measure
from device.table.house import House
from device.table.page_kinds import Page, StagePage
from device.table.pages.names import fact_text
from device.table.pages.secret import private_view
from device.table.roster import seating
from device.table.session_state import Session
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View

_PAGE = "sheet"
_MOST_ROWS = 6
"""No glass shows more of them; to measure all at once would take long."""


def asks_for_sheet(house: House, table: Table, session: Session, event: Input) -> bool:
    """Whether START is held in a game that keeps a sheet with something on it, before a screen that can be read."""
    held = event.control is Control.START and event.gesture is Gesture.HOLD
    return held and is_led(session) and house.sees(table.faults)


def is_led(session: Session) -> bool:
    """Whether somebody leads this game with the glass in front."""
    return bool(_sheet(session))


class SheetPage(Page, frozen=True, tag="sheet"):
    """The sheet of whoever leads the game, over a stage that goes on under it; `index` is the first row shown."""

    under: StagePage
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.gesture:
            case Gesture.TURN | Gesture.PRESS_TURN:
                return _scrolled(house, table, self, event.steps), ()
            case Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        """Show the sheet as dim as the stage below it: eyes may be shut around the glass."""
        rows, dim = _rows(house, table), self.under.view(house, table).dim
        first = max(0, min(self.index, len(rows) - 1))  # the sheet may have become shorter meanwhile
        last = next(
            (n for n in range(min(len(rows), first + _MOST_ROWS), first, -1) if _fits(house, table, rows[first:n])),
            first + 1,
        )
        facts = _sheet(table.session)[first:last]
        return private_view(
            house, table, View(_PAGE, table.choices.language, dim=dim), HOST, "", facts, rows[first:last]
        )

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()

    def is_in_hand(self, caption: Caption) -> bool:
        return True


def _scrolled(house: House, table: Table, page: SheetPage, steps: int) -> Table:
    """Scroll no further than to the screen with the last row."""
    rows = _rows(house, table)
    end = range(max(0, len(rows) - _MOST_ROWS), len(rows))
    last = next((n for n in end if _fits(house, table, rows[n:])), max(0, len(rows) - 1))
    return replace(table, page=replace(page, index=max(0, min(last, page.index + steps))))


def _rows(house: House, table: Table) -> tuple[Text, ...]:
    language, seats = table.choices.language, seating(table)
    return tuple(Text(fact_text(house.words, language, fact, seats), Size.SMALL) for fact in _sheet(table.session))


def _sheet(session: Session | None) -> tuple[Fact, ...]:
    play = session.play if session else None
    return play.sheet() if isinstance(play, SheetKeeper) else ()


def _fits(house: House, table: Table, rows: tuple[Text, ...]) -> bool:
    return measure(View(_PAGE, table.choices.language, rows), house.screen).whole
