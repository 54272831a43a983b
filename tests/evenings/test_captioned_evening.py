"""Tests evenings with captions always on: the screen shows whatever a good voice says, as it is said. With a voice
that is hard to understand, the same holds without that setting."""

from pathlib import Path

import pytest

from nightcrier.box.show.cues import COUNTED
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from tests.evenings.rehearsed import Rehearsed, Row
from tests.words.test_sentences import WORDS

SCRIPT = Path(__file__).parent / "first-evening.txt"
ALWAYS = ("dial press", "dial -2", "dial press", "dial +2", "dial press", "dial +1", "dial press")
"""Gestures that lead into the menu and choose *Screen*, *Captions*, *Always*. Going home again follows."""


def played(where: Path, languages: str, *hands: str) -> list[Row]:
    """Play an evening of One Night in one language or two, and return its record."""
    config = where / "language.toml"
    config.write_text(f"[table]\nlanguages = {languages.split()}\n")
    evening = Rehearsed(where, config=config)
    for number, row in enumerate((*(f"0.3 {hand}" for hand in hands), *SCRIPT.read_text("utf-8").splitlines()), 1):
        if not row.startswith("#"):
            evening.perform(SCRIPT, number, row)
    return evening.rows


def letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())


def is_read(said: Row, rows: list[Row]) -> bool:
    """Say whether the lines that the screen shows during this sentence make up its whole text, or whether its digit
    fills the screen."""
    screens, begins, ends = [row for row in rows if row["kind"] == "screen"], said["t"], said["t"] + said["seconds"]
    before = [row for row in screens if row["t"] <= begins]
    seen = [*before[-1:], *(row for row in screens if begins < row["t"] < ends)]
    if said["line"] in COUNTED:
        return [WORDS.screen(said["language"], f"counted.{said['line']}")] in [row["lines"] for row in seen]
    ways = (letters("".join(line for row in seen for line in row["lines"][at : at + 1])) for at in range(3))
    return any(letters(said["text"]) in way for way in ways)


@pytest.fixture
def good_voice(monkeypatch):
    monkeypatch.setattr(VoiceChain, "needs_caption", lambda _voices, _utterance: False)


@pytest.mark.usefixtures("good_voice")
@pytest.mark.parametrize("language", ["en", "th", "ja", "fa"])
def test_every_sentence_of_an_evening_stands_on_the_glass_while_it_is_said(language, tmp_path):
    rows = played(tmp_path, language, *ALWAYS, "back press", "back press")
    said = [row for row in rows if row["kind"] == "say"]
    assert {"one-night.seer.wake", "day.one-minute", "vote.two", "vote.now"} <= {row["line"] for row in said}
    assert [row["line"] for row in said if not is_read(row, rows)] == []
    by_day = [row["lines"] for row in rows if row["kind"] == "screen" and row["page"] == "day"]
    assert all(any(":" in line for line in lines) for lines in by_day)  # the clock stays


@pytest.mark.parametrize("languages", ["th", "th en", "en th"])
def test_what_a_voice_that_is_hard_to_understand_says_is_read_without_captions(languages, tmp_path):
    rows = played(tmp_path, languages)
    said = [row for row in rows if row["kind"] == "say" and row["language"] == "th"]
    assert {"one-night.seer.wake", "vote.two", "vote.now"} <= {row["line"].removesuffix(".short") for row in said}
    assert [row["line"] for row in said if not is_read(row, rows)] == []


@pytest.mark.usefixtures("good_voice")
def test_where_a_voice_says_it_well_captions_come_only_if_they_are_wanted(tmp_path):
    rows = played(tmp_path, "en")
    unread = {row["line"] for row in rows if row["kind"] == "say" and not is_read(row, rows)}
    assert "one-night.seer.wake" in unread
