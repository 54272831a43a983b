"""Handles the home page, where the dial chooses a game. START begins it, a press of the dial opens the menu with the
game's decks, and BACK shows the deck. Holding the dial switches reading aloud on and off."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.signs import deck_sign
from nightcrier.box.table.core.state import Surface, Table, TableStep
from nightcrier.box.table.drawing.frame import has_room
from nightcrier.box.table.drawing.view import Size, Text, View
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
from nightcrier.kernel.ids import LineId, number_line, screen_line

_FIGURE, _FEW = "♟", 6


class Home(Surface, frozen=True):
    """The ground while no game is under way: the dial chooses game and scenario, and START begins the game."""

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS:
                return begin_or_advise(house, table, event.at)
            case Control.BACK, Gesture.PRESS:
                return replace(table, page=DeckPage(None)), ()
            case Control.DIAL, Gesture.PRESS:
                from nightcrier.box.table.ground.menus import MENUS  # read in while nobody uses the box

                return replace(table, page=ListingPage(MENUS["main"], None)), ()
            case Control.DIAL, Gesture.TURN:
                return _turn_games(house, table, event.steps)
            case Control.BACK, Gesture.HOLD:
                return switch_party(table, event.at)
            case Control.DIAL, Gesture.HOLD:
                return switch_reading(house, table, HOME)
        from nightcrier.box.table.plugs.registry import hold_start

        return hold_start(house, table, event) or (table, ())

    def view(self, house: House, table: Table) -> View:
        """Show the game, its deck if that has another name, their sign, and who plays: a figure for each person, or the
        length of a night if the box deals. If there are several languages, show them, too."""
        words, choices, language = house.words, table.choices, table.choices.language
        game = Text(words.screen(language, f"game.{choices.game}"), Size.SMALL)
        sign = deck_sign(choices.game, choices.setup.scenario)
        title = Text(words.title(language, deck_line(choices)), Size.LARGE, sign=sign)
        several = " ".join(each[:2].upper() for each in choices.languages if choices.languages[1:])
        people = " · ".join(filter(None, (_below(house, table), several)))
        below, foot = Text(people, Size.SMALL), foot_of(house, language, "home")
        views = [
            View("home", language, rows, foot=foot, kept=(title,))
            for rows in ((game, title, below)[game.text == title.text :], (title, below), (title,))
        ]
        return next((view for view in views if has_room(view, house.screen)), views[1])

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        choices = table.choices
        minutes = dealt_minutes(house, table)
        deals = () if minutes is None else minutes_lines(minutes)
        return screen_line(f"game.{choices.game}"), deck_line(choices), *_players_lines(house, choices), *deals

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        return HOME_KEYS, LineId("home.hold")


HOME = Home()


def _below(house: House, table: Table) -> str:
    """Return the text below the deck: a figure for each person, or if there are many, one figure and a number; the
    scenario's numbers if they differ; or the length of a night if the box deals."""
    words, choices, language = house.words, table.choices, table.choices.language
    if (minutes := dealt_minutes(house, table)) is not None:
        return words.screen(language, "home.deals", n=number(words, language, str(minutes)))
    if is_for_others(choices):
        return words.screen(language, "home.players", n=scenario_players_text(house, choices))
    players = choices.setup.players
    return _FIGURE * players if players <= _FEW else f"{_FIGURE} {number(words, language, str(players))}"


def switch_reading(house: House, table: Table, shown: Surface) -> TableStep:
    """Start to read pages aloud, beginning with the page shown, or stop reading aloud. The box says which."""
    choices = replace(table.choices, spoken_menu=not table.choices.spoken_menu)
    taught = shown.controls(house, table) if choices.spoken_menu else ()
    switched = replace(table, choices=choices, advised=table.advised.union(taught))
    shows = shown.all_lines(house, switched) if choices.spoken_menu else ()
    now = screen_line("switch.on" if choices.spoken_menu else "switch.off")
    said, effects = speak(switched, screen_line("spoken-menu"), now, *shows)
    return said, (Remember(choices), *effects)


def _turn_games(house: House, table: Table, steps: int) -> TableStep:
    """Choose another game, or if there is only one at home, another of its scenarios. The first follows the last."""
    shelf = shelf_at_home(house, table.choices)
    games = list(dict.fromkeys(game for game, _ in shelf))
    if len(games) > 1:
        here = games.index(house.games[table.choices.game])
        choices = choose_game(house, table.choices, games[(here + steps) % len(games)])
    else:
        here = next(n for n, (_, scenario) in enumerate(shelf) if scenario.id == table.choices.setup.scenario)
        choices = choose_scenario(table.choices, *shelf[(here + steps) % len(shelf)])
    return replace(table, choices=choices), (Remember(choices),)


def _players_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    if is_for_others(choices):
        return scenario_players_lines(house, choices)
    return number_line(choices.setup.players), LineId("screen.players")
