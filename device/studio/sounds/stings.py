"""Stings: a few notes at the verdict, by who has won as everybody may know: the village, the wolves, one alone."""

from collections.abc import Sequence

import numpy as np
from scipy.signal import fftconvolve

from device.kernel.ids import Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.ring import Wave, lay_out, moments, room_answer

_LASTS: Seconds = 1.9
_VILLAGE = ((0.0, 392.0), (0.16, 493.9), (0.32, 587.3), (0.48, 784.0))  # G major, climbing home
_WOLVES = ((0.0, 196.0), (0.28, 155.6), (0.56, 146.8), (0.56, 110.0))  # down by thirds, onto a bare fifth's edge
_LONE = ((0.0, 659.3), (0.4, 466.2), (0.8, 659.3))  # two notes that never meet: a tritone


def village_won(chance: np.random.Generator) -> Wave:
    """Bright strings, one on the other."""
    return _play_notes(chance, _VILLAGE, fade=0.5, brightness=0.75)


def wolves_won(chance: np.random.Generator) -> Wave:
    """Deep and dark; a small speaker carries it by its overtones."""
    return _play_notes(chance, _WOLVES, fade=0.7, brightness=0.85)


def lone_won(chance: np.random.Generator) -> Wave:
    """A thin voice, all by itself."""
    return _play_notes(chance, _LONE, fade=0.45, brightness=0.3)


def _play_notes(
    chance: np.random.Generator, notes: Sequence[tuple[Seconds, float]], fade: Seconds, brightness: float
) -> Wave:
    sound = lay_out((at, _string(chance, hertz, _LASTS - at, fade, brightness)) for at, hertz in notes)
    answered = fftconvolve(sound, room_answer(chance, 0.25, wet=0.3))[: len(sound)]
    ending = np.minimum(1, np.arange(len(sound))[::-1] / (0.5 * SAMPLE_RATE))
    return np.asarray(answered * ending**2)


def _string(chance: np.random.Generator, hertz: float, seconds: Seconds, fade: Seconds, brightness: float) -> Wave:
    """A plucked string: every overtone weaker than the one below, and sooner gone."""
    time = moments(seconds)
    overtones = (
        brightness**order
        * np.exp(-time * (1 + 0.35 * order) / fade)
        * np.sin(2 * np.pi * hertz * (order + 1) * time * (1 + 0.0004 * order**2) + chance.uniform(0, 0.6))
        for order in range(10)
    )
    return sum(overtones, start=np.zeros(len(time))) * np.minimum(time / 0.004, 1)
