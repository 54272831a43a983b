"""Tests that every language has every id with the same placeholders, and that everything spoken is written."""

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.library import read_library
from nightcrier.box.show.setup import Scenario
from nightcrier.box.table.evening.scenario import scenario_line
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import DAY_BED, Language, LineId
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, Book
from nightcrier.words.shelf import read_book
from nightcrier_studio.sounds.catalogue import BEDS
from tests.box.games.one_night.narration.all_lines import all_lines
from tests.owed import owed

LONGEST_SPOKEN = 130
NOTHING_BEFORE_A_NAME = {"seat-first.named", "seats-first.named"}
MAY_BE_EMPTY = {"seats-first", "seats-and"}
HAS_A_ROUGH_VOICE = {"th"}
COUNTS_FEWER = {"fa": {"vote.three"}}


@pytest.fixture(scope="module")
def english():
    return _book(LAST_RESORT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_id_that_it_does_not_owe(language, english):
    """To fix a failure, write what is missing, or name it in `tests/owed.toml`."""
    wanted = {*_ids(english), *_ids_of_games(LAST_RESORT, language)}
    found = {*_ids(_book(language)), *_ids_of_games(language)}
    lacks = {each for each in wanted - found if not re.search(r"\.other\.\d$", each)}  # each has so many of its own
    owes = owed("words", language, lacks)
    assert (lacks - owes, owes - lacks) == (set(), set())
    assert {each for each in found - wanted if each.partition(".other")[0] not in wanted} == set()


def test_what_a_language_owes_that_does_not_exist_is_refused(tmp_path):
    file = tmp_path / "owed.toml"
    file.write_text('[words]\n[readings]\nge = ["paused"]\n')
    with pytest.raises(BadFile, match="ge: must be one of"):
        owed("words", LAST_RESORT, (), file)


def test_a_row_with_a_star_stands_for_what_is_lacked_and_for_itself_where_nothing_is(tmp_path):
    file = tmp_path / "owed.toml"
    file.write_text('[words]\n[readings]\nde = ["day.*", "growl.*.other"]\n')
    assert owed("readings", Language("de"), {"day.open", "day.over", "paused"}, file) == {
        *("day.open", "day.over", "growl.*.other"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_word_is_filled_with_the_same_things(language, english):
    for key, text in _book(language).screen.items():
        assert _fields(english.screen[key]) == _fields(text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_spoken_spellings_belong_to_something(language):
    book = _book(language)
    for line in book.say:
        table, _, key = line.partition(".")
        assert key in {"role": book.roles, "screen": book.screen, "ear": book.ear}[table], line
    assert book.ear.keys() <= book.screen.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_and_nothing_is_too_long_to_be_caught_once(language):
    book = _book(language)
    assert all(book.roles.values())
    assert all(book.screen.values())
    for key, text in (*book.ear.items(), *((key, line.text) for key, line in book.lines.items())):
        assert len(text) <= LONGEST_SPOKEN, key
        assert not _fields(text), key
    empty = NOTHING_BEFORE_A_NAME | ({"welcome.rough"} if language not in HAS_A_ROUGH_VOICE else set())
    empty |= COUNTS_FEWER.get(language, set())
    assert {key for key, line in book.lines.items() if not line.text} - MAY_BE_EMPTY == empty


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_digits_are_ten(language):
    assert len(_book(language).screen["digits"]) == 10


def test_everything_a_night_can_say_is_written(english):
    assert all_lines() <= set(english.lines)


def test_every_option_of_a_game_and_every_word_it_may_be_is_written():
    shelf = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)
    options = [choice for game in shelf.games.values() for choice in game.choices()]
    values = [f"value.{choice.id}.{value}" for choice in options for value in choice.values if isinstance(value, str)]
    keys = [choice.word or choice.id for choice in options]
    assert [key for key in (*keys, *values) if not shelf.words.has(key)] == []


def test_every_language_and_every_bed_has_a_name_in_the_menu(english):
    wanted = [
        *(f"language.{language}" for language in LANGUAGES),
        *(f"value.bed.{bed}" for bed in BEDS if bed != DAY_BED),
    ]
    assert [key for key in wanted if key not in english.screen] == []


@pytest.mark.parametrize(("language", "game"), [("fr", "partie"), ("it", "partita"), ("es", "partida")])
def test_the_row_that_strikes_a_game_says_game(language, game):
    assert game in _book(Language(language)).screen["score.strike"]


def _book(language: Language) -> Book:
    return read_book(share("assets") / "words" / f"{language}.toml")


def _ids(book: Book) -> set[str]:
    return {*(f"role.{role}" for role in book.roles), *(f"screen.{key}" for key in book.screen), *book.lines}


@cache
def _games() -> tuple[dict[LineId, Scenario], list[GameFile]]:
    games = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append).games.values()
    files = sorted((share("config") / "games").iterdir())
    scenarios = {scenario_line(game.id, each.id): each for game in games for each in game.scenarios()}
    return scenarios, list(map(read_game_file, files))


def _ids_of_games(language: Language, led_in: Language | None = None) -> Iterator[str]:
    """Yield the names of scenarios, and the names and explanations of games in shipped files. Leaves out a game of
    some countries if it is not led in this language."""
    scenarios, files = _games()
    away = {file.id for file in files if (led_in or language) not in file.words}
    yield from (line for line, each in scenarios.items() if language in each.names and each.id not in away)
    for file in [file for file in files if file.id not in away]:
        words = file.words[language]
        for table in ("roles", "sides", "marks", "switches"):
            yield from (f"{file.id}.{table}.{name}" for name in getattr(words, table))
        yield from (f"{file.id}.{line}" for line in words.lines if line.startswith("explain"))


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
