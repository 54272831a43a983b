"""Handles the home page, on which the dial chooses a game. START begins it, a press of the dial opens the menu with the
decks of the game, and BACK shows the deck. Holding the dial switches reading aloud on and off."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Surface, Table, TableStep
from nightcrier.box.table.drawing import measure
from nightcrier.box.table.drawing.view import Pair, Size, Text, View
from nightcrier.box.table.evening.scenario import (
    choose_game,
    choose_scenario,
    deck_line,
    is_for_others,
    scenario_players_lines,
    scenario_players_text,
    shelf_at_home,
)
from nightcrier.box.table.game.tonight import dealt_minutes, minutes_lines
from nightcrier.box.table.ground.before_game import begin_or_advise
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.loudness_dial import switch_party
from nightcrier.box.table.over.welcome import HOME_KEYS
from nightcrier.kernel.ids import Language, LineId, number_line, screen_line
from nightcrier.words.catalogue import short_code

HINTS = {
    (Control.BACK, Gesture.PRESS): "back",
    (Control.DIAL, Gesture.TURN): "turn",
    (Control.DIAL, Gesture.PRESS): "press",
}
"""The hints about the controls that the home page of a new box shows."""
_MOST_BELOW = 2
FRESH_HINTS = dict.fromkeys(HINTS.values(), 3)
"""How often each control must be used before its hint disappears."""


class Home(Surface, frozen=True):
    """The ground while no game is under way: the dial chooses game and scenario, and START begins the game."""

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
        players = words.screen(language, "home.players", n=_players_text(house, choices))
        head = Pair(game, " ".join(map(short_code, choices.languages)))
        title = Text(words.title(language, deck_line(choices)), Size.LARGE)
        foot = Pair(players, _start(house, language))
        if texts := texts_below(house, table):
            return _view_with_hints(house, table, title, Pair(game, players), texts)
        return View("home", language, (head, title, foot), head=True, kept=(title,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        choices = table.choices
        minutes = dealt_minutes(house, table)
        deals = () if minutes is None else minutes_lines(minutes)
        return screen_line(f"game.{choices.game}"), deck_line(choices), *_players_lines(house, choices), *deals

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        return HOME_KEYS, LineId("home.hold")


HOME = Home()


def texts_below(house: House, table: Table) -> tuple[str, ...]:
    """Return what stands below the deck: how long a night is if the box deals, and the hints of a new box."""
    minutes, words, language = dealt_minutes(house, table), house.words, table.choices.language
    hints = tuple(words.screen(language, f"home.{hint}") for hint in due_hints(table.choices))
    if minutes is None:
        return hints
    return (words.screen(language, "home.deals", n=number(words, language, str(minutes))), *hints)[:_MOST_BELOW]


def _act(house: House, table: Table, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return begin_or_advise(house, table, event.at)
        case Control.BACK, Gesture.PRESS:
            return replace(table, page=DeckPage(None)), ()
        case Control.DIAL, Gesture.PRESS:
            from nightcrier.box.table.ground.menus import MAIN  # read in while nobody uses the box

            return replace(table, page=ListingPage(MAIN, None)), ()
        case Control.DIAL, Gesture.TURN:
            return _turn_games(house, table, event.steps)
        case Control.BACK, Gesture.HOLD:
            return switch_party(table, event.at)
        case Control.DIAL, Gesture.HOLD:
            return switch_reading(house, table, HOME)
    from nightcrier.box.table.plugs.registry import hold_start

    return hold_start(house, table, event) or (table, ())


def switch_reading(house: House, table: Table, shown: Surface) -> TableStep:
    """Read aloud from now on, beginning with what is shown, or read no more. Both are said."""
    choices = replace(table.choices, spoken_menu=not table.choices.spoken_menu)
    taught = shown.controls(house, table) if choices.spoken_menu else ()
    switched = replace(table, choices=choices, advised=table.advised.union(taught))
    shows = shown.all_lines(house, switched) if choices.spoken_menu else ()
    now = screen_line("switch.on" if choices.spoken_menu else "switch.off")
    said, effects = speak(switched, screen_line("spoken-menu"), now, *shows)
    return said, (Remember(choices), *effects)


def _turn_games(house: House, table: Table, steps: int) -> TableStep:
    """Choose another game, or another scenario of the only game at home. After the last comes the first."""
    shelf = shelf_at_home(house, table.choices)
    games = list(dict.fromkeys(game for game, _ in shelf))
    if len(games) > 1:
        here = games.index(house.games[table.choices.game])
        choices = choose_game(house, table.choices, games[(here + steps) % len(games)])
    else:
        here = next(n for n, (_, scenario) in enumerate(shelf) if scenario.id == table.choices.setup.scenario)
        choices = choose_scenario(table.choices, *shelf[(here + steps) % len(shelf)])
    return replace(table, choices=choices), (Remember(choices),)


def _view_with_hints(house: House, table: Table, title: Text, head: Pair, texts: tuple[str, ...]) -> View:
    """Show the home page with what else there is to say, and START beside the last text. If a row is too wide, the
    order of the texts changes. If two texts do not fit, only the first is shown."""
    language = table.choices.language
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


def _players_text(house: House, choices: Choices) -> str:
    """Return the text for the number of players, or for the scenario's numbers if those are others."""
    if is_for_others(choices):
        return scenario_players_text(house, choices)
    return number(house.words, choices.language, str(choices.setup.players))


def _players_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    if is_for_others(choices):
        return scenario_players_lines(house, choices)
    return number_line(choices.setup.players), LineId("screen.players")


def due_hints(choices: Choices) -> tuple[str, ...]:
    """Return the hints for BACK and the dial that are still shown. Turning the dial comes before pressing it."""
    dial = [hint for hint in ("turn", "press") if hint in choices.hints][:1]
    return tuple(hint for hint in ("back", *dial) if hint in choices.hints)
