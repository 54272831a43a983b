"""Each option of each game has a line of help, which stands on the glass under any of its values in two small rows."""

from typing import Any

import pytest

from device.kernel.ids import Language
from device.show.stages import Choice
from device.table.pages.names import value_name
from device.table.view import Size, Text, View
from device.words.catalogue import LANGUAGES
from tests.on_glass import measure

ROWS = 2
KINDS = ("open", "short", "long")
"""Of a tournament."""


def options(house: Any) -> list[Choice]:
    return [choice for game in house.games.values() for choice in game.choices()]


def test_every_option_has_a_line_of_help(real_house: Any) -> None:
    assert [choice.id for choice in options(real_house) if not real_house.words.has(f"help.{choice.id}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_an_option_fits_under_its_values(language: Language, real_house: Any) -> None:
    words = real_house.words
    named = {
        (choice.id, value_name(words, language, choice.id, v)) for choice in options(real_house) for v in choice.values
    }
    assert [(key, value) for key, value in named if not fits(real_house, language, key, value)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_other_help_fits_under_its_name(language: Language, real_house: Any) -> None:
    helped = {key.removeprefix("help.") for key in real_house.words.books[language].screen if key.startswith("help.")}
    rest = helped - {choice.id for choice in options(real_house)}
    assert {f"score.kind.{kind}" for kind in KINDS} < rest
    assert [key for key in rest if not fits(real_house, language, key, real_house.words.screen(language, key))] == []


def fits(house: Any, language: Language, key: str, value: str) -> bool:
    """Whether name, value and help are whole on a page without a title, which gives way to them."""
    name, told = house.words.screen(language, key), house.words.screen(language, f"help.{key}")
    page = measure(View("menu", language, (Text(name), Text(value, Size.LARGE), Text(told, Size.SMALL))))
    return page.whole and page.boxes[-1].lines <= ROWS
