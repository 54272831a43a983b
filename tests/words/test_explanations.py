"""What the box teaches has its words: every role and every game with a line of at most eight seconds or so."""

import pytest

from nightcrier.box.games.one_night.rules.roles import ARTIFACTS, ROLES
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.show.facts import Word
from nightcrier.kernel.folders import share
from nightcrier.words.catalogue import LAST_RESORT, Book
from nightcrier.words.shelf import read_book

PARTS = 3
"""The most lines that tell the aim of a game."""


@pytest.fixture(scope="module")
def english() -> Book:
    return read_book(share("assets") / "words" / f"{LAST_RESORT}.toml")


@pytest.mark.parametrize("role", ROLE_TABLE)
def test_a_role_of_wherewolf_is_explained_under_the_name_of_its_card(role: str, english: Book) -> None:
    name = Wherewolf(()).card_fact(role)
    assert isinstance(name, Word)
    assert f"explain.role.{name.key}" in english.lines


def test_nothing_is_explained_that_is_no_role(english: Book) -> None:
    prefix = "explain.role.wherewolf."
    assert {line.removeprefix(prefix) for line in english.lines if line.startswith(prefix)} == set(ROLE_TABLE)


@pytest.mark.parametrize("game", ["growl", "one-night", "wherewolf"])
def test_the_aim_of_a_game_is_told_in_lines_that_are_counted(game: str, english: Book) -> None:
    told = [line for line in english.lines if line.startswith(f"explain.game.{game}")]
    assert told == [f"explain.game.{game}.{n}" for n in range(1, len(told) + 1)]
    assert 1 < len(told) <= PARTS


@pytest.mark.parametrize("card", [*ROLES, *ARTIFACTS])
def test_a_role_and_an_artifact_of_one_night_are_explained(card: str, english: Book) -> None:
    assert f"explain.role.{card}" in english.lines


@pytest.mark.parametrize("side", ["human", "wolf", "wolf-zero"])
def test_a_side_of_growl_has_a_title_and_a_line(side: str, english: Book) -> None:
    assert f"explain.growl.{side}" in english.screen
    assert f"explain.role.growl.{side}" in english.lines


@pytest.mark.parametrize("card", ["bite", "wound", "charm", "salve", "gold"])
def test_a_card_of_growl_is_explained(card: str, english: Book) -> None:
    assert f"explain.role.{card}" in english.lines
