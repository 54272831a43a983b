"""Which games the dial finds at home: first what was begun last, and nothing that is hidden."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.library import Library
from nightcrier.box.remembered import fit_choices
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.page_kinds import HomePage
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.course.scenario import scenario_for, shelf_at_home
from nightcrier.box.table.course.session import start_game
from nightcrier.box.table.pages.listing import ListingPage
from nightcrier.box.table.wishes import table_offers
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.table.evening import Evening

IN_FILES = ["full-moon", "mafia", "round-table", "spies", "two-tracks"]
AT_FIRST = ["one-night", "growl", "wherewolf", *IN_FILES]
MET = {"one-night": ("seer",), "wherewolf": ("seer",)}


def order(house: House, choices: Choices) -> list[str]:
    return list(dict.fromkeys(game.id for game, _ in shelf_at_home(house, choices)))


def test_games_that_nobody_has_begun_stand_as_the_house_has_them(real_house: House, real_table: Table) -> None:
    assert list(real_house.games) == order(real_house, real_table.choices) == AT_FIRST


def test_what_was_begun_last_comes_first_and_the_disk_keeps_that(real_house: House, real_table: Table) -> None:
    table = replace(real_table, choices=replace(real_table.choices, played=MET))
    assert order(real_house, table.choices) == ["wherewolf", "one-night", "growl", *IN_FILES]
    _, effects = start_game(real_house, table, 0.0)
    (choices,) = (effect.choices for effect in effects if isinstance(effect, Remember))
    assert order(real_house, choices) == ["one-night", "wherewolf", "growl", *IN_FILES]
    file, disk = Path("/box/choices.json"), ForgetfulDisk()
    for kept in (table.choices, choices):
        ChoicesFile(disk, file, Choices).save(kept)
        found, _ = ChoicesFile(disk, file, Choices).load()
        assert found
        assert order(real_house, found) == order(real_house, kept)


def test_a_practice_night_changes_no_order(real_house: House, real_table: Table) -> None:
    table = replace(real_table, choices=replace(real_table.choices, played=MET))
    begun, _ = start_game(real_house, table, 0.0, practice=True)
    assert order(real_house, begun.choices)[0] == "wherewolf"


def test_the_dial_goes_through_what_was_begun_last_first(real_house: House, real_table: Table) -> None:
    table = replace(real_table, choices=replace(real_table.choices, played=MET))
    evening = Evening(real_house, table)
    evening.turn(len(real_house.games["one-night"].scenarios()))
    assert evening.table.choices.game == "growl"
    evening.turn(len(real_house.games["growl"].scenarios()))
    assert evening.table.choices.game == IN_FILES[0]
    evening.turn(len(IN_FILES))
    assert evening.table.choices.game == "wherewolf"


@pytest.fixture
def hiding(real_house: House, real_table: Table) -> Evening:
    """The menu of games, where GROWL was hidden by hand."""
    evening = Evening(real_house, replace(real_table, page=ListingPage("games", HomePage(), 1)))
    evening.press()
    evening.turn(-1)
    evening.press()
    return evening


def test_a_hidden_game_is_found_nowhere_until_it_is_shown_again(hiding: Evening) -> None:
    assert hiding.table.choices.hidden == ("growl",)
    assert Remember(hiding.table.choices) in hiding.effects
    at_home = replace(hiding.table, page=HomePage())
    assert order(hiding.house, at_home.choices) == ["one-night", "wherewolf", *IN_FILES]
    offers = table_offers(hiding.house, at_home)
    assert offers
    assert {each.game for each in offers.scenarios} == {"one-night", "wherewolf", *IN_FILES}
    found = scenario_for(hiding.house, replace(at_home.choices, game="wherewolf"), 4)
    assert found
    assert found[0].id == "one-night", "GROWL would be nearer"
    hiding.press()
    hiding.turn(1)
    hiding.press()
    assert (hiding.table.choices.hidden, order(hiding.house, hiding.table.choices)) == ((), AT_FIRST)


def test_the_chosen_game_stays_until_another_is_chosen(real_house: House, real_table: Table) -> None:
    everything = replace(real_table, choices=replace(real_table.choices, hidden=tuple(AT_FIRST)))
    assert order(real_house, everything.choices) == ["one-night"]
    evening = Evening(real_house, replace(everything, choices=replace(everything.choices, hidden=("one-night",))))
    assert order(real_house, evening.table.choices)[0] == "one-night"
    evening.send(Input(0.0, Control.DIAL, Gesture.TURN, -1))
    assert order(real_house, evening.table.choices) == AT_FIRST[1:]


def test_a_game_that_is_gone_is_hidden_no_more(real_house: House, real_table: Table) -> None:
    """Whoever brings it again looks for it."""
    kept, library = (
        replace(real_table.choices, hidden=("fox-hunt", "growl")),
        Library(real_house.games, real_house.words),
    )
    assert fit_choices(kept, library, real_table.choices, ("tapping",)).hidden == ("growl",)
