"""Home: the dial goes through the scenarios of all games, a press opens the menu, BACK shows the deck, START begins."""

from collections.abc import Mapping

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import Language, LineId, number_line, screen_line
from device.show.facts import Word
from device.show.plug import Game, problems_of, warnings_of
from device.show.setup import DeckOrigin, Scenario, Setup
from device.table.chosen_number import is_for_others, made_for_lines, made_for_text, other_number
from device.table.drawing import measure
from device.table.effects import Remember
from device.table.explanations import due_topics
from device.table.house import Choices, House
from device.table.new_game import start_agreed
from device.table.page_kinds import AdvicePage, DeckPage, HomePage, ListingPage, NumberPage, Question, ShownPage
from device.table.pages.names import fact_lines, number
from device.table.pages.question import ask_over
from device.table.plugs.registry import hold_start
from device.table.roster import is_unsettled
from device.table.state import Table, TableStep
from device.table.talk import speak
from device.table.tonight import first_words, tonight_setup
from device.table.view import Pair, Size, Text, View
from device.table.who_plays import ask_who
from device.words.catalogue import short_code

HINTS = {
    (Control.BACK, Gesture.PRESS): "back",
    (Control.DIAL, Gesture.TURN): "turn",
    (Control.DIAL, Gesture.PRESS): "press",
}
"""What home says of its controls, on a box that is new."""
FRESH_HINTS = dict.fromkeys(HINTS.values(), 3)
"""How often each control is still to be used before its hint goes."""


