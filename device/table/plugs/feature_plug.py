"""How a feature plugs into the table: what it brings beside what the table keeps for it (`Feature`)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from device.kernel.wishes import Wish
from device.table.heeded import WishRow
from device.table.house import House
from device.table.menus.items import ItemsOf
from device.table.state import Table, TableStep


class FeaturePlug(Struct, frozen=True):
    """What becomes of news (`hears`), its own `wishes` and lists (`menus`), in some of which START chooses a row;
    and `rows` in menus of the table, each after the row of this line."""

    hears: Mapping[type[Struct], Callable[[House, Table, Any, float], TableStep]] = {}
    wishes: Mapping[type[Wish], WishRow] = {}
    menus: Mapping[str, ItemsOf] = {}
    start_chooses: tuple[str, ...] = ()
    start_held: Callable[[House, Table, float], TableStep | None] = lambda *_: None
    rows: tuple[tuple[str, ItemsOf], ...] = ()
