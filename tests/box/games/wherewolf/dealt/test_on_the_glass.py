"""Tests that whatever one seat reads fits the screen whole, in every language."""

from pathlib import Path

import pytest

from nightcrier.box.games.wherewolf.dealt.deal import how_it_wins, role_facts
from nightcrier.box.games.wherewolf.hosted.placing import roles_first_awake
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE
from nightcrier.box.games.wherewolf.table.phrases import seats_named, wolf_word
from nightcrier.box.library import read_library
from nightcrier.box.show.facts import Fact, Word
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from tests.on_glass import measure
from tests.sampling import sampled_languages

WORDS = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append).words
LONGEST_HELP = 36
"""The most characters of an explanation. A longer one keeps the dial held longer, which others hear."""
MEETING = roles_first_awake("criminals") | roles_first_awake("wolves") | roles_first_awake("vampire")


def is_whole(language: Language, *facts: Fact) -> bool:
    rows = tuple(Text(fact_text(WORDS, language, fact), Size.MEDIUM) for fact in facts)
    return measure(View("tell", language, rows, even=True)).whole


@pytest.mark.parametrize("language", sampled_languages())
def test_a_role_and_an_item_with_what_they_do_stand_whole_on_the_glass(language):
    assert [role for role in ROLE_TABLE if not is_whole(language, *role_facts(role))] == []
    dial = Word("turn.dial", {"what": seats_named([10])})
    assert [item for item in ITEMS if not is_whole(language, wolf_word(f"read.{item}"), dial)] == []


@pytest.mark.parametrize("language", sampled_languages())
@pytest.mark.parametrize("possible", [("seer",), ("seer", "thief")])
def test_so_does_how_it_wins_on_its_own_page(language, possible):
    assert [role for role in ROLE_TABLE if not is_whole(language, *how_it_wins(role, possible))] == []


@pytest.mark.parametrize("language", sampled_languages())
def test_so_it_does_beside_those_whom_it_meets(language):
    others = wolf_word("with-you", seats=seats_named([1, 4, 10]))
    assert [role for role in MEETING if not is_whole(language, *role_facts(role), others)] == []


@pytest.mark.parametrize("language", sampled_languages())
def test_whoever_has_changed_sides_reads_it_whole_with_how_it_wins_now_beside_what_to_dial(language):
    one, two = seats_named([10]), seats_named([10, 11])
    met, dial = {"progeny": two, "werewolf": two, "criminal": one}, Word("turn.dial", {"what": one})
    whole = {how: is_whole(language, wolf_word(f"read.{how}", seats=seats), dial) for how, seats in met.items()}
    assert all(whole.values()), whole
    assert is_whole(language, wolf_word("read.romeo", n=one))  # in the first night nobody dials at dawn


@pytest.mark.parametrize("language", sampled_languages())
def test_what_a_role_does_is_told_in_one_length_at_most(language):
    told = {role: fact_text(WORDS, language, role_facts(role)[1]).replace("\u200b", "") for role in ROLE_TABLE}
    assert {role: text for role, text in told.items() if len(text) > LONGEST_HELP} == {}
