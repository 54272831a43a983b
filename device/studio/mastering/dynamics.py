"""Loud and soft: a compressor that evens out syllables, a limiter that lets no peak pass."""

import numpy as np
from scipy.ndimage import minimum_filter1d
from scipy.signal import resample_poly

from device.kernel.ids import Decibels, Seconds
from device.studio.ring import Sound

THRESHOLD: Decibels = -24.0
RATIO = 2.5
ATTACK: Seconds = 0.006
RELEASE: Seconds = 0.12
STEP: Seconds = 0.001
LOOK_AHEAD: Seconds = 0.003
OVERSAMPLING = 4


def compressed(sound: Sound, rate: int) -> Sound:
    """What rises above the threshold rises `RATIO` times less."""
    step = round(STEP * rate)
    blocks = np.pad(sound, (0, -len(sound) % step)).reshape(-1, step)
    level = 10 * np.log10((blocks**2).mean(axis=1) + 1e-12)
    reduction = _followed(np.maximum(level - THRESHOLD, 0) * (1 - 1 / RATIO))
    middles = (np.arange(len(blocks)) + 0.5) * step
    return np.asarray(sound * 10 ** (-np.interp(np.arange(len(sound)), middles, reduction) / 20))


def limited(sound: Sound, rate: int, ceiling: Decibels) -> Sound:
    """No peak, nor any between the samples, above the ceiling: the gain is down before the peak arrives."""
    top = 10 ** (ceiling / 20)
    between = np.abs(resample_poly(sound, OVERSAMPLING, 1)).reshape(-1, OVERSAMPLING).max(axis=1)
    needed = np.minimum(1, top / np.maximum(between, 1e-9))
    width = 2 * round(LOOK_AHEAD * rate) + 1
    held = minimum_filter1d(needed, 2 * width - 1, mode="nearest")
    window = np.hanning(width + 2)[1:-1]
    return np.asarray(sound * np.convolve(np.pad(held, width // 2, mode="edge"), window / window.sum(), mode="valid"))


def _followed(wanted: Sound) -> Sound:
    """The gain's way to where it should be: fast down, slowly back."""
    attack, release = (1 - np.exp(-STEP / time) for time in (ATTACK, RELEASE))
    followed, now = np.empty(len(wanted)), 0.0
    for index, target in enumerate(wanted.tolist()):
        now += (attack if target > now else release) * (target - now)
        followed[index] = now
    return followed
