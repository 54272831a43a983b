"""Has the classes of pages, and of the features that few boxes have: what a page must answer, what a feature plugs
in.

Each feature stands in a folder of `device/nightcrier/box/table/plugs`."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from nightcrier.box.events import Caption, Event, Input
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.house import House
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.screen import LampState
from nightcrier.wire.wishes import Wish

if TYPE_CHECKING:
    from nightcrier.box.table.core.state import Table, TableStep
    from nightcrier.box.table.pages.menu_items import ItemsOf
    from nightcrier.box.table.pages.open_to_wishes import WishRow
    from nightcrier.wire.public_record import TableShown


class Page(Struct, frozen=True):
    """A place where people are, and what stands on the screen there, for hands, eyes and ears. A value: equal to
    another that stands at the same place."""

    is_open: ClassVar[bool] = False
    """Whether wishes may change what the next game is while it stands there."""

    waits: ClassVar[bool] = False
    """Whether the show of a game has not begun yet behind it."""

    @abstractmethod
    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        """Do what a gesture means there. A gesture without a meaning passes."""

    @abstractmethod
    def view(self, house: House, table: "Table") -> View:
        """Return what is seen."""

    @abstractmethod
    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return what the spoken menu says of it; nothing if it says itself, or nobody says it."""

    def due(self, table: "Table") -> float | None:
        """Return the next moment at which it changes by itself. That of a game goes on whatever stands before it."""
        return None

    def pass_time(self, table: "Table", at: float) -> "TableStep":
        """Begin the show that waits behind this page, once its moment has come."""
        return table, ()

    def without_cover(self) -> "Page":
        """Return the page that lies under a message or a call for help; this page where none lies over it."""
        return self

    def tell(self, shown: "TableShown") -> "TableShown":
        """Add what a second program may know of it beside its lines."""
        return shown

    def is_in_hand(self, caption: Caption) -> bool:
        """Whether nothing is read over it: whoever turns it, or reads it alone, sees what it shows."""
        return caption.menu


class HomePage(Page, frozen=True, tag="home"):
    """The page of game and scenario, by dial; START begins. It reads in what it does when it is shown: games end here,
    and begin here."""

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


class StagePage(Page, frozen=True, tag="staged"):
    """The page of the stage of a game; `index` is the choice or the row shown (-1: none yet), `marked` are the choices
    that were marked, `held` is since when the dial is held by whoever alone may see it. It reads in what it does when
    it is shown, since that leads to the next stage."""

    index: int = 0
    marked: tuple[int, ...] = ()
    held: float | None = None

    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        from nightcrier.box.table.stage import handle_stage

        return handle_stage(house, table, self, event)

    def view(self, house: House, table: "Table") -> View:
        from nightcrier.box.table.stage import stage_view

        return stage_view(house, table, self)

    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        from nightcrier.box.table.stage import stage_lines

        return stage_lines(table, self)

    def due(self, table: "Table") -> float | None:
        from nightcrier.box.table.course.conducting import look_due

        return look_due(self.held, table.now)


class Feature(Struct, frozen=True):
    """Keep the state of one feature while it is in use, with hooks that the table calls."""

    keeps_on: ClassVar[bool] = False
    """Whether the box does not switch itself off meanwhile."""

    @property
    def asks_root(self) -> bool:
        """Whether root was asked for something, and has not answered."""
        return False

    def due(self, house: House, table: "Table") -> float | None:
        """The next moment at which it does something by itself, or what is seen of it changes."""
        return None

    def lamp(self, table: "Table") -> LampState | None:
        """Return the state of the lamp that comes before all others."""
        return None

    def tell(self, shown: "TableShown") -> "TableShown":
        """Add what a second program may know of it."""
        return shown

    def hold_show(self, table: "Table", stage: Perform, at: float, cue: int) -> "TableStep | None":
        """Let a show of a game wait on a page of its own; None where it may begin."""
        return None

    def settle(self, house: House, table: "Table", event: Event) -> "TableStep":
        """Do what waits for its moment, after whatever has happened, time that went by too."""
        return table, ()


class FeaturePlug(Struct, frozen=True):
    """Everything that a feature adds to the table: what it does with news (`hears`) and wishes, its menus (START
    chooses a row of those in `start_chooses`), and rows put after a row of a shared menu."""

    hears: Mapping[type[Struct], "Callable[[House, Table, Any, float], TableStep]"] = {}
    wishes: Mapping[type[Wish], "WishRow"] = {}
    menus: Mapping[str, "ItemsOf"] = {}
    start_chooses: tuple[str, ...] = ()
    start_held: "Callable[[House, Table, float], TableStep | None]" = lambda *_: None
    rows: tuple[tuple[str, "ItemsOf"], ...] = ()
