"""Chooses the scenario, the number of players and the deck. If people choose a number for which the scenario is not
made, the box says this, and asks what to do."""

from collections.abc import Mapping

from msgspec.structs import replace

from nightcrier.box.show.facts import Number, Word
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import DeckOrigin, Scenario, Setup
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.kernel.ids import LineId, number_line, screen_line
from nightcrier.kernel.people import MOST_PEOPLE


def scenario_now(house: House, choices: Choices) -> Scenario:
    game = house.games[choices.game]
    return next(scenario for scenario in game.scenarios() if scenario.id == choices.setup.scenario)


def shelf_at_home(house: House, choices: Choices) -> list[tuple[Game, Scenario]]:
    """Return the games that the dial finds on the home page, each with its scenarios: the most recently begun first,
    then the others in the order of `House.games`."""
    played = tuple(choices.played)
    shown = (game for game in house.games.values() if is_offered(house, choices, game.id))
    last_first = sorted(shown, key=lambda game: -played.index(game.id) if game.id in played else 1)
    return [(game, scenario) for game in last_first for scenario in game.scenarios()]


def is_offered(house: House, choices: Choices, game: str) -> bool:
    """Say whether this game is offered. A hidden game is offered only while it is the chosen one."""
    return game == choices.game or (game not in choices.hidden and is_at_home(house, choices, game))


def is_at_home(house: House, choices: Choices, game: str) -> bool:
    """Say whether the home page may offer a game: by its languages, or because it was chosen or begun here."""
    return game in (choices.game, *choices.played) or house.games[game].is_at_home(choices.languages)


def scenario_for(house: House, choices: Choices, players: int) -> tuple[Game, Scenario] | None:
    """Return the nearest scenario for this number of players, preferably of the chosen game, or None."""
    shelf = shelf_at_home(house, choices)
    here = shelf.index((house.games[choices.game], scenario_now(house, choices)))
    fitting = [n for n, (_, scenario) in enumerate(shelf) if players in scenario.players]
    nearest = min(fitting, key=lambda n: (shelf[n][0].id != choices.game, abs(n - here)), default=None)
    return None if nearest is None else shelf[nearest]


def choose_game(house: House, choices: Choices, game: Game) -> Choices:
    """Return the choices with this game. The deck stays the last one of this game if it fits the number of people.
    Otherwise it is that of the nearest scenario for this number."""
    chosen = seat_leader(house, replace(choices, game=game.id))
    if chosen.players in scenario_now(house, chosen).players:
        return with_players(chosen, chosen.players)
    found = scenario_for(house, chosen, chosen.players) if chosen.players else None
    return choose_scenario(chosen, *found) if found and found[0] is game else chosen


def seat_leader(house: House, choices: Choices) -> Choices:
    """Return the choices in which the leader of the last game counts as a player if nobody leads the chosen game, and
    does not count if somebody leads it."""
    plays = not house.games[choices.game].is_led(choices.setup)
    if not (choices.one_leads and choices.players) or plays is choices.leader_plays:
        return choices
    players = min(MOST_PEOPLE, choices.players + (1 if plays else -1))
    seated = replace(choices, players=players, leader_plays=plays)
    return with_players(seated, players) if players in scenario_now(house, seated).players else seated


def choose_scenario(choices: Choices, game: Game, scenario: Scenario) -> Choices:
    """Return the choices with this scenario, its own deck, and the number of players nearest to the chosen one."""
    before = choices.setups.get(game.id)
    wanted = choices.players or scenario.players[0]
    players = min(scenario.players, key=lambda n: abs(n - wanted))
    setup = Setup(scenario.id, players, (), before.options if before else {})
    setups: Mapping[str, Setup] = {**choices.setups, game.id: setup}
    decks = {other: kept for other, kept in choices.decks.items() if other != game.id}
    return replace(choices, game=game.id, setups=setups, decks=decks)


def with_players(choices: Choices, players: int) -> Choices:
    """Return the choices with this number of players. The deck is the one that was last chosen for this number, or else
    that of the scenario."""
    setup = choices.setup
    if setup.players == players:
        return replace(choices, players=players)
    kept = {other.players: other for other in choices.decks.get(choices.game, ()) if other.scenario == setup.scenario}
    if setup.deck:
        kept[setup.players] = Setup(setup.scenario, setup.players, setup.deck, origin=setup.origin)
    back = kept.pop(players, Setup(setup.scenario, players))
    chosen = replace(setup, players=players).with_deck(back.deck, back.origin)
    others = {game: setups for game, setups in choices.decks.items() if game != choices.game}
    return replace(
        choices,
        setups={**choices.setups, choices.game: chosen},
        decks={**others, choices.game: tuple(kept.values())} if kept else others,
        players=players,
    )


def with_number(house: House, table: Table, now: int) -> TableStep:
    """Set the number of people at the table. If the scenario allows this number, all of them play."""
    allowed = now in scenario_now(house, table.choices).players
    choices = with_players(table.choices, now) if allowed else replace(table.choices, players=now)
    if choices == table.choices:
        return table, ()
    return replace(table, choices=choices), (Remember(choices),)


def is_for_others(choices: Choices) -> bool:
    return choices.players not in (0, choices.setup.players)


def scenario_players_text(house: House, choices: Choices) -> str:
    players = scenario_now(house, choices).players
    text = f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])
    return number(house.words, choices.language, text)


def scenario_players_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    players = scenario_now(house, choices).players
    least, most = number_line(players[0]), number_line(players[-1])
    if least == most:
        return LineId("players.only"), least
    return LineId("players.least"), least, LineId("players.most"), most


def other_number(house: House, choices: Choices) -> tuple[Word, ...]:
    """Return the question that START asks if the scenario is made for other numbers of players, with advice for the
    people who could not play."""
    if not is_for_others(choices):
        return ()
    scenario, nearest = scenario_now(house, choices), choices.setup.players
    counts = {"least": scenario.players[0], "most": scenario.players[-1], "n": nearest}
    said = (*scenario_players_lines(house, choices), LineId("players.start"), number_line(nearest))
    name = "advice.only-number" if len(scenario.players) == 1 else "advice.other-number"
    asked = Word(name, {value: Number(count) for value, count in counts.items()}, said)
    beyond = f"advice.beyond.{scenario.id}"
    more = choices.players > scenario.players[-1] and house.words.has(beyond)
    return (asked, Word(beyond)) if more else (asked,)


def deck_line(choices: Choices) -> LineId:
    """Return the line that names the deck. A deck that was drawn at random or changed by hand has its own name."""
    origin = choices.setup.origin
    own = origin is DeckOrigin.SCENARIO
    return scenario_line(choices.game, choices.setup.scenario) if own else screen_line(origin)


def scenario_line(game: str, scenario: str) -> LineId:
    return LineId(f"scenario.{game}.{scenario}")
