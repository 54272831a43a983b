"""Home: the dial goes through the scenarios of all games, a press opens the menu, BACK shows the deck, START begins."""

from collections.abc import Mapping

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.show.stages import Game, Scenario, Setup
from device.table.beginning import fresh, prepared, start
from device.table.choices import Choices
from device.table.effects import Remember
from device.table.house import House
from device.table.pages.names import number
from device.table.state import Advice, Deck, Home, Listing, Table, Turn
from device.table.talk import speak
from device.table.view import Pair, Size, Text, View


def step(house: House, table: Table, event: Event) -> Turn:
    if not isinstance(event, Input):
        return table, ()
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return begin(house, table, event.at)
        case Control.BACK, Gesture.PRESS:
            return replace(table, page=Deck(Home())), ()
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=Listing("main", Home())), ()
        case Control.DIAL, Gesture.TURN:
            return turn(house, table, event.steps)
    return table, ()


def begin(house: House, table: Table, at: float) -> Turn:
    """START: the night; or first what to know about this deck; or why it cannot be played, aloud and on the screen."""
    game, setup = house.games[table.choices.game], table.choices.setup
    problems = game.problems(setup)
    if problems:
        at_roles = isinstance(table.page, Listing) and table.page.menu == "roles"
        refused = table if at_roles else replace(table, page=Listing("roles", Home()))
        return speak(refused, LineId("deck.wrong"))
    news = tuple(fact for fact in game.warnings(fresh(house, table)) if fact[0] not in table.advised)
    if news:
        return replace(table, page=Advice(news, Home()), advised=table.advised | {key for key, _ in news}), ()
    return start(house, table, at)


def turn(house: House, table: Table, steps: int) -> Turn:
    """To another scenario; the last is followed by the first."""
    shelf = [(game, scenario) for game in house.games.values() for scenario in game.scenarios()]
    here = next((n for n, (game, scenario) in enumerate(shelf) if _is(table.choices, game, scenario)), 0)
    game, scenario = shelf[(here + steps) % len(shelf)]
    choices = choose(table.choices, game, scenario)
    table = replace(table, choices=choices)
    return table, (Remember(choices), *prepared(house, table))


def choose(choices: Choices, game: Game, scenario: Scenario) -> Choices:
    """This scenario, with as many of the players as it allows, and its own deck."""
    before = choices.setups.get(game.id)
    wanted = choices.players or scenario.players[0]
    players = min(scenario.players, key=lambda n: abs(n - wanted))
    setup = Setup(scenario.id, players, (), before.options if before else {})
    setups: Mapping[str, Setup] = {**choices.setups, game.id: setup}
    return replace(choices, game=game.id, setups=setups)


def view(house: House, table: Table) -> View:
    words, choices, language = house.words, table.choices, table.choices.language
    game = words.screen(language, f"game.{choices.game}")
    players = words.screen(language, "home.players", n=number(words, language, str(choices.setup.players)))
    rows = (
        Pair(game, " ".join(code.partition("-")[0].upper() for code in choices.languages)),
        Text(words.title(language, scenario_line(choices)), Size.LARGE),
        Pair(players, words.screen(language, "home.start")),
    )
    return View("home", language, rows)


def spoken(house: House, table: Table) -> tuple[LineId, ...]:
    return scenario_line(table.choices), LineId(f"number.{table.choices.setup.players}"), LineId("screen.players")


def scenario_line(choices: Choices) -> LineId:
    return LineId(f"scenario.{choices.game}.{choices.setup.scenario}")


def _is(choices: Choices, game: Game, scenario: Scenario) -> bool:
    return choices.game == game.id and choices.setup.scenario == scenario.id
