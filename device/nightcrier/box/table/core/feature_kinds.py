"""Contains what a feature, which few boxes have, keeps in the table, and what a feature plugs into the table.

Each feature stands in a folder of `device/nightcrier/box/table/plugs`."""

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
    from nightcrier.box.table.pages.menu_items import ItemsOf
    from nightcrier.box.table.pages.open_to_wishes import WishRow
    from nightcrier.wire.public_record import TableShown


class Feature(Struct, frozen=True):
    """The state of one feature while it is in use, with the hooks that the table calls."""

    keeps_on: ClassVar[bool] = False
    """True if the box must not switch itself off while the feature is in use."""

    @property
    def asks_root(self) -> bool:
        """True while the feature waits for an answer of root."""
        return False

    def due(self, house: House, table: "Table") -> float | None:
        """Return the next moment at which the feature acts by itself or looks different."""
        return None

    def lamp(self, table: "Table") -> LampState | None:
        """Return the state of the lamp that the feature wants, before every other state."""
        return None

    def tell(self, shown: "TableShown") -> "TableShown":
        """Add what a companion may know of the feature."""
        return shown

    def hold_show(self, table: "Table", stage: Perform, at: float, cue: int) -> "TableStep | None":
        """Let a show of a game wait on a page of the feature, or return None if the show may begin."""
        return None

    def settle(self, house: House, table: "Table", event: Event) -> "TableStep":
        """Do whatever has become due for the feature, after any event, even a tick."""
        return table, ()


class FeaturePlug(Struct, frozen=True):
    """Everything that a feature adds to the table: what news (`hears`) and wishes do, menus, and rows put after a row
    of a shared menu. In the menus of `start_chooses`, START chooses a row. `start_held` does what START held means at
    home or by day, or returns None."""

    hears: Mapping[type[Struct], "Callable[[House, Table, Any, float], TableStep]"] = {}
    wishes: Mapping[type[Wish], "WishRow"] = {}
    menus: Mapping[str, "ItemsOf"] = {}
    start_chooses: tuple[str, ...] = ()
    start_held: "Callable[[House, Table, float], TableStep | None]" = lambda *_: None
    rows: tuple[tuple[str, "ItemsOf"], ...] = ()
