"""A night to be looked at: what it shows, and what it finds that should not be."""

import numpy as np
import pytest

from bench.loudness import _strokes
from bench.masked_night import CueRow, level_curve, where
from bench.spectrogram import CUES, drawn, faults, in_pitch
from nightcrier.box.sound.port import SAMPLE_RATE

ROWS = [
    CueRow(0.0, "bed", "tapping", 0.0, 1.0),
    CueRow(1.5, "say", clip="a.opus", line="one-night.a", seconds=1.0),
    CueRow(3.0, "window", role="seer", seconds=2.0),
    CueRow(6.0, "bed", "", -60.0, 1.0),
]
TONE = 0.1 * np.sin(2 * np.pi * 1000 * np.arange(8 * SAMPLE_RATE) / SAMPLE_RATE)


def test_a_tone_is_dark_at_its_pitch_and_nowhere_else():
    loudest = in_pitch(TONE).argmax(axis=1)
    assert len(set(loudest)) == 1
    assert 60 * 2 ** (loudest[0] / 6) == pytest.approx(1000, rel=0.13)


def test_a_night_is_drawn_a_minute_to_a_row():
    one, two = drawn(TONE, ROWS), drawn(np.resize(TONE, 70 * SAMPLE_RATE), ROWS)
    assert two.size == (one.size[0], 2 * one.size[1])
    below = np.asarray(one)[-CUES:, 30:50]
    assert (below[..., 2] > below[..., 0]).any()


def test_a_night_as_it_should_be_has_only_its_levels_to_tell():
    (row,) = faults(TONE, ROWS)
    assert row.startswith("1 lines")


def test_a_word_that_nothing_says_and_a_bare_window_are_found():
    bare = [ROWS[1], CueRow(2.8, "say", clip=None, line="one-night.b", seconds=0.1), *ROWS[2:]]
    found = list(faults(TONE, bare))
    assert "nothing says one-night.b" in found[0]
    assert "no bed lies under the window seer" in found[1]


def test_the_level_of_a_bed_goes_as_its_cues_say():
    curve = level_curve(ROWS, 8 * SAMPLE_RATE)
    assert curve[2 * SAMPLE_RATE] == 0
    assert curve[round(6.5 * SAMPLE_RATE)] == pytest.approx(-30)
    assert [where(ROWS, at) for at in (1.6, 2.8, 3.5, 4.5)] == [{"words"}, {"pause"}, {"window", "first"}, {"window"}]


def test_strokes_are_counted():
    noise = 0.001 * np.random.default_rng(1).standard_normal(4 * SAMPLE_RATE)
    for stroke in np.arange(0.1, 3.9, 0.2):
        noise[round(stroke * SAMPLE_RATE) :][:60] += 1
    assert _strokes(noise, SAMPLE_RATE) == pytest.approx(5, abs=0.5)
