"""Provides what the tests of One Night share: the shipped scenarios, the English words, and the cue sheet of a show."""

import tomllib
from pathlib import Path

import pytest

from nightcrier.box.games.one_night.game import OneNight
from nightcrier.box.games.one_night.rules.scenarios import deck_scenario
from nightcrier.box.show.cues import Bed, Call, Cue, Gap, Say, Signal, Window
from nightcrier.box.show.facts import RoleName
from nightcrier.kernel.ids import LineId
from nightcrier.words.catalogue import LAST_RESORT, Words
from nightcrier.words.shelf import read_book

HOUSE = Path(__file__).parents[4]


@pytest.fixture(scope="session")
def shipped():
    files = sorted((HOUSE / "config" / "scenarios").glob("*.toml"))
    return {file.stem: deck_scenario(file.read_bytes(), file.stem) for file in files}


@pytest.fixture
def game(shipped):
    return OneNight(tuple(shipped.values()))


@pytest.fixture(scope="session")
def english():
    return Words({LAST_RESORT: read_book(HOUSE / "assets" / "words" / "en.toml")})


@pytest.fixture(scope="session")
def english_lines():
    return frozenset(tomllib.loads((HOUSE / "assets" / "words" / "en.toml").read_text("utf-8"))["lines"])


@pytest.fixture(scope="session")
def cue_sheet(english):
    """Return a function that writes a show as one line for each cue, with the English text of what is said."""
    return lambda show: "".join(f"{_row(cue, english)}\n" for cue in show)


def _row(cue: Cue, words: Words) -> str:
    match cue:
        case Call(RoleName(name)):
            return f"\ncall    {name}"
        case Say(line):
            return f"say     {line}: {_text(line, words)}"
        case Window(name, seconds):
            return f"window  {name} {seconds:g} s"
        case Gap(seconds):
            return f"gap     {seconds:g} s"
        case Bed(name, level, ramp):
            return f"bed     {name or 'silence'} {level:g} dB, ramp {ramp:g} s"
        case Signal(name):
            return f"signal  {name}"


def _text(line: LineId, words: Words) -> str:
    said = words.line(LAST_RESORT, line)
    return said.text if said else "NO SUCH LINE"
