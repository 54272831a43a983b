"""Provides canned sounds and words for the studio's tests."""

from collections.abc import Callable

import numpy as np
import pytest

from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.takes.pack_folder import own_pack
from nightcrier.takes.script import voice_script
from nightcrier.takes.waves import Wave
from nightcrier.words.catalogue import LANGUAGES, Book, Line, Words
from nightcrier_studio.pack_build import build_pack
from studio.tests.canned import EN, RATE, VOICE, crew, silently
from tests.hands import caller

Talk = Callable[..., Wave]


@pytest.fixture
def call(capsys):
    return caller("nightcrier_studio.__main__", capsys)


@pytest.fixture
def talk():
    """Return something like speech: a buzzing voice in syllables, between silences."""

    def talk(seconds: float = 1.0, *, peak: float = 0.5, hertz: float = 120.0, seed: int = 1) -> Wave:
        time = np.arange(round(seconds * RATE)) / RATE
        buzz = sum(np.sin(2 * np.pi * hertz * order * time + order**2) / order for order in range(1, 25))
        syllables = 0.15 + np.abs(np.sin(2 * np.pi * 2.1 * time))
        breath = 0.05 * np.random.default_rng(seed).standard_normal(len(time))
        voice = (np.asarray(buzz) + breath) * syllables
        return np.pad(peak * voice / np.abs(voice).max(), round(0.3 * RATE))

    return talk


@pytest.fixture
def words():
    """Return words: three lines, a role and screen words in English, and nothing in other languages."""
    lines = {
        "one-night.open": Line("Night falls."),
        "one-night.seer.wake": Line("Seer, wake up.", "Seer. Wake up."),
        "paused": Line("Paused."),
    }
    screen = {"on": "On", "game.one-night": "One Night", "digits": "0123456789", "seat": "Seat {n}"}
    book = Book({"seer": "Seer"}, screen, lines, {"role.seer": "See-er"})
    titles = {"scenario.one-night.first": {"en": Line("First game"), "it": Line("Prima partita")}}
    return Words({LANGUAGES[0]: book}, titles)


@pytest.fixture
def lines(words):
    return voice_script(words, EN)


@pytest.fixture
def pack(tmp_path, lines):
    """Return a whole pack, as the box reads it."""
    build_pack(tmp_path / "en-male", VOICE, lines, crew, silently)
    return lambda: read_shelf(tmp_path, EN, pytest.fail)[0]


@pytest.fixture
def own(tmp_path):
    return own_pack(tmp_path / "recordings", EN, "Ann Lee")
