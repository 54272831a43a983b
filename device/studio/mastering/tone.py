"""Tone of a voice: rumble out, a little less chest, a little more presence, a hint of a room."""

import numpy as np
from scipy.signal import butter, fftconvolve, lfilter, sosfilt

from device.kernel.ids import Decibels
from device.studio.ring import Wave, room_answer

_RUMBLE = 100.0  # hertz
_CHEST: tuple[float, Decibels, float] = (260.0, -2.0, 0.9)  # hertz, gain, sharpness
_PRESENCE: tuple[float, Decibels, float] = (3200.0, 2.5, 0.8)
_ROOM_SECONDS, _ROOM_WET, _ROOM_SEED = 0.16, 0.07, 7


def shape_tone(sound: Wave, rate: int) -> Wave:
    """The whole shaping; as long as it was, plus the room's tail."""
    clean = np.asarray(sosfilt(butter(2, _RUMBLE, "highpass", fs=rate, output="sos"), sound))
    shaped = _bell(_bell(clean, rate, *_CHEST), rate, *_PRESENCE)
    answer = room_answer(np.random.default_rng(_ROOM_SEED), _ROOM_SECONDS, _ROOM_WET, rate)
    return np.asarray(fftconvolve(shaped, answer))


def _bell(sound: Wave, rate: int, hertz: float, gain_db: Decibels, sharpness: float) -> Wave:
    """Lift or lower the surroundings of one frequency: the bilinear transform of a resonance."""
    turn = 2 * np.pi * hertz / rate
    width, amplitude = np.sin(turn) / (2 * sharpness), 10 ** (gain_db / 40)
    above = np.array([1 + width * amplitude, -2 * np.cos(turn), 1 - width * amplitude])
    below = np.array([1 + width / amplitude, -2 * np.cos(turn), 1 - width / amplitude])
    return np.asarray(lfilter(above, below, sound))
