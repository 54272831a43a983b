"""Contains the class that describes what a feature adds to the table. Each feature has a folder next to this file."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.over.menu_items import ItemsOf, Menu
from nightcrier.box.table.over.open_to_wishes import WishRow
from nightcrier.wire.wishes import Wish


class FeaturePlug(Struct, frozen=True):
    """Describes everything that a feature adds to the table: reactions to news (`hears`) and to wishes, its own menus,
    and rows of shared menus, by the name of the menu."""

    hears: Mapping[type[Struct], Callable[[House, Table, Any, float], TableStep]] = {}
    wishes: Mapping[type[Wish], WishRow] = {}
    menus: tuple[Menu, ...] = ()
    start_held: Callable[[House, Table, float], TableStep | None] = lambda *_: None
    rows: tuple[tuple[str, ItemsOf], ...] = ()
