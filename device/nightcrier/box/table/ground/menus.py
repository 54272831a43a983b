"""Builds the rows of the main menu and the device menu, and finds every menu by its name. The menus that the
device menu opens hold optional sounds of night and day, and the games that the dial finds at home."""

import re
from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from nightcrier.box.show.plug import Game, PractisedGame, problems_of
from nightcrier.box.show.setup import DeckOrigin
from nightcrier.box.table.core.effects import FindEarCards, PowerOff
from nightcrier.box.table.core.house import (
    BRIGHTEST,
    LOUDEST,
    NO_BED,
    Captions,
    Casting,
    Crier,
    House,
    IdleOff,
    Letters,
)
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Table, TableStep, step_after
from nightcrier.box.table.evening.scenario import (
    choose_scenario,
    deck_line,
    is_for_others,
    scenario_line,
    scenario_now,
    scenario_players_lines,
    scenario_players_text,
    with_players,
)
from nightcrier.box.table.game.session import start_game
from nightcrier.box.table.ground.before_game import begin_or_advise, draw_deck
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.evening_menus import NAMING, PEOPLE, PERSON, PLACES, SCORES, WINNERS
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.hands_menu import hands_items
from nightcrier.box.table.over.loudness_dial import bed_level, choices_with_loudness, loudness_now, voice_loudness
from nightcrier.box.table.over.menu_items import ROLES, Item, Menu, Value, field_row, options_items, value_row
from nightcrier.box.table.over.welcome import open_first_steps
from nightcrier.box.table.over.who_plays import NEW_EVENING
from nightcrier.box.table.over.yes_or_no import Question
from nightcrier.box.table.plugs.registry import MENUS_OF_FEATURES, with_rows
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import Language, LineId, name_line, number_line, screen_line
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.settings import ExplainFirst
from nightcrier.words.catalogue import NAMES

_NUMBERS = re.compile(r"\d+")
SWITCH_OFF = Question("ask.power-off", lambda _, table, __, ___: (table, (PowerOff(),)))


def device_items(house: House, table: Table) -> tuple[Item, ...]:
    loudness = [(n, choices_with_loudness(table, n)) for n in range(1, table.ceiling + 1)]
    return (
        value_row(house, table, "loudness", voice_loudness(table), loudness),
        Item(LineId("screen.sound-test"), does=_test_sound),
        field_row(house, table, "brightness", range(1, BRIGHTEST + 1)),
        field_row(house, table, "spoken-menu", (False, True)),
        field_row(house, table, "captions", get_args(Captions)),
        field_row(house, table, "letters", get_args(Letters)),
        Item(LineId("screen.check"), does=_show_fault, state="check.fine" if not table.faults else "check.wrong"),
        _about_row(house, table),
        *((_battery_row(house, table, table.battery),) if table.battery else ()),
        Item(LineId("screen.power-off"), asks=SWITCH_OFF),
        field_row(house, table, "idle-off", get_args(IdleOff)),
        Item(LineId("screen.first-steps"), does=lambda _, table, __: open_first_steps(table)),
        Item(LineId("screen.games"), opens=GAMES),
        Item(LineId("screen.sounds"), opens=SOUNDS),
        Item(LineId("screen.hands"), opens=HANDS),
    )


def _about_row(house: House, table: Table) -> Item:
    """Return the row of the version, and of the project's address if there is one. The voice says both."""
    said = tuple(number_line(int(part)) for part in _NUMBERS.findall(house.version))
    address = (name_line(house.address),) if house.address else ()
    text = " · ".join(filter(None, (house.version, house.address)))
    return Item(LineId("screen.about"), (Value(text, (*said, *address), table.choices),))


def games_items(house: House, table: Table) -> tuple[Item, ...]:
    return tuple(_game_row(house, table, game) for game in house.games)


def _game_row(house: House, table: Table, game: str) -> Item:
    """Return the row that hides a game at home, or shows it again."""
    hidden = table.choices.hidden
    others = tuple(each for each in hidden if each != game)
    changes = [
        (is_shown, replace(table.choices, hidden=others if is_shown else (*others, game))) for is_shown in (False, True)
    ]
    return value_row(house, table, f"game.{game}", game not in hidden, changes)


def _battery_row(house: House, table: Table, battery: Battery) -> Item:
    """Return the row of the battery: the time left if it is known, or else the charge. The voice says whether the
    charge is enough."""
    words, language = house.words, table.choices.language
    if battery.drawn and battery.minutes is not None:
        hours, minutes = (number(words, language, str(part)) for part in divmod(battery.minutes, 60))
        left = words.screen(language, "battery.time", hours=hours, minutes=minutes)
    else:
        left = words.screen(language, "battery.percent", n=number(words, language, str(battery.percent)))
    said = screen_line("fault.battery" if Part.BATTERY in table.faults else "battery.enough")
    return Item(LineId("screen.battery"), (Value(left, (said,), table.choices, helped=False),))


def _test_sound(house: House, table: Table, at: float) -> TableStep:
    return step_after((loudness_now(table),), speak(table, LineId("sound-test")))


def _show_fault(house: House, table: Table, at: float) -> TableStep:
    """Show the first fault of the box on a page. If there is no fault, say that nothing is wrong."""
    for fault in table.faults.values():
        return replace(table, page=NoticePage(fault, table.page)), ()
    return speak(table, LineId("screen.check.fine"))


def sounds_items(house: House, table: Table) -> tuple[Item, ...]:
    has_cast = len(house.voices.get(table.choices.language, ())) > 1
    sounds = (field_row(house, table, key, (False, True)) for key in ("foley", "drone", "day-bed"))
    cast = (field_row(house, table, "cast", get_args(Casting)),) if has_cast else ()
    return *cast, *sounds, field_row(house, table, "crier", get_args(Crier))


