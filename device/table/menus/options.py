"""The options menu: what the game itself offers to choose. The table knows none of it by name."""

from msgspec.structs import replace

from device.table.house import House
from device.table.menus.items import Item, setting
from device.table.menus.main import with_setup
from device.table.state import Table


def options_items(house: House, table: Table) -> tuple[Item, ...]:
    choices, setup = table.choices, table.choices.setup
    rows = []
    for choice in house.games[choices.game].choices():
        changes = [
            (value, with_setup(choices, replace(setup, options={**setup.options, choice.id: value})))
            for value in choice.values
        ]
        rows.append(setting(house, table, choice.id, setup.options.get(choice.id, choice.default), changes))
    return tuple(rows)
