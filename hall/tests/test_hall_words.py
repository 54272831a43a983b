"""The organiser's page has its own words in every language, with the same things to fill in."""

import string

import pytest

from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT
from nightcrier.words.shelf import read_book
from nightcrier_hall.entrance import OWN_WORDS
from tests.broker.spoken_table import WORDS


def gaps(language: Language) -> dict[str, set[str]]:
    screen = read_book(OWN_WORDS / f"{language}.toml").screen
    assert all(text.strip() == text != "" for text in screen.values())
    return {key: {name for _, name, _, _ in string.Formatter().parse(text) if name} for key, text in screen.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_gaps(language):
    assert gaps(language) == gaps(LAST_RESORT)


def test_a_box_has_none_of_them():
    assert not gaps(LAST_RESORT).keys() & read_book(WORDS / f"{LAST_RESORT}.toml").screen.keys()