def main_items(house: House, table: Table) -> tuple[Item, ...]:
    game, codes = house.games[table.choices.game], house.languages
    first, *others = table.choices.languages
    return (
        _scenario_row(house, table),
        _players_row(house, table),
        *_deck_rows(game, table),
        _language_row(house, table, "language", [(code, *[c for c in others if c != code]) for code in codes]),
        _language_row(house, table, "language2", [(first,), *((first, code) for code in codes if code != first)]),
        *((field_row(house, table, "second-on-back", (False, True)),) if others else ()),
        *_voice_rows(house, table),
        *_bed_rows(house, table),
        _people_row(table),
        *((Item(LineId("screen.practice"), does=_practise),) if isinstance(game, PractisedGame) else ()),
        field_row(house, table, "explain", get_args(ExplainFirst)),
        Item(LineId("screen.options"), opens=OPTIONS),
        Item(LineId("screen.scores"), opens=SCORES),
        Item(LineId("screen.device"), opens=DEVICE, effects=(FindEarCards(),)),
    )


def _deck_rows(game: Game, table: Table) -> tuple[Item, ...]:
    """Return the rows of the deck, if people can choose the cards of the game."""
    if not game.cards():
        return ()
    return (
        Item(LineId("screen.roles"), opens=ROLES),
        Item(LineId("screen.deck"), opens=DeckPage(table.page)),
        Item(LineId("screen.random-deck"), does=draw_deck),
    )


def _players_row(house: House, table: Table) -> Item:
    """Return the row for the number of players. If the scenario is made for other numbers than the people here, the row
    first shows those numbers."""
    choices = table.choices
    changes = [(players, with_players(choices, players)) for players in scenario_now(house, choices).players]
    chosen = value_row(house, table, "players", choices.setup.players, changes)
    if not is_for_others(choices):
        return chosen
    unchosen = Value(scenario_players_text(house, choices), scenario_players_lines(house, choices), choices)
    return replace(chosen, values=(unchosen, *chosen.values), index=0)


def _scenario_row(house: House, table: Table) -> Item:
    """Return the row that chooses the scenario. If the deck is not that of the scenario, the first value says where the
    cards come from."""
    game, choices = house.games[table.choices.game], table.choices
    scenarios = game.scenarios()
    values = []
    for scenario in scenarios:
        line = scenario_line(game.id, scenario.id)
        chosen = choose_scenario(choices, game, scenario)
        values.append(Value(house.words.title(choices.language, line), (line,), chosen))
    index = next(n for n, scenario in enumerate(scenarios) if scenario.id == choices.setup.scenario)
    if choices.setup.origin is not DeckOrigin.SCENARIO:
        line, index = deck_line(choices), 0
        values.insert(0, Value(house.words.title(choices.language, line), (line,), choices, helped=False))
    return Item(LineId("screen.scenario"), tuple(values), index)


def _language_row(house: House, table: Table, key: str, ways: Sequence[tuple[Language, ...]]) -> Item:
    """Return the row of the first or the second language. Each language is shown by its own name, so that people find
    their language on any box."""
    choices, own = table.choices, slice(0, 1) if key == "language" else slice(1, 2)
    values = []
    for languages in ways:
        text = "".join(NAMES[code] for code in languages[own]) or house.words.screen(choices.language, "none")
        line = next((screen_line(f"language.{code}") for code in languages[own]), LineId("screen.none"))
        values.append(Value(text, (line,), replace(choices, languages=languages)))
    index = next((n for n, languages in enumerate(ways) if languages[own] == choices.languages[own]), 0)
    return Item(screen_line(key), tuple(values), index)


def _voice_rows(house: House, table: Table) -> tuple[Item, ...]:
    """Return the row of the voice, if the language has several voices."""
    choices = table.choices
    packs = house.voices.get(choices.language, ())
    if len(packs) < 2:
        return ()
    changes = [(pack, replace(choices, voices={**choices.voices, choices.language: pack})) for pack in packs]
    return (value_row(house, table, "voice", choices.voices.get(choices.language, packs[0]), changes),)


def _bed_rows(house: House, table: Table) -> tuple[Item, Item]:
    choices = table.choices
    levels = [(level, replace(choices, bed_loudness=level)) for level in range(1, LOUDEST + 1)]
    return (
        field_row(house, table, "bed", (*house.beds, NO_BED)),
        value_row(house, table, "bed-level", bed_level(choices), levels),
    )


def _people_row(table: Table) -> Item:
    """Return the row that opens the list of people. If the scores cannot be read, the box first asks whether to begin a
    new evening."""
    line = LineId("screen.people")
    unread = table.standings is None and Part.STATE in table.faults
    return Item(line, asks=NEW_EVENING) if unread else Item(line, opens=PEOPLE)


def _practise(house: House, table: Table, at: float) -> TableStep:
    """Begin a practice night. If the deck cannot be played, say why, as START does."""
    if problems_of(house.games[table.choices.game], table.choices.setup):
        return begin_or_advise(house, table, at)
    return start_game(house, table, at, practice=True)


OPTIONS, SOUNDS, GAMES = Menu("options", options_items), Menu("sounds", sounds_items), Menu("games", games_items)
MAIN, DEVICE = Menu("main", with_rows(main_items)), Menu("device", with_rows(device_items))
HANDS = Menu("hands", with_rows(hands_items))
_SHARED = (MAIN, ROLES, OPTIONS, SCORES, WINNERS, SOUNDS, GAMES, HANDS, PEOPLE, PERSON, PLACES, NAMING, DEVICE)
MENUS = {menu.name: menu for menu in (*_SHARED, *MENUS_OF_FEATURES)}
