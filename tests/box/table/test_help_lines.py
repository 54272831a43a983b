"""Tests that each option of each game has a line of help, which the screen shows below its values in two small rows if
the keys leave room."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.show.setup import Choice
from nightcrier.box.table.core.names import value_name
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.people import EveningKind
from nightcrier.words.catalogue import LANGUAGES
from tests.on_glass import measure

ROWS = 2
KINDS = tuple(EveningKind)
"""The kinds of an evening."""


def options(house: Any) -> list[Choice]:
    return [choice for game in house.games.values() for choice in game.choices()]


def test_every_option_of_the_house_has_a_line_of_help(real_house):
    """A switch that a game file adds has only its name, and no help."""
    own = [choice.id for choice in options(real_house) if not choice.word]
    assert [key for key in own if not real_house.words.has(f"help.{key}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_an_option_fits_under_its_values(language, real_house):
    words = real_house.words
    named = {
        (choice.word or choice.id, value_name(words, language, choice.id, value))
        for choice in options(real_house)
        for value in choice.values
    }
    assert [(key, value) for key, value in named if not fits(real_house, language, key, value)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_other_help_fits_under_its_name(language, real_house):
    helped = {key.removeprefix("help.") for key in real_house.words.books[language].screen if key.startswith("help.")}
    rest = helped - {choice.id for choice in options(real_house)}
    assert {f"score.kind.{kind}" for kind in KINDS} < rest
    assert [key for key in rest if not fits(real_house, language, key, real_house.words.screen(language, key))] == []


def fits(house: Any, language: Language, key: str, value: str) -> bool:
    """Return whether name, value and help fit whole on a page without a title, which gives way to them."""
    name, helped = house.words.screen(language, key), f"help.{key}"
    told = (Text(house.words.screen(language, helped), Size.SMALL),) if house.words.has(helped) else ()
    page = measure(View("menu", language, (Text(name), Text(value, Size.LARGE), *told)))
    return page.whole and page.boxes[-1].lines <= ROWS


def opened(house: Any, table: Table, menu: str, item: str, draft: int | None = None) -> ListingPage:
    """Return a menu with the dial at this item, and with the value `draft` picked up if given."""
    lines = [each.line for each in MENUS[menu].items(house, table)]
    return ListingPage(MENUS[menu], None, lines.index(LineId(f"screen.{item}")), draft)


@pytest.mark.parametrize(
    ("menu", "item", "draft", "helped", "is_said"),
    [
        ("options", "lone_wolf", None, "lone_wolf", True),
        ("options", "lone_wolf", 1, "lone_wolf", False),
        ("main", "more", None, "menu.options", True),
        ("main", "pace", 2, "pace", False),
        ("sounds", "bed-level", None, "bed-level", True),
        ("scores", "score.kind", None, "score.kind", True),
        ("scores", "score.kind", 1, "score.kind.short", True),
    ],
)
def test_help_stands_last_on_the_page_and_is_said_last(menu, item, draft, helped, real_house, real_table, *, is_said):
    """A value that is picked up shows its own help, if it has any. The help of the item is not said again."""
    page, line = opened(real_house, real_table, menu, item, draft), LineId(f"screen.help.{helped}")
    shown = page.view(real_house, real_table)
    assert shown.rows[-1].text == real_house.words.screen(real_table.choices.language, f"help.{helped}")
    said = page.lines(real_house, real_table)
    assert (said[-1] == line) is is_said
    assert [each for each in said if each.startswith("screen.help.")] == [line] * is_said


def test_what_speaks_for_itself_has_no_help(real_house, real_table):
    page = opened(real_house, real_table, "main", "players")
    assert not [line for line in page.lines(real_house, real_table) if line.startswith("screen.help.")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_press_on_the_seat_does_stands_in_one_row(language, real_house, real_table):
    """When this help took two rows, the number became smaller than it, and the help touched the edge of the screen."""
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
    page = ListingPage(MENUS["person"], ListingPage(MENUS["people"], None, 2), 2)
    boxes = measure(page.view(real_house, table)).boxes
    assert boxes[-1].lines == 1
    assert boxes[-2].level >= boxes[-1].level
