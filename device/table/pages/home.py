"""Home: the dial goes through the scenarios of all games, a press opens the menu, BACK shows the deck, START begins."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import Language, LineId, number_line, screen_line
from device.table.chosen_number import choose_scenario, deck_line, is_for_others, made_for_lines, made_for_text
from device.table.drawing import measure
from device.table.effects import Remember
from device.table.house import Choices, House
from device.table.page_kinds import HomePage
from device.table.pages.begin import begin_or_advise
from device.table.pages.deck import DeckPage
from device.table.pages.listing import ListingPage
from device.table.pages.names import number
from device.table.plugs.registry import hold_start
from device.table.state import Table, TableStep
from device.table.tonight import first_words
from device.table.view import Pair, Size, Text, View
from device.words.catalogue import short_code

HINTS = {
    (Control.BACK, Gesture.PRESS): "back",
    (Control.DIAL, Gesture.TURN): "turn",
    (Control.DIAL, Gesture.PRESS): "press",
}
"""What home says of its controls, on a box that is new."""
FRESH_HINTS = dict.fromkeys(HINTS.values(), 3)
"""How often each control is still to be used before its hint goes."""


def handle_home(house: House, table: Table, event: Input) -> TableStep:
    moved, effects = _act(house, table, event)
    used = HINTS.get((event.control, event.gesture), "")
    if used not in moved.choices.hints:
        return moved, effects
    left = {hint: count - (hint == used) for hint, count in moved.choices.hints.items()}
    choices = replace(moved.choices, hints={hint: count for hint, count in left.items() if count > 0})
    return replace(moved, choices=choices), (*effects, Remember(choices))


def home_view(house: House, table: Table) -> View:
    words, choices, language = house.words, table.choices, table.choices.language
    game = words.screen(language, f"game.{choices.game}")
    players = words.screen(language, "home.players", n=_players(house, choices))
    head = Pair(game, " ".join(map(short_code, choices.languages)))
    title = Text(words.title(language, deck_line(choices)), Size.LARGE)
    foot = Pair(players, _start(house, language))
    if hints := due_hints(choices):
        return _view_with_hints(house, table, title, Pair(game, players), hints)
    return View("home", language, (head, title, foot), head=True, kept=(title,))


def home_lines(house: House, table: Table) -> tuple[LineId, ...]:
    """Say what stands at home."""
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


def _turn_shelf(house: House, table: Table, steps: int) -> TableStep:
    """Turn to another scenario; the last is followed by the first."""
    shelf = [(game, scenario) for game in house.games.values() for scenario in game.scenarios()]
    chosen = table.choices.game, table.choices.setup.scenario
    here = next((n for n, (game, scenario) in enumerate(shelf) if (game.id, scenario.id) == chosen), 0)
    game, scenario = shelf[(here + steps) % len(shelf)]
    choices = choose_scenario(table.choices, game, scenario)
    table = replace(table, choices=choices)
    return table, (Remember(choices), *first_words(house, table))


def _view_with_hints(house: House, table: Table, title: Text, head: Pair, hints: tuple[str, ...]) -> View:
    """Show home with the hints of a new box, START beside the last of them: in another order if that is too wide, and
    the first hint alone if two have no room."""
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
    """Return how many play; if the scenario is for others, for how many it is."""
    if is_for_others(choices):
        return made_for_text(house, choices)
    return number(house.words, choices.language, str(choices.setup.players))


def _players_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    if is_for_others(choices):
        return made_for_lines(house, choices)
    return number_line(choices.setup.players), LineId("screen.players")


def due_hints(choices: Choices) -> tuple[str, ...]:
    """Return the hints of BACK and of the dial: what turning it does comes before what pressing it does."""
    dial = [hint for hint in ("turn", "press") if hint in choices.hints][:1]
    return tuple(hint for hint in ("back", *dial) if hint in choices.hints)
