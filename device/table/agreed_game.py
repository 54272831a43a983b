"""The game that begins once all is agreed: with the evening that was asked for, which begins with it and no sooner."""

from msgspec.structs import replace

from device.table.chosen_number import with_players
from device.table.house import House
from device.table.new_evening import begun_with
from device.table.new_game import start_game
from device.table.state import Table, TableStep


def start_agreed(house: House, table: Table, at: float, *, laid: bool = False) -> TableStep:
    """Begin it; a game that cannot be begun leaves the evening as it is. `laid`: as in `start_game`."""
    if not table.anew:
        return start_game(house, table, at, laid=laid)
    agreed = with_players(table.choices, table.choices.setup.players)
    renewed, first = begun_with(replace(table, choices=agreed), table.anew)
    begun, effects = start_game(house, renewed, at, laid=laid)
    if begun.session:
        return begun, (*first, *effects)
    before = replace(begun.before, people=table.before.people)
    return replace(begun, choices=table.choices, standings=table.standings, before=before), effects