class ShownHome(ShownPage, frozen=True):
    page: HomePage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        moved, effects = _act(house, table, event)
        used = HINTS.get((event.control, event.gesture), "")
        if used not in moved.choices.hints:
            return moved, effects
        left = {hint: count - (hint == used) for hint, count in moved.choices.hints.items()}
        choices = replace(moved.choices, hints={hint: count for hint, count in left.items() if count > 0})
        return replace(moved, choices=choices), (*effects, Remember(choices))

    def view(self, house: House, table: Table) -> View:
        words, choices, language = house.words, table.choices, table.choices.language
        game = words.screen(language, f"game.{choices.game}")
        players = words.screen(language, "home.players", n=_players(house, choices))
        head = Pair(game, " ".join(map(short_code, choices.languages)))
        title = Text(words.title(language, deck_line(choices)), Size.LARGE)
        foot = Pair(players, _start(house, language))
        if hints := due_hints(choices):
            return _view_with_hints(house, table, title, Pair(game, players), hints)
        return View("home", language, (head, title, foot), head=True, kept=(title,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """What stands there, for ears."""
        choices = table.choices
        hints = (screen_line(f"home.{hint}") for hint in due_hints(choices))
        game = (screen_line(f"game.{choices.game}"),) if choices.hints else ()
        return *game, deck_line(choices), *_players_lines(house, choices), *hints


def _act(house: House, table: Table, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return begin_or_advise(house, table, event.at)
        case Control.BACK, Gesture.PRESS:
            return replace(table, page=DeckPage(HomePage())), ()
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=ListingPage("main", HomePage())), ()
        case Control.DIAL, Gesture.TURN:
            return _turn_shelf(house, table, event.steps)
    return hold_start(house, table, event) or (table, ())


def begin_or_advise(house: House, table: Table, at: float) -> TableStep:
    """START: the game; or first how many play, or what to know about this deck; or why it cannot be played, aloud and
    on the screen."""
    game, setup = house.games[table.choices.game], table.choices.setup
    if house.asks_number and not table.choices.players:
        return replace(table, page=NumberPage(setup.players)), ()
    problems = problems_of(game, setup)
    if problems:
        at_roles = isinstance(table.page, ListingPage) and table.page.menu == "roles"
        refused = table if at_roles else replace(table, page=ListingPage("roles", HomePage()))
        return speak(refused, LineId("deck.wrong"))
    number = () if table.anew else other_number(house, table.choices)
    if is_unsettled(table) and not (number and table.choices.players > setup.players):
        return ask_who(house, table, HomePage(), starts=True)
    told = tuple(word for word in warnings_of(game, tonight_setup(house, table)) if word.key not in table.advised)
    news = (*_won_already(table), *number, *told)
    if news:
        advised = table.advised | {word.key for word in told}
        return speak(replace(table, page=AdvicePage(news, HomePage()), advised=advised), *_news_lines(news[0]))
    return offer_or_start(house, table, at)


def _won_already(table: Table) -> tuple[Word, ...]:
    """Asked before each game of a tournament for points that somebody has won: whoever wants may play on."""
    won = table.standings is not None and bool(table.standings.champions)
    return (Word("advice.won"),) if won and not table.anew else ()


def offer_or_start(house: House, table: Table, at: float) -> TableStep:
    """The game; or first the question who plays it, or whether to explain it, where somebody here may want that."""
    if is_unsettled(table):
        return ask_who(house, table, HomePage(), starts=True)
    if not due_topics(house, table):
        return start_agreed(house, table, at)
    return ask_over(replace(table, page=HomePage()), Question.EXPLAIN)


def _news_lines(news: Word) -> tuple[LineId, ...]:
    """That there is something to know; and what, where there are words for it."""
    return screen_line("advice.title"), *(fact_lines(news) if news.said or not news.fillings else ())


def _turn_shelf(house: House, table: Table, steps: int) -> TableStep:
    """To another scenario; the last is followed by the first."""
    shelf = [(game, scenario) for game in house.games.values() for scenario in game.scenarios()]
    chosen = table.choices.game, table.choices.setup.scenario
    here = next((n for n, (game, scenario) in enumerate(shelf) if (game.id, scenario.id) == chosen), 0)
    game, scenario = shelf[(here + steps) % len(shelf)]
    choices = choose_scenario(table.choices, game, scenario)
    table = replace(table, choices=choices)
    return table, (Remember(choices), *first_words(house, table))


def choose_scenario(choices: Choices, game: Game, scenario: Scenario) -> Choices:
    """This scenario, with as many of the players as it allows, and its own deck."""
    before = choices.setups.get(game.id)
    wanted = choices.players or scenario.players[0]
    players = min(scenario.players, key=lambda n: abs(n - wanted))
    setup = Setup(scenario.id, players, (), before.options if before else {})
    setups: Mapping[str, Setup] = {**choices.setups, game.id: setup}
    decks = {other: kept for other, kept in choices.decks.items() if other != game.id}
    return replace(choices, game=game.id, setups=setups, decks=decks)


def _view_with_hints(house: House, table: Table, title: Text, head: Pair, hints: tuple[str, ...]) -> View:
    """A new box says the same with its hints, START beside the last of them: in another order where that is too wide
    there, and the first hint alone where two have no room."""
    language = table.choices.language
    texts = tuple(house.words.screen(language, f"home.{hint}") for hint in hints)
    views = [
        View("home", language, (head, title, *(Pair(text, "") for text in others), Pair(last, _start(house, language))))
        for *others, last in (texts, texts[::-1], texts[:1])
    ]
    measured = [(view, measure(view, house.screen)) for view in views]
    roomy = next((view for view, found in measured if found.whole and found.apart), None)
    best = roomy or next((view for view, found in measured if found.whole), views[-1])
    return replace(best, kept=(title,))


def _start(house: House, language: Language) -> str:
    return house.words.screen(language, "home.start")


def _players(house: House, choices: Choices) -> str:
    """How many play; where the scenario is for others, for how many."""
    if is_for_others(choices):
        return made_for_text(house, choices)
    return number(house.words, choices.language, str(choices.setup.players))


def _players_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    if is_for_others(choices):
        return made_for_lines(house, choices)
    return number_line(choices.setup.players), LineId("screen.players")


def due_hints(choices: Choices) -> tuple[str, ...]:
    """Of BACK, and of the dial: what turning it does comes before what pressing it does."""
    dial = [hint for hint in ("turn", "press") if hint in choices.hints][:1]
    return tuple(hint for hint in ("back", *dial) if hint in choices.hints)


def deck_line(choices: Choices) -> LineId:
    """What the cards are called: drawn by lot, or changed by hand, they are none of the scenario's."""
    origin = choices.setup.origin
    return scenario_line(choices) if origin is DeckOrigin.SCENARIO else screen_line(origin)


def scenario_line(choices: Choices) -> LineId:
    return scenario_title(choices.game, choices.setup.scenario)


def scenario_title(game: str, scenario: str) -> LineId:
    """What a scenario is called."""
    return LineId(f"scenario.{game}.{scenario}")
