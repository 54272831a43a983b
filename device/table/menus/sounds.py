"""The menu of what makes a night a play, and is left out until people want it: who calls, what is heard
under the calls, the night and the day."""

from typing import get_args

from device.table.house import Casting, House
from device.table.menus.items import Item, choice
from device.table.state import Table


def sounds_items(house: House, table: Table) -> tuple[Item, ...]:
    sounds = (choice(house, table, key, (False, True)) for key in ("foley", "drone", "day-bed"))
    return *_cast(house, table), *sounds


def _cast(house: House, table: Table) -> tuple[Item, ...]:
    """Only where a language has more than one voice."""
    if len(house.voices.get(table.choices.language, ())) < 2:
        return ()
    return (choice(house, table, "cast", get_args(Casting)),)
