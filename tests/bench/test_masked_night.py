"""A card in the night: what covers it, what does not, and how speech is understood over it."""

from pathlib import Path

import numpy as np
import pytest

from bench.estoi import estoi
from bench.masked_night import AUDIO, BARS, UNDERSTOOD, Night, rendered_night
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.takes.soundfiles import read_sound


@pytest.fixture(scope="module")
def night():
    return Night(rendered_night())


def bed(name: str) -> np.ndarray:
    return read_sound(Path(AUDIO) / f"{name}.ogg")[0]


def test_the_bed_that_plays_where_nobody_chose_covers_a_card_and_no_word(night):
    tapping = bed("tapping")
    found = {level: night.noticed(tapping, level) for level in (40.0, 37.0)}
    assert all(found[level][place] <= bar for (level, place), bar in BARS.items()), found
    assert min(night.understood(tapping)) >= UNDERSTOOD


def test_a_card_in_silence_or_under_a_deep_bed_is_noticed(night):
    for uncovered in (np.zeros(SAMPLE_RATE), bed("wind")):
        assert night.noticed(uncovered, 40.0)["window"] > 90


def test_speech_over_noise_is_understood_the_less_the_louder_the_noise_is():
    chance, time = np.random.default_rng(1), np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    speech = chance.standard_normal(len(time)) * np.abs(np.sin(2 * np.pi * 3 * time))
    noise = chance.standard_normal(len(time))
    clear, dim, lost = (estoi(speech, speech + gain * noise, SAMPLE_RATE) for gain in (0.0, 0.3, 10.0))
    assert clear == pytest.approx(1)
    assert 0.6 < dim < 0.9
    assert lost < 0.2
