"""Builds the menus from a table of rows, and finds every menu by its name.

The main menu has the rows of the game, and opens four more groups. The last row of each group is *More*, which opens
whatever a table rarely changes."""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import get_args

from msgspec.structs import replace

from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.plug import PractisedGame, option_value, problems_of
from nightcrier.box.show.setup import DeckOrigin, OptionValue
from nightcrier.box.table.core.effects import FindEarCards, PowerOff, Remember
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
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.evening.scenario import (
    choose_game,
    choose_scenario,
    deck_line,
    is_at_home,
    is_for_others,
    scenario_line,
    scenario_now,
    scenario_players_lines,
    scenario_players_text,
    with_players,
)
from nightcrier.box.table.game.session import start_game
from nightcrier.box.table.ground.before_game import ROLES, begin_or_advise
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.evening_menus import EVENING_MENUS, PEOPLE, SCORES, scores_items
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.hands_menu import hands_items
from nightcrier.box.table.over.loudness_dial import bed_level, choices_with_loudness, loudness_now, voice_loudness
from nightcrier.box.table.over.menu_items import Item, ItemsOf, Menu, Value, field_row, option_rows, value_row
from nightcrier.box.table.over.welcome import open_first_steps
from nightcrier.box.table.over.who_plays import NEW_EVENING
from nightcrier.box.table.over.yes_or_no import Question, QuestionPage
from nightcrier.box.table.plugs.registry import MENUS_OF_FEATURES, ROWS_OF_FEATURES
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import LineId, name_line, number_line, screen_line
from nightcrier.kernel.settings import ExplainFirst
from nightcrier.words.catalogue import NAMES

_NUMBERS = re.compile(r"\d+")
_STEPS = Item(LineId("screen.first-steps"), does=lambda _, table, __: open_first_steps(table))


