"""Contains the classes for features that only few boxes have: what the table asks a feature, and what a feature adds to
the table.

Each feature has a folder in `device/nightcrier/box/table/plugs`."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from nightcrier.box.events import Event
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
        """Return the next time at which the feature acts by itself or looks different, or None."""
        return None

    def lamp(self, table: "Table") -> LampState | None:
        """Return the state of the lamp that the feature wants; it has priority over every other state. Return None if
        the feature wants none."""
        return None

    def tell(self, shown: "TableShown") -> "TableShown":
        """Return the public state with what a companion may know about the feature."""
        return shown

    def settle(self, house: House, table: "Table", event: Event) -> "TableStep":
        """Do what is due for the feature. The table calls this method after every event, even after a tick."""
        return table, ()


class FeaturePlug(Struct, frozen=True):
    """Everything that a feature adds to the table: reactions to news (`hears`) and to wishes, menus, and rows that
    follow a row of a shared menu. `start_chooses` names the menus in which START chooses a row."""

    hears: Mapping[type[Struct], "Callable[[House, Table, Any, float], TableStep]"] = {}
    wishes: Mapping[type[Wish], "WishRow"] = {}
    menus: Mapping[str, "ItemsOf"] = {}
    start_chooses: tuple[str, ...] = ()
    start_held: "Callable[[House, Table, float], TableStep | None]" = lambda *_: None
    rows: tuple[tuple[str, "ItemsOf"], ...] = ()
