"""Adds the rows that choose and forget keys. All other code is only loaded once people open that menu."""

from nightcrier.box.events import KeyPressed
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.over.menu_items import Item
from nightcrier.box.table.plugs.feature_plug import FeaturePlug


def _rows(house: House, table: Table) -> tuple[Item, ...]:
    from nightcrier.box.table.plugs.keys.keys import keys_items

    return keys_items(house, table)


def _take_key(house: House, table: Table, news: KeyPressed, at: float) -> TableStep:
    from nightcrier.box.table.plugs.keys.keys import take_key

    return take_key(house, table, news, at)


KEYS = FeaturePlug(hears={KeyPressed: _take_key}, rows=(("hands", _rows),))
