"""Tests that everything the game says and shows has its words, and that no line is too long to take in."""

from pathlib import Path

import pytest

from nightcrier.box.games.growl.cards import GROWL_CARDS
from nightcrier.box.games.growl.options import GROWL_CHOICES
from nightcrier.kernel.folders import share
from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT
from nightcrier.words.shelf import read_words
from tests.box.games.growl.random_games import everything_shown
from tests.sampling import so_many

EVENINGS = Path(__file__).parents[3] / "evenings"
LONGEST_WORDS = 24
"""The most words in a line: a narrator says them in under nine seconds."""


@pytest.fixture(scope="module")
def shown(game):
    """Return the lines and the keys of the facts of many games."""
    return everything_shown(game, games=so_many(3000, 1000))


@pytest.mark.untraced
def test_every_line_and_every_fact_of_many_games_has_its_words(english, shown):
    lines, keys = shown
    assert {line for line in lines if english.line(LAST_RESORT, line) is None} == set()
    roles = {key.removeprefix("role.") for key in keys if key.startswith("role.")}
    assert roles <= set(english.books[LAST_RESORT].roles)
    assert {key for key in keys if not key.startswith("role.") and not english.has(key)} == set()


@pytest.mark.untraced
def test_no_line_is_written_that_is_never_said(english, shown):
    lines, keys = shown
    book = english.books[LAST_RESORT]
    named = {f"{key}.{end}" for key in (*keys, *lines) for end in ("named", "other")}
    named.update(*map(other_phrasings, lines))
    named |= {f"{each.older}{end}" for each in book.lines.values() if each.older for end in ("", ".named")}
    assert {line for line in book.lines if line.startswith("growl.")} - lines - named == set()
    assert {key for key in book.screen if key.startswith("growl.")} - keys - named == set()
    assert set(GROWL_CARDS) <= set(book.roles)
    assert all(english.has(choice.id) for choice in GROWL_CHOICES)


def test_every_line_can_be_caught_at_once(english):
    long = {
        line: len(said.text.split())
        for line, said in english.books[LAST_RESORT].lines.items()
        if line.startswith("growl.") and len(said.text.split()) > LONGEST_WORDS
    }
    assert long == {}


@pytest.mark.parametrize("card", GROWL_CARDS)
def test_every_card_comes_up_in_a_rehearsed_evening(card):
    evenings = [file.read_text("utf-8").splitlines() for file in EVENINGS.glob("growl-*.txt")]
    assert any(f"#! says growl.{card}" in evening for evening in evenings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_human_may_not_pass_is_said_once_in_a_night(language):
    """That a human may not pass a bite is said when two cards are chosen, and not again for those who have none."""
    lines = read_words((share("assets") / "words",), language).lines
    rule = lines["growl.no-bite"].text.rstrip(".。")
    assert not [key for key in ("growl.need", "growl.cannot") if rule in lines[key].text]
