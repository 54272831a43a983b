"""The ear of the hour of sound: a buffer that came too late is found, and nothing that a bed does of itself."""

import numpy as np
import pytest

from bench.hearing import HOLE, Ear, Holes
from device.sound.player import SAMPLE_RATE


def rain(seconds):
    """As faint as a bed ever is under a word."""
    return np.random.default_rng(1).normal(0, 0.002, round(seconds * SAMPLE_RATE)).astype(np.float32)


def heard(sound, pieces):
    holes = Holes(Ear())
    for at, piece in enumerate(np.array_split(sound, pieces)):
        holes.take(float(at), piece)
    return holes.found


@pytest.mark.parametrize("pieces", [1, 7, 500])
def test_a_late_buffer_is_a_hole_however_the_sound_comes_in(pieces):
    sound = rain(2.0)
    sound[SAMPLE_RATE : SAMPLE_RATE + 512] = 0
    (hole,) = heard(sound, pieces)
    assert hole.seconds == pytest.approx(512 / SAMPLE_RATE, abs=3 / SAMPLE_RATE)


def test_the_zeros_a_wave_passes_through_are_none():
    sound = rain(2.0)
    sound[:: round(HOLE * SAMPLE_RATE) + 1] = 0
    sound[5000 : 5000 + round(HOLE * SAMPLE_RATE) // 2] = 0
    assert heard(sound, 20) == []
