"""Tone of a voice: rumble out, a little less chest, a little more presence, a hint of a room."""

import numpy as np
from scipy.signal import butter, fftconvolve, lfilter, sosfilt

from device.kernel.ids import Decibels
from device.studio.ring import Sound, room

RUMBLE = 100.0  # hertz
CHEST: tuple[float, Decibels, float] = (260.0, -2.0, 0.9)  # hertz, gain, sharpness
PRESENCE: tuple[float, Decibels, float] = (3200.0, 2.5, 0.8)
ROOM_SECONDS, ROOM_WET, ROOM_SEED = 0.16, 0.07, 7


def voiced(sound: Sound, rate: int) -> Sound:
    """The whole shaping; as long as it was, plus the room's tail."""
    clean = np.asarray(sosfilt(butter(2, RUMBLE, "highpass", fs=rate, output="sos"), sound))
    shaped = _bell(_bell(clean, rate, *CHEST), rate, *PRESENCE)
    answer = room(np.random.default_rng(ROOM_SEED), ROOM_SECONDS, ROOM_WET, rate)
    return np.asarray(fftconvolve(shaped, answer))


def _bell(sound: Sound, rate: int, hertz: float, gain_db: Decibels, sharpness: float) -> Sound:
    """Lift or lower the surroundings of one frequency: the bilinear transform of a resonance."""
    turn = 2 * np.pi * hertz / rate
    width, amplitude = np.sin(turn) / (2 * sharpness), 10 ** (gain_db / 40)
    above = np.array([1 + width * amplitude, -2 * np.cos(turn), 1 - width * amplitude])
    below = np.array([1 + width / amplitude, -2 * np.cos(turn), 1 - width / amplitude])
    return np.asarray(lfilter(above, below, sound))
