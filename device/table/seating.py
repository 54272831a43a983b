"""Somebody takes another seat, or is removed for good; the others keep their points, under another number."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.table.effects import Remember
from device.table.house import House
from device.table.other_people import seat_anew
from device.table.roster import evening_people
from device.table.state import Table, TableStep

MOST_FORGOTTEN = 60
"""Names that are offered no more, the last ones."""


def move_person(house: House, table: Table, number: int, place: int) -> TableStep:
    """This one sits down at another place; who is between moves up, and everybody keeps the points."""
    order = [old for old in range(1, len(evening_people(table)) + 1) if old != number]
    order.insert(place - 1, number)
    return _in_order(house, table, order)


def remove_person(house: House, table: Table, number: int) -> TableStep:
    """Out of this evening, with its points; the name is offered no more."""
    name = evening_people(table)[number - 1].name
    order = [old for old in range(1, len(evening_people(table)) + 1) if old != number]
    removed, effects = _in_order(house, table, order)
    if not name:
        return removed, effects
    choices = replace(removed.choices, forgotten=(*removed.choices.forgotten, name)[-MOST_FORGOTTEN:])
    return replace(removed, choices=choices), (*effects, Remember(choices))


def _in_order(house: House, table: Table, order: Sequence[int]) -> TableStep:
    people = evening_people(table)
    return seat_anew(house, table, [people[old - 1].person for old in order], order)
