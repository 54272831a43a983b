"""Tests that the box's explanations have words: for every role and every game a line of about eight seconds at most."""

from itertools import takewhile

import pytest

from nightcrier.box.games.one_night.rules.roles import ARTIFACTS, ROLES
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE
from nightcrier.box.show.facts import Word
from nightcrier.box.show.setup import Setup
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import LineId
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT
from nightcrier.words.shelf import read_book

PREFIX = "explain.role.wherewolf."
PARTS = 3
"""The most lines that explain the aim of a game."""


@pytest.fixture(scope="module")
def english():
    return read_book(share("assets") / "words" / f"{LAST_RESORT}.toml")


@pytest.mark.parametrize("role", ROLE_TABLE)
def test_a_role_of_wherewolf_is_explained_under_the_name_of_its_card(role, english):
    name = Wherewolf(()).card_fact(role)
    assert isinstance(name, Word)
    assert f"explain.role.{name.key}" in english.lines


def test_nothing_is_explained_that_is_no_role_and_no_item(english):
    told = {line.removeprefix(PREFIX).removesuffix(".2") for line in english.lines if line.startswith(PREFIX)}
    assert told == {*ROLE_TABLE, *ITEMS}


def test_items_are_explained_where_people_play_with_them_and_no_moderator_does_it():
    for host, later in (("box", False), ("moderator", True)):
        told = Wherewolf(()).topics(Setup("", 8, options={"amulet_sword": True, "host": host}))
        assert [(*topic.lines, topic.later) for topic in told] == [(f"{PREFIX}{item}", later) for item in ITEMS]
    assert Wherewolf(()).topics(Setup("", 8)) == ()


@pytest.mark.parametrize("game", ["growl", "one-night", "wherewolf"])
def test_the_aim_of_a_game_is_told_in_lines_that_are_counted(game, english):
    told = [line for line in english.lines if line.startswith(f"explain.game.{game}")]
    assert told == [f"explain.game.{game}.{n}" for n in range(1, len(told) + 1)]
    assert 1 < len(told) <= PARTS


@pytest.mark.parametrize("card", [*ROLES, *ARTIFACTS])
def test_a_role_and_an_artifact_of_one_night_are_explained(card, english):
    assert f"explain.role.{card}" in english.lines


@pytest.mark.parametrize("side", ["human", "wolf", "wolf-zero"])
def test_a_side_of_growl_has_a_title_and_a_line(side, english):
    assert f"explain.growl.{side}" in english.screen
    assert f"explain.role.growl.{side}" in english.lines


@pytest.mark.parametrize("card", ["bite", "wound", "charm", "salve", "gold"])
def test_a_card_of_growl_is_explained(card, english):
    assert f"explain.role.{card}" in english.lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cudgel_is_explained_to_its_last_clause_as_the_tanner_is(language):
    """Like the Tanner, whoever dies with the Cudgel takes the win from the Werewolves."""
    lines = read_book(share("assets") / "words" / f"{language}.toml").lines
    ends = (lines[f"explain.role.{name}"].text[::-1] for name in ("tanner", "cudgel-of-the-tanner"))
    same = takewhile(lambda signs: signs[0] == signs[1], zip(*ends, strict=False))
    assert sum(sign not in "\u200b .。" for sign, _ in same) >= 6


def test_the_card_of_the_alpha_wolf_bears_the_name_in_its_rulebook():
    book = read_book(share("assets") / "words" / "en.toml")
    lines = ("one-night.lay-center-wolf", "one-night.alpha-wolf.wake", "one-night.alpha-wolf.wake.short")
    story = ("explain.role.alpha-wolf", "deal.story.gave-wolf", "deal.story.drew-extra", "deal.story.looked-extra")
    said = [book.lines[LineId(line)].text for line in (*lines, *story)]
    assert [text for text in (*said, book.screen["deal.extra"]) if "center werewolf" not in text.lower()] == []
