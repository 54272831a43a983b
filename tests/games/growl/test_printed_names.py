"""The cards of GROWL are printed in English in every edition: the menu of the cards and the pages of the deck show what
is printed, and below it what it is called here."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from device.box.folders import standard_folders
from device.box.library import first_choices, library
from device.games.growl.cards import GROWL_CARDS
from device.kernel.events import Fault
from device.kernel.ids import Language
from device.show.setup import Setup
from device.table.house import House
from device.table.look import look
from device.table.page_kinds import DeckPage, HomePage, ListingPage
from device.table.state import Table
from device.table.view import View, view_lines
from device.words.catalogue import LANGUAGES, LAST_RESORT
from tests.on_glass import measure


@pytest.fixture(scope="module")
def house() -> House:
    shelf = library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)
    return House(shelf.games, shelf.words, LANGUAGES)


@pytest.fixture(scope="module")
def table(house: House) -> Table:
    shelf = library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)
    setup = Setup("growl-classic", 6)
    return Table(replace(first_choices(shelf), game="growl", setups={"growl": setup}))


def shown(house: House, table: Table, language: Language, page: DeckPage | ListingPage) -> View:
    return look(house, replace(table, choices=replace(table.choices, languages=(language,)), page=page))


def together(views: list[View]) -> str:
    return "\n".join(line for view in views for line in view_lines(view))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_shows_the_printed_name_and_its_translation(house: House, table: Table, language: Language) -> None:
    for place, card in enumerate(GROWL_CARDS):
        for draft in (None, 1):
            view = shown(house, table, language, ListingPage("roles", HomePage(), place, draft))
            assert house.words.role(LAST_RESORT, card) in together([view])
            assert house.words.role(language, card) in together([view])
            assert measure(view).whole, view_lines(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_do_the_pages_of_the_deck(house: House, table: Table, language: Language) -> None:
    views = [shown(house, table, language, DeckPage(HomePage(), at)) for at in range(len(GROWL_CARDS))]
    for card in GROWL_CARDS:
        assert house.words.role(LAST_RESORT, card) in together(views)
        assert house.words.role(language, card) in together(views)
    assert [view_lines(view) for view in views if not measure(view).whole] == []