def _say_goodbye(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Switch the box off after its last notes, unless somebody cancels that meanwhile."""
    if table.choices.theme == "plain":
        return table, (PowerOff(),)
    page, token = QuestionPage(SWITCH_OFF, under, leaving=True), table.token + 1
    return replace(table, page=page, token=token), (PlaySignal(token, "goodbye"),)


SWITCH_OFF = Question("ask.power-off", _say_goodbye)


def _about_row(house: House, table: Table) -> tuple[Item]:
    said = tuple(number_line(int(part)) for part in _NUMBERS.findall(house.version))
    address = (name_line(house.address),) if house.address else ()
    text = " · ".join(filter(None, (house.version, house.address)))
    return (Item(LineId("screen.about"), (Value(text, (*said, *address), table.choices),)),)


def games_items(house: House, table: Table) -> tuple[Item, ...]:
    """Return a row for each game that the home page may offer, and a row that leads to the others."""
    here = [game for game in house.games if is_at_home(house, table.choices, game)]
    others = (Item(screen_line("elsewhere"), opens=MENUS["elsewhere"]),) if len(here) < len(house.games) else ()
    return (*(_game_row(house, table, game) for game in here), *others)


def _elsewhere_items(house: House, table: Table) -> tuple[Item, ...]:
    others = (game for game in house.games if not is_at_home(house, table.choices, game))
    return tuple(Item(screen_line(f"game.{game}"), does=partial(_take_game, game)) for game in others)


def _take_game(game: str, house: House, table: Table, at: float) -> TableStep:
    """Choose a game that the home page does not offer. Once it was begun, the home page offers it, too."""
    choices = choose_game(house, table.choices, house.games[game])
    return replace(table, choices=choices, page=None), (Remember(choices),)


def _game_row(house: House, table: Table, game: str) -> Item:
    hidden = table.choices.hidden
    others = tuple(each for each in hidden if each != game)
    changes = [
        (is_shown, replace(table.choices, hidden=others if is_shown else (*others, game))) for is_shown in (False, True)
    ]
    return value_row(house, table, f"game.{game}", game not in hidden, changes)


def _state_rows(house: House, table: Table) -> tuple[Item, ...]:
    """Return the rows about faults and about the battery, if there is one: the time left if it is known, or else the
    charge. The voice says whether the charge is enough."""
    words, language, battery = house.words, table.choices.language, table.battery
    check = Item(LineId("screen.check"), does=_show_fault, state="check.wrong" if table.faults else "check.fine")
    if battery is None:
        return (check,)
    if battery.drawn and battery.minutes is not None:
        hours, minutes = (number(words, language, str(part)) for part in divmod(battery.minutes, 60))
        left = words.screen(language, "battery.time", hours=hours, minutes=minutes)
    else:
        left = words.screen(language, "battery.percent", n=number(words, language, str(battery.percent)))
    said = screen_line("fault.battery" if Part.BATTERY in table.faults else "battery.enough")
    return check, Item(LineId("screen.battery"), (Value(left, (said,), table.choices, helped=False),))


def _test_sound(house: House, table: Table, at: float) -> TableStep:
    return step_after((loudness_now(table),), speak(table, LineId("sound-test")))


def _show_fault(house: House, table: Table, at: float) -> TableStep:
    for fault in table.faults.values():
        return replace(table, page=NoticePage(fault, table.page)), ()
    return speak(table, LineId("screen.check.fine"))


def _house_rules_row(house: House, table: Table) -> tuple[Item, ...]:
    """Return the row that sets all disputed rules to the printed ones, if the game has such rules. If any differs, its
    value is *own*."""
    choices, setup = table.choices, table.choices.setup
    readings = {choice.id: choice for choice in house.games[choices.game].choices() if choice.menu == "rules"}
    if not readings:
        return ()
    own = any(option_value(choice, setup.options) != choice.default for choice in readings.values())
    options = {each: value for each, value in setup.options.items() if each not in readings}
    printed = choices.with_setup(replace(setup, options=options)) if own else choices
    changes = (("printed", printed), *((("own", choices),) if own else ()))
    return (value_row(house, table, "rules", "own" if own else "printed", changes),)


def _rules_row(house: House, table: Table) -> tuple[Item, ...]:
    return tuple(replace(row, opens=MENUS["rules"]) for row in _house_rules_row(house, table))


def _deck_row(house: House, table: Table) -> tuple[Item, ...]:
    return (Item(LineId("screen.deck"), opens=ROLES),) if house.games[table.choices.game].cards() else ()


def _practice_row(house: House, table: Table) -> tuple[Item, ...]:
    is_practised = isinstance(house.games[table.choices.game], PractisedGame)
    return (Item(LineId("screen.practice"), does=_practise),) if is_practised else ()


def _players_row(house: House, table: Table) -> tuple[Item]:
    """Return the row for the number of players. If the scenario is not made for the number of people here, the row
    first shows the numbers for which it is made."""
    choices = table.choices
    changes = [(players, with_players(choices, players)) for players in scenario_now(house, choices).players]
    chosen = value_row(house, table, "players", choices.setup.players, changes)
    if not is_for_others(choices):
        return (chosen,)
    unchosen = Value(scenario_players_text(house, choices), scenario_players_lines(house, choices), choices)
    return (replace(chosen, values=(unchosen, *chosen.values), index=0),)


def _scenario_row(house: House, table: Table) -> tuple[Item]:
    """Return the row that chooses the scenario. If the deck is not that of a scenario, the first value says where its
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
    return (Item(LineId("screen.scenario"), tuple(values), index),)


def _language_row(which: int, house: House, table: Table) -> tuple[Item, ...]:
    """Return the row of the first or the second language, 0 or 1. Each language is shown by its own name, so that
    people can find their language on any box."""
    choices, codes, values = table.choices, house.languages, []
    first, *others = choices.languages
    firsts = [(code, *(each for each in others if each != code)) for code in codes]
    ways = [(first,), *((first, code) for code in codes if code != first)] if which else firsts
    for languages in ways:
        own = languages[which : which + 1]
        text = "".join(NAMES[code] for code in own) or house.words.screen(choices.language, "none")
        line = next((screen_line(f"language.{code}") for code in own), LineId("screen.none"))
        values.append(Value(text, (line,), replace(choices, languages=languages)))
    now = choices.languages[which : which + 1]
    index = next((n for n, languages in enumerate(ways) if languages[which : which + 1] == now), 0)
    row = Item(screen_line("language2" if which else "language"), tuple(values), index)
    return (row, field_row(house, table, "second-on-back", (False, True))) if which and others else (row,)


def _voice_rows(house: House, table: Table) -> tuple[Item, ...]:
    choices, packs = table.choices, house.voices.get(table.choices.language, ())
    loudness = [(n, choices_with_loudness(table, n)) for n in range(1, table.ceiling + 1)]
    changes = [(pack, replace(choices, voices={**choices.voices, choices.language: pack})) for pack in packs]
    voice = choices.voices.get(choices.language, packs[0]) if packs else ""
    return (
        value_row(house, table, "loudness", voice_loudness(table), loudness),
        *((value_row(house, table, "voice", voice, changes),) if len(packs) > 1 else ()),
        field_row(house, table, "bed", (*house.beds, NO_BED)),
    )


def _sounds_rows(house: House, table: Table) -> tuple[Item, ...]:
    levels = [(level, replace(table.choices, bed_loudness=level)) for level in range(1, LOUDEST + 1)]
    has_cast = len(house.voices.get(table.choices.language, ())) > 1
    return (
        Item(LineId("screen.sound-test"), does=_test_sound),
        value_row(house, table, "bed-level", bed_level(table.choices), levels),
        *((field_row(house, table, "cast", get_args(Casting)),) if has_cast else ()),
    )


def _people_row(house: House, table: Table) -> tuple[Item]:
    """Return the row that opens the list of people. If the scores cannot be read, it first asks whether to begin a new
    evening."""
    line = LineId("screen.people")
    unread = table.standings is None and Part.STATE in table.faults
    return (Item(line, asks=NEW_EVENING) if unread else Item(line, opens=PEOPLE),)


def _practise(house: House, table: Table, at: float) -> TableStep:
    """Begin a practice night. If the deck cannot be played, say why, like START does."""
    if problems_of(house.games[table.choices.game], table.choices.setup):
        return begin_or_advise(house, table, at)
    return start_game(house, table, at, practice=True)


_MORE = {"main": "options", "evening": "scores", "sound": "sounds", "glass": "languages", "box": "device"}
"""Maps each group to the menu that its last row opens."""
_VALUES: Mapping[str, Iterable[OptionValue]] = {
    "explain": get_args(ExplainFirst),
    **dict.fromkeys(("crier", "theme"), get_args(Crier)),
    **dict.fromkeys(("foley", "drone", "day-bed", "spoken-menu"), (False, True)),
    "letters": get_args(Letters),
    "captions": get_args(Captions),
    "brightness": range(1, BRIGHTEST + 1),
    "idle-off": get_args(IdleOff),
}
"""The values of rows that only set a field of `Choices`."""
_ROWS: Mapping[str, tuple[str | Item | ItemsOf, ...]] = {
    "main": (_scenario_row, _players_row, _deck_row, partial(option_rows, "main"), "explain"),
    "options": (_practice_row, partial(option_rows, "options"), _rules_row),
    "rules": (_house_rules_row, partial(option_rows, "rules")),
    "evening": (_people_row, *SCORES),
    "scores": (scores_items,),
    "sound": (_voice_rows, "crier"),
    "sounds": (_sounds_rows, "foley", "drone", "day-bed", "theme"),
    "glass": (partial(_language_row, 0), "letters", "captions", "spoken-menu", "brightness"),
    "languages": (partial(_language_row, 1),),
    "box": (_about_row, Item(LineId("screen.power-off"), asks=SWITCH_OFF)),
    "device": (_STEPS, "hands", _state_rows, "idle-off", "games"),
    "hands": (hands_items,),
    "games": (games_items,),
    "elsewhere": (_elsewhere_items,),
}
"""The rows of each menu, before those of features and *More*. A text is the name of a field, or of a menu to open."""


def _menu(name: str) -> Menu:
    """Return a menu. A group ends with *More*; in the main menu, the other groups follow that."""
    others = tuple(group for group in _MORE if group != name) if name == "main" else ()
    more = (partial(_more_row, name),) if name in _MORE else ()
    rows = (*_ROWS[name], *(row for menu, row in ROWS_OF_FEATURES if menu == name), *more, *others)
    return Menu(name, lambda house, table: tuple(item for row in rows for item in _items_of(row, house, table)))


def _items_of(row: str | Item | ItemsOf, house: House, table: Table) -> tuple[Item, ...]:
    match row:
        case Item():
            return (row,)
        case str() if row in _VALUES:
            return (field_row(house, table, row, _VALUES[row]),)
        case str():
            return (Item(screen_line(row), opens=MENUS[row]),)
    return row(house, table)


def _more_row(group: str, house: House, table: Table) -> tuple[Item]:
    """Return the last row of a group. Before the menu with the private ear opens, the box looks for its sound cards."""
    effects = (FindEarCards(),) if group == "sound" else ()
    return (Item(LineId("screen.more"), opens=MENUS[_MORE[group]], effects=effects),)


MENUS = {menu.name: menu for menu in (*map(_menu, _ROWS), ROLES, *EVENING_MENUS, *MENUS_OF_FEATURES)}
