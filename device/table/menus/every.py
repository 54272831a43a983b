"""Every menu by its name, those of features too."""

from device.table.menus.device import device_items, sounds_items
from device.table.menus.game import options_items, roles_items
from device.table.menus.items import ItemsOf
from device.table.menus.main import main_items
from device.table.menus.people import names_items, people_items, person_items, places_items
from device.table.menus.scores import scores_items, winner_items
from device.table.plugs.registry import CHOSEN_BY_START, MENUS_OF_FEATURES, with_rows

MENUS: dict[str, ItemsOf] = {
    "main": with_rows(main_items),
    "roles": roles_items,
    "options": options_items,
    "scores": scores_items,
    "winners": winner_items,
    "sounds": sounds_items,
    "people": people_items,
    "person": person_items,
    "places": places_items,
    "names": names_items,
    "device": with_rows(device_items),
    **MENUS_OF_FEATURES,
}

START_CHOOSES = CHOSEN_BY_START | {"names"}
"""Menus in which START chooses the row in hand."""
