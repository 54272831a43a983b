"""Where a spoken line begins and ends, and how softly."""

import numpy as np

from device.kernel.ids import Decibels, Seconds
from device.studio.ring import Sound

SILENT: Decibels = -42.0  # below the loudest moment
KEPT_BEFORE: Seconds = 0.03
KEPT_AFTER: Seconds = 0.09
FADE_IN: Seconds = 0.004
FADE_OUT: Seconds = 0.06
FRAME: Seconds = 0.005


def trimmed(sound: Sound, rate: int) -> Sound:
    """Without the silence around it, but with a breath left on both sides."""
    frame = round(FRAME * rate)
    power = np.convolve(sound**2, np.ones(frame) / frame, mode="same")
    heard = np.flatnonzero(power > power.max() * 10 ** (SILENT / 10))
    if power.max() == 0:
        return sound
    first = max(0, heard[0] - round(KEPT_BEFORE * rate))
    return sound[first : heard[-1] + round(KEPT_AFTER * rate)]


def faded(sound: Sound, rate: int) -> Sound:
    """Starts from and ends in silence."""
    shape = np.ones(len(sound))
    rise, fall = round(FADE_IN * rate), round(FADE_OUT * rate)
    shape[:rise] = np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    shape[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    return sound * shape


def at_least(sound: Sound, rate: int, seconds: Seconds) -> Sound:
    """Padded at its end: one word alone is shorter than the shortest line."""
    return np.pad(sound, (0, max(0, round(seconds * rate) - len(sound))))


def clipped(sound: Sound, run: int = 4) -> bool:
    """Whether the wave was cut flat at full scale before it came here."""
    full = np.abs(sound) > 0.9995
    return len(sound) >= run and bool(np.lib.stride_tricks.sliding_window_view(full, run).all(axis=1).any())
