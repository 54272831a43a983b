"""The games in files that come with the box are short, whole in every language, and soon explained."""

import re
from pathlib import Path

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.showing import checked_row
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES

SHIPPED = sorted((share("config") / "games").iterdir())
MOST_LINES, LONGEST_EXPLANATION = 150, 45.0


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_it_speaks_every_language_and_nothing_is_to_be_said_against_it(file: Path) -> None:
    row = checked_row(read_game_file(file), file.name)
    assert row["notes"] == []
    assert sorted(row["languages"]) == sorted(LANGUAGES)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_every_mark_is_named_in_every_language_because_a_moderator_reads_it(file: Path) -> None:
    game = read_game_file(file)
    assert all(words.marks.keys() == game.marks.keys() for words in game.words.values())


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_its_rules_are_short(file: Path) -> None:
    rules, *_ = re.split(r"^\[words\.", file.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)
    assert len(rules.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_game_and_all_roles_are_explained_in_45_seconds(file: Path, language: Language, tmp_path: Path) -> None:
    """As long as the box takes to read it where no voice says it."""
    game = read_game_file(file)
    lines = game.words[language].lines
    asked = ["explain", *(f"explain.{role}" for role in game.roles)]
    chain = VoiceChain(tmp_path, lambda _language, line: (lines[line].text, lines[line].text), print)
    said = chain.say([LineId(line) for line in asked], (language,))
    assert sum(each.seconds for each in said) <= LONGEST_EXPLANATION
