"""Contains the class of pages, with what every page must define, the home page, and the page of a stage."""

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from nightcrier.box.events import Caption, Input
from nightcrier.box.table.core.house import House
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.ids import LineId

if TYPE_CHECKING:
    from nightcrier.box.table.core.state import Table, TableStep
    from nightcrier.wire.public_record import TableShown


class Page(Struct, frozen=True):
    """A page of the table: what the screen shows, what the controls do, and what the voice says. Two pages for the same
    place are equal values."""

    is_open: ClassVar[bool] = False
    """True if wishes may change the next game while this page is shown."""

    waits: ClassVar[bool] = False
    """True if a show that has not begun waits behind this page."""

    reads_along: ClassVar[bool] = False
    """True if the glass shows what is being said while this page is shown, also where a voice says it well."""

    @abstractmethod
    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        """Do what a gesture means on this page. If the gesture has no meaning here, nothing changes."""

    @abstractmethod
    def view(self, house: House, table: "Table") -> View:
        """Return the view of this page."""

    @abstractmethod
    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines with which the spoken menu reads this page. Return no lines if the page needs no reading."""

    def title(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines that say where people are. They are said when the page opens, before its other lines."""
        return ()

    def controls(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines that say what the controls do. They are said once since power-on, after the other lines."""
        return ()

    def go_on(self, house: House, table: "Table", at: float) -> "TableStep":
        """Do what follows by itself when everything on this page has been said."""
        return table, ()

    def take_up(self, house: House, table: "Table") -> "TableStep":
        """Begin again after a notice of a fault was in front of this page, or after the loudspeaker was mended."""
        return table, ()

    def due(self, table: "Table") -> float | None:
        """Return the next time at which this page changes by itself, or None. The game under way has other times."""
        return None

    def pass_time(self, house: House, table: "Table", at: float) -> "TableStep":
        """Lead on from this page by itself, if its time has come."""
        return table, ()

    def without_cover(self) -> "Page":
        """Return the page that is hidden by a message or a call for help. Return this page if nothing hides it."""
        return self

    def tell(self, shown: "TableShown") -> "TableShown":
        """Return the public state with what a companion may know about this page, apart from its lines."""
        return shown

    def is_in_hand(self, caption: Caption) -> bool:
        """Say whether the caption must not cover this page, because the reader turns the page or reads it alone."""
        return caption.menu


HOME_KEYS = LineId("home.keys")
"""The line that says what the controls do at home."""


class HomePage(Page, frozen=True, tag="home"):
    """The home page: the dial chooses game and scenario, and START begins the game. The code of the page is imported
    when the page is shown, because that code itself begins games."""

    is_open: ClassVar[bool] = True

    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        from nightcrier.box.table.home import handle_home

        return handle_home(house, table, event)

    def view(self, house: House, table: "Table") -> View:
        from nightcrier.box.table.home import home_view

        return home_view(house, table)

    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        from nightcrier.box.table.home import home_lines

        return home_lines(house, table)

    def controls(self, house: House, table: "Table") -> tuple[LineId, ...]:
        return HOME_KEYS, LineId("home.hold")


class StagePage(Page, frozen=True, tag="staged"):
    """The page of a stage of a game. `index` is the choice or row that is shown (-1: none yet), and `marked` are the
    chosen options. `held` is the time at which somebody began to hold the dial to see a secret. In a checklist `called`
    is the time at which the row was called out, and `call_at` the time at which the next row will be. `turned` means
    that somebody has turned to an answer, so that the question is not said again. The code of the page is imported when
    the page is shown, because that code leads to the next stage."""

    index: int = 0
    marked: tuple[int, ...] = ()
    held: float | None = None
    called: float | None = None
    call_at: float | None = None
    turned: bool = False

    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        from nightcrier.box.table.stage import handle_stage

        return handle_stage(house, table, self, event)

    def view(self, house: House, table: "Table") -> View:
        from nightcrier.box.table.stage import stage_view

        return stage_view(house, table, self)

    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        from nightcrier.box.table.stage import stage_lines

        return stage_lines(table, self)

    def controls(self, house: House, table: "Table") -> tuple[LineId, ...]:
        from nightcrier.box.table.stage import stage_controls

        return stage_controls(table)

    def due(self, table: "Table") -> float | None:
        from nightcrier.box.table.course.conducting import look_due

        return look_due(self.held, table.now) if self.call_at is None else self.call_at

    def is_in_hand(self, caption: Caption) -> bool:
        return caption.menu or self.called is not None
