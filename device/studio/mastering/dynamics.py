"""Loud and soft: a compressor that evens out syllables, a limiter that lets no peak pass."""

import numpy as np
from scipy.ndimage import minimum_filter1d
from scipy.signal import resample_poly

from device.kernel.ids import Decibels, Seconds
from device.studio.ring import Wave

_THRESHOLD: Decibels = -24.0
_RATIO = 2.5
_ATTACK: Seconds = 0.006
_RELEASE: Seconds = 0.12
_STEP: Seconds = 0.001
_LOOK_AHEAD: Seconds = 0.003
_OVERSAMPLING = 4


def compress(sound: Wave, rate: int) -> Wave:
    """What rises above the threshold rises `_RATIO` times less."""
    step = round(_STEP * rate)
    blocks = np.pad(sound, (0, -len(sound) % step)).reshape(-1, step)
    level = 10 * np.log10((blocks**2).mean(axis=1) + 1e-12)
    reduction = _followed(np.maximum(level - _THRESHOLD, 0) * (1 - 1 / _RATIO))
    middles = (np.arange(len(blocks)) + 0.5) * step
    return np.asarray(sound * 10 ** (-np.interp(np.arange(len(sound)), middles, reduction) / 20))


def limit_peaks(sound: Wave, rate: int, ceiling: Decibels) -> Wave:
    """No peak, nor any between the samples, above the ceiling: the gain is down before the peak arrives."""
    top = 10 ** (ceiling / 20)
    between = np.abs(resample_poly(sound, _OVERSAMPLING, 1)).reshape(-1, _OVERSAMPLING).max(axis=1)
    needed = np.minimum(1, top / np.maximum(between, 1e-9))
    width = 2 * round(_LOOK_AHEAD * rate) + 1
    held = minimum_filter1d(needed, 2 * width - 1, mode="nearest")
    window = np.hanning(width + 2)[1:-1]
    return np.asarray(sound * np.convolve(np.pad(held, width // 2, mode="edge"), window / window.sum(), mode="valid"))


def _followed(wanted: Wave) -> Wave:
    """The gain's way to where it should be: fast down, slowly back."""
    attack, release = (1 - np.exp(-_STEP / time) for time in (_ATTACK, _RELEASE))
    followed, now = np.empty(len(wanted)), 0.0
    for index, target in enumerate(wanted.tolist()):
        now += (attack if target > now else release) * (target - now)
        followed[index] = now
    return followed
