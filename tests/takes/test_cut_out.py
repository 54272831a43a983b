"""A line is cut out of what was spoken: without dead air, ticks and long pauses, and with all of its words."""

import numpy as np
import pytest

from nightcrier.takes.soundfiles import LONGEST_PAUSE, cut_out, longest_pause, speech_stretches
from studio.tests.canned import RATE


def silence(seconds):
    return np.zeros(round(seconds * RATE))


def word(seconds, loud=0.5, hertz=200):
    return loud * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE)


def test_dead_air_goes_and_a_breath_stays():
    line = cut_out(np.concatenate((silence(0.7), word(1.0), silence(0.9))), RATE)
    assert len(line) / RATE == pytest.approx(1.12, abs=0.02)


@pytest.mark.parametrize("length", [0.02, 0.19])
def test_a_tick_after_the_dead_air_is_no_word(length):
    tick = word(length, loud=0.5 * 10 ** (-28 / 20))
    spoken = np.concatenate((word(1.0), silence(0.55), tick, silence(0.45)))
    assert len(cut_out(spoken, RATE)) / RATE == pytest.approx(1.09, abs=0.02)


def test_the_last_sound_of_a_word_is_kept():
    """A t at the end bursts after its silence, short and faint as a tick, but soon."""
    burst = word(0.02, loud=0.5 * 10 ** (-28 / 20))
    spoken = np.concatenate((word(1.0), silence(0.12), burst, silence(0.5)))
    assert len(cut_out(spoken, RATE)) / RATE == pytest.approx(1.23, abs=0.02)


@pytest.mark.parametrize("floor", [-100, -60, -45])
def test_a_line_is_cut_out_against_its_own_floor(floor):
    hiss = 0.5 * 10 ** (floor / 20) * np.random.default_rng(3).standard_normal(3 * RATE)
    spoken = hiss + np.concatenate((silence(1), word(1.0), silence(1)))
    assert len(cut_out(spoken, RATE)) / RATE == pytest.approx(1.12, abs=0.02)


def test_a_long_pause_is_shortened_and_a_short_one_left():
    spoken = np.concatenate((word(0.5), silence(0.9), word(0.5), silence(0.4), word(0.5)))
    assert longest_pause(spoken, RATE) == pytest.approx(0.9, abs=0.03)
    line = cut_out(spoken, RATE)
    assert 0.4 < longest_pause(line, RATE) < LONGEST_PAUSE
    assert len(speech_stretches(line, RATE)) == 3
    assert len(line) / RATE == pytest.approx(1.5 + 0.48 + 0.4, abs=0.03)


def test_a_pause_is_shortened_without_a_click():
    spoken = np.concatenate((word(0.5), silence(0.9), word(0.5))) + 0.002
    assert np.abs(np.diff(cut_out(spoken, RATE))).max() <= np.abs(np.diff(spoken)).max()


def test_a_tick_in_a_pause_goes_with_it():
    tick = word(0.02, loud=0.5 * 10 ** (-28 / 20))
    spoken = np.concatenate((word(0.5), silence(0.4), tick, silence(0.4), word(0.5)))
    line = cut_out(spoken, RATE)
    assert np.abs(line[round(0.6 * RATE) : round(1.0 * RATE)]).max() < 1e-6


def test_hiss_that_flickers_is_no_speech():
    """Open JTalk leaves half a second of it on both sides, 50 dB below its voice."""
    hiss = 0.001 * np.random.default_rng(7).standard_normal(2 * RATE)
    hiss *= np.repeat(np.where(np.arange(len(hiss) // 100) % 2, 1.5, 0.5), 100)
    spoken = hiss + np.concatenate((silence(0.5), word(1.0), silence(0.5)))
    assert len(cut_out(spoken, RATE)) / RATE == pytest.approx(1.12, abs=0.03)


def test_silence_is_one_stretch():
    assert speech_stretches(np.zeros(100), RATE).tolist() == [[0, 100]]
