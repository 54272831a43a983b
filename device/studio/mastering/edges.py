"""Where a spoken line begins and ends, and how softly."""

import numpy as np

from device.kernel.ids import Decibels, Seconds
from device.studio.ring import Wave

_SILENT: Decibels = -42.0  # below the loudest moment
_KEPT_BEFORE: Seconds = 0.03
_KEPT_AFTER: Seconds = 0.09
_FADE_IN: Seconds = 0.004
_FADE_OUT: Seconds = 0.06
_FRAME: Seconds = 0.005


def trim(sound: Wave, rate: int) -> Wave:
    """Without the silence around it, but with a breath left on both sides."""
    frame = round(_FRAME * rate)
    power = np.convolve(sound**2, np.ones(frame) / frame, mode="same")
    heard = np.flatnonzero(power > power.max() * 10 ** (_SILENT / 10))
    if power.max() == 0:
        return sound
    first = max(0, heard[0] - round(_KEPT_BEFORE * rate))
    return sound[first : heard[-1] + round(_KEPT_AFTER * rate)]


def fade_edges(sound: Wave, rate: int) -> Wave:
    """Starts from and ends in silence."""
    shape = np.ones(len(sound))
    rise, fall = round(_FADE_IN * rate), round(_FADE_OUT * rate)
    shape[:rise] = np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    shape[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    return sound * shape


def pad_to_length(sound: Wave, rate: int, seconds: Seconds) -> Wave:
    """Padded at its end: one word alone is shorter than the shortest line."""
    return np.pad(sound, (0, max(0, round(seconds * rate) - len(sound))))


def is_clipped(sound: Wave, run: int = 4) -> bool:
    """Whether the wave was cut flat at full scale before it came here."""
    full = np.abs(sound) > 0.9995
    return len(sound) >= run and bool(np.lib.stride_tricks.sliding_window_view(full, run).all(axis=1).any())
