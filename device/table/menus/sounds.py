"""The menu of what makes a night a play, and is left out until people want it: who calls, what is heard
under the calls, the night and the day."""

from typing import get_args

from msgspec.structs import replace

from device.table.house import Casting, House
from device.table.menus.items import Item, setting
from device.table.state import Table


def sounds_items(house: House, table: Table) -> tuple[Item, ...]:
    choices = table.choices
    foley = [(on, replace(choices, foley=on)) for on in (False, True)]
    drone = [(on, replace(choices, drone=on)) for on in (False, True)]
    day = [(on, replace(choices, day_bed=on)) for on in (False, True)]
    return (
        *_cast(house, table),
        setting(house, table, "foley", choices.foley, foley),
        setting(house, table, "drone", choices.drone, drone),
        setting(house, table, "day-bed", choices.day_bed, day),
    )


def _cast(house: House, table: Table) -> tuple[Item, ...]:
    """Only where a language has more than one voice."""
    choices = table.choices
    if len(house.voices.get(choices.language, ())) < 2:
        return ()
    changes = [(cast, replace(choices, cast=cast)) for cast in get_args(Casting)]
    return (setting(house, table, "cast", choices.cast, changes),)
