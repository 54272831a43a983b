"""A feature that few boxes have: what the table keeps of it while it is in use, and what it plugs in. What is behind
each stands in a folder of `device/nightcrier/box/table/plugs`."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from nightcrier.box.events import Event
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.house import House
from nightcrier.kernel.screen import LampState
from nightcrier.wire.wishes import Wish

if TYPE_CHECKING:
    from nightcrier.box.table.core.state import Table, TableStep
    from nightcrier.box.table.pages.heeded import WishRow
    from nightcrier.box.table.pages.menu_items import ItemsOf
    from nightcrier.wire.public_record import TableShown


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
