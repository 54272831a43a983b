"""Voices of different colour come out alike: as people speak on average, not louder, not higher."""

import numpy as np
import pytest

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.takes.mastering import (
    EQUALISED,
    OCTAVES,
    equalise,
    equaliser_for,
    octave_levels,
    shape_line,
    speech_levels,
)
from nightcrier.takes.waves import colour, frequencies
from nightcrier_studio.engines.catalogue import read_voices

RATE = 24000


def coloured(slope, seed=5):
    """Two seconds of noise in syllables; its spectrum falls by so many decibels an octave."""
    noise = np.random.default_rng(seed).standard_normal(2 * RATE)
    hertz = np.maximum(frequencies(noise, RATE), 80)
    syllables = 0.2 + np.abs(np.sin(2 * np.pi * 2.3 * np.arange(len(noise)) / RATE))
    return 0.05 * syllables * colour(noise, (hertz / 500) ** (slope / 6.02))


def test_the_average_is_that_of_the_literature():
    """Byrne and others, 1994, summed to octaves, with 2 dB less chest and 2.5 dB more presence."""
    assert speech_levels() == pytest.approx([-8.7, -6.3, -3.6, -9.5, -13.1, -16.6, -20.0], abs=0.1)


def test_the_levels_of_octaves_are_found():
    third = 2 ** (1 / 3)
    sound = sum(np.sin(2 * np.pi * third * octave * np.arange(RATE) / RATE) for octave in OCTAVES)
    assert octave_levels([(sound, RATE), (0.1 * sound, RATE)]) == pytest.approx([-8.45] * 7, abs=0.1)


def test_a_dull_and_a_sharp_voice_come_out_alike():
    mastered = []
    for slope in (-8.5, -5.0):
        voice = coloured(slope)
        mastered.append(octave_levels([(shape_line(voice, RATE, equaliser_for([(voice, RATE)])), OPUS_RATE)]))
    dull, sharp = mastered
    assert np.abs(dull - sharp)[1:].max() < 4
    assert np.abs(dull - speech_levels())[1:].max() < 3.5


def test_the_equaliser_has_its_limits():
    gains = equaliser_for([(coloured(-14.0), RATE)])
    assert max(map(abs, gains)) == 10
    assert gains[EQUALISED.index(500.0)] == 0


def test_gains_are_those_asked_for():
    gains = (3.0, 0.0, -6.0, 2.0, 10.0, -10.0)
    for hertz, gain in zip((100.0, *EQUALISED), (3.0, *gains), strict=True):
        tone = np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE)
        middle = equalise(tone, RATE, gains)[4000:-4000]
        assert 20 * np.log10(middle.std() / tone.std()) == pytest.approx(gain, abs=0.3)
    assert equalise(tone, RATE, ()) is tone


def test_every_shipped_voice_has_its_equaliser():
    for name, voice in read_voices().items():
        if voice.shipped:
            assert len(voice.tone) == len(EQUALISED), name
