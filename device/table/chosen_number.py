"""How many play: the number that was chosen, and the cards that go with it."""

from collections.abc import Mapping

from msgspec.structs import replace

from device.show.plug import Game
from device.show.setup import Scenario, Setup
from device.table.effects import Remember
from device.table.house import Choices, House
from device.table.state import Table, TableStep


def scenario_now(house: House, choices: Choices) -> Scenario:
    game = house.games[choices.game]
    return next(scenario for scenario in game.scenarios() if scenario.id == choices.setup.scenario)


def scenario_for(house: House, choices: Choices, players: int) -> tuple[Game, Scenario] | None:
    """The next scenario for so many, of the same game where it has one: beside the one chosen now."""
    shelf = [(game, scenario) for game in house.games.values() for scenario in game.scenarios()]
    here = shelf.index((house.games[choices.game], scenario_now(house, choices)))
    fitting = [n for n, (_, scenario) in enumerate(shelf) if players in scenario.players]
    nearest = min(fitting, key=lambda n: (shelf[n][0].id != choices.game, abs(n - here)), default=None)
    return None if nearest is None else shelf[nearest]


def with_players(choices: Choices, players: int) -> Choices:
    """So many play: with the scenario's own deck, or with what became of it where so many were chosen before."""
    setup = choices.setup
    if setup.players == players:
        return replace(choices, players=players)
    kept = {other.players: other for other in choices.decks.get(choices.game, ()) if other.scenario == setup.scenario}
    if setup.deck:
        kept[setup.players] = Setup(setup.scenario, setup.players, setup.deck, origin=setup.origin)
    back = kept.pop(players, Setup(setup.scenario, players))
    chosen = replace(setup, players=players).with_deck(back.deck, back.origin)
    return replace(
        choices,
        setups={**choices.setups, choices.game: chosen},
        decks=_with_decks(choices.decks, choices.game, tuple(kept.values())),
        players=players,
    )


def _with_decks(
    decks: Mapping[str, tuple[Setup, ...]], game: str, kept: tuple[Setup, ...]
) -> Mapping[str, tuple[Setup, ...]]:
    others = {other: setups for other, setups in decks.items() if other != game}
    return {**others, game: kept} if kept else others


def with_number(house: House, table: Table, now: int) -> TableStep:
    """So many sit at this table."""
    allowed = now in scenario_now(house, table.choices).players
    choices = with_players(table.choices, now) if allowed else replace(table.choices, players=now)
    if choices == table.choices:
        return table, ()
    return replace(table, choices=choices), (Remember(choices),)
