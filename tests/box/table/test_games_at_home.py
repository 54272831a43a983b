"""Tests which games the dial offers at home: the last one begun comes first, and hidden ones are left out."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.library import Library
from nightcrier.box.remembered import fit_choices
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.evening.scenario import choose_game, scenario_for, shelf_at_home, with_players
from nightcrier.box.table.game.session import start_game
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.wishes import table_offers
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.table.evening import Evening

IN_FILES = ["full-moon", "mafia", "round-table", "spies", "two-tracks"]
OF_COUNTRIES = {
    "badge": ("zh-Hant",),
    "club-mafia": ("uk",),
    "full-moon-plea": ("en", "th"),
    "jinro": ("ja", "it"),
    "mafia-defence": ("fa",),
    "village-captain": ("fr", "de", "es"),
}
"""Games with the rules of certain countries, and the languages of their tables."""
OF_THE_HOUSE = ["one-night", "growl", "wherewolf"]
HERE = [*IN_FILES, *(game for game, languages in OF_COUNTRIES.items() if "en" in languages)]
AT_FIRST = [*OF_THE_HOUSE, *HERE]
MET = {"one-night": ("seer",), "wherewolf": ("seer",)}


def order(house: House, choices: Choices) -> list[str]:
    return list(dict.fromkeys(game.id for game, _ in shelf_at_home(house, choices)))


def test_games_that_nobody_has_begun_stand_as_the_house_has_them(real_house, real_table):
    assert list(real_house.games) == [*OF_THE_HOUSE, *IN_FILES, *OF_COUNTRIES]
    assert order(real_house, real_table.choices) == AT_FIRST


@pytest.mark.parametrize(
    "languages", [("ja",), ("it",), ("fr",), ("de",), ("es",), ("uk",), ("fa",), ("zh-Hant",), ("th",), ("en", "ja")]
)
def test_a_table_finds_the_games_of_its_own_country_first_where_it_turns_back(real_house, real_table, languages):
    own = [game for game, spoken in OF_COUNTRIES.items() if {*spoken} & {*languages}]
    choices = replace(real_table.choices, languages=languages)
    assert order(real_house, choices) == [*OF_THE_HOUSE, *IN_FILES, *own]
    assert {each.game for each in table_offers(real_house, replace(real_table, choices=choices)).scenarios} == {
        *OF_THE_HOUSE,
        *own,
        *IN_FILES,
    }


def test_a_game_from_elsewhere_is_taken_behind_the_games_at_home(real_house, real_table):
    menu = MENUS["games"]
    rows = [item.line for item in menu.items(real_house, real_table)]
    assert rows == [*(f"screen.game.{game}" for game in AT_FIRST), "screen.elsewhere"]
    evening = Evening(real_house, replace(real_table, page=ListingPage(menu, None, len(rows) - 1)))
    others = [item.line for item in MENUS["elsewhere"].items(real_house, real_table)]
    assert others == [f"screen.game.{game}" for game in OF_COUNTRIES if game not in AT_FIRST]
    taken = evening.after(f"press {others.index('screen.game.jinro')} press")
    assert (taken.table.page, taken.table.choices.game) == (None, "jinro")
    assert Remember(taken.table.choices) in taken.effects
    table = replace(evening.after("1").table, page=None)
    assert "jinro" not in order(real_house, table.choices), "its first night never fell"
    met = replace(table, choices=replace(table.choices, played={"jinro": ("seer",)}))
    assert order(real_house, met.choices)[0] == "jinro"
    assert "screen.game.jinro" in [item.line for item in menu.items(real_house, met)]


def test_what_was_begun_last_comes_first_and_the_disk_keeps_that(real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, played=MET))
    assert order(real_house, table.choices) == ["wherewolf", "one-night", "growl", *HERE]
    _, effects = start_game(real_house, table, 0.0)
    (choices,) = (effect.choices for effect in effects if isinstance(effect, Remember))
    assert order(real_house, choices) == ["one-night", "wherewolf", "growl", *HERE]
    file, disk = Path("/box/choices.json"), ForgetfulDisk()
    for kept in (table.choices, choices):
        ChoicesFile(disk, file, Choices).save(kept)
        found, _ = ChoicesFile(disk, file, Choices).load()
        assert found
        assert order(real_house, found) == order(real_house, kept)


def test_a_practice_night_changes_no_order(real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, played=MET))
    begun, _ = start_game(real_house, table, 0.0, practice=True)
    assert order(real_house, begun.choices)[0] == "wherewolf"


def test_the_dial_goes_through_what_was_begun_last_first(real_house, real_table):
    evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, played=MET)))
    games = [evening.after("1").table.choices.game for _ in AT_FIRST]
    assert games == ["growl", *HERE, "wherewolf", "one-night"]


def test_a_game_keeps_its_deck_where_that_is_for_as_many(real_house, real_table):
    five = with_players(replace(real_table.choices, played={}), 5)
    evening = Evening(real_house, replace(real_table, choices=five))
    first = evening.table.choices.setup
    evening.turn(1)
    assert (evening.table.choices.game, evening.table.choices.setup.players) == ("growl", 5)
    assert evening.after("-1").table.choices.setup == first
    twelve = replace(evening.table.choices, players=12)
    evening.table = replace(evening.table, choices=twelve)
    evening.turn(2)
    assert (evening.table.choices.game, evening.table.choices.setup.players) == ("wherewolf", 12)
    chosen = evening.after("-2").table.choices
    assert (chosen.game, chosen.setup.players, chosen.players) == ("one-night", 12, 12)


def test_where_only_one_game_is_offered_the_dial_goes_through_its_decks(real_house, real_table):
    hidden = tuple(game for game in AT_FIRST if game != "growl")
    alone = choose_game(real_house, real_table.choices, real_house.games["growl"])
    evening = Evening(real_house, replace(real_table, choices=replace(alone, hidden=hidden)))
    decks = [scenario.id for scenario in real_house.games["growl"].scenarios()]
    assert evening.after("1").table.choices.game == "growl"
    assert evening.table.choices.setup.scenario == decks[1 % len(decks)]


@pytest.fixture
def hiding(real_house, real_table):
    """Return an evening at the menu of games, in which GROWL has just been hidden."""
    evening = Evening(real_house, replace(real_table, page=ListingPage(MENUS["games"], None, 1)))
    return evening.after("press -1 press")


def test_a_hidden_game_is_found_nowhere_until_it_is_shown_again(hiding):
    assert hiding.table.choices.hidden == ("growl",)
    assert Remember(hiding.table.choices) in hiding.effects
    at_home = replace(hiding.table, page=None)
    assert order(hiding.house, at_home.choices) == ["one-night", "wherewolf", *HERE]
    offers = table_offers(hiding.house, at_home)
    assert {each.game for each in offers.scenarios} == {"one-night", "wherewolf", *HERE}
    found = scenario_for(hiding.house, replace(at_home.choices, game="wherewolf"), 4)
    assert found[0].id == "one-night", "GROWL would be nearer"
    hiding.go("press 1 press")
    assert (hiding.table.choices.hidden, order(hiding.house, hiding.table.choices)) == ((), AT_FIRST)


def test_the_chosen_game_stays_until_another_is_chosen(real_house, real_table):
    everything = replace(real_table, choices=replace(real_table.choices, hidden=tuple(AT_FIRST)))
    assert order(real_house, everything.choices) == ["one-night"]
    evening = Evening(real_house, replace(everything, choices=replace(everything.choices, hidden=("one-night",))))
    assert order(real_house, evening.table.choices)[0] == "one-night"
    evening.send(Input(0.0, Control.DIAL, Gesture.TURN, -1))
    assert order(real_house, evening.table.choices) == AT_FIRST[1:]


def test_a_game_that_is_gone_is_hidden_no_more(real_house, real_table):
    """If people bring a removed game back, they expect to see it."""
    kept, library = (
        replace(real_table.choices, hidden=("fox-hunt", "growl")),
        Library(real_house.games, real_house.words),
    )
    assert fit_choices(kept, library, real_table.choices, ("tapping",)).hidden == ("growl",)
