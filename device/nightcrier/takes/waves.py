"""Defines the samples of a sound, and changes its frequencies."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Seconds

Wave: TypeAlias = NDArray[np.float64]
"""The samples of one channel; full scale is 1. In some functions a second dimension holds the left and the right
channel."""


def colour(loop: Wave, gain_at: Wave) -> Wave:
    """Return the loop with each of its frequencies (`frequencies(loop)`) multiplied by a gain. Phases stay the same."""
    return np.asarray(np.fft.irfft(np.fft.rfft(loop) * gain_at, len(loop)))


def frequencies(loop: Wave, rate: int = SAMPLE_RATE) -> Wave:
    return np.asarray(np.fft.rfftfreq(len(loop), 1 / rate), dtype=np.float64)


def room_answer(chance: np.random.Generator, seconds: Seconds, wet: float, rate: int = SAMPLE_RATE) -> Wave:
    """Return the echo of a furnished room: the direct sound, then a tail of noise that falls by 60 dB in `seconds`."""
    time = np.arange(round(seconds * rate)) / rate
    tail = chance.standard_normal(len(time)) * np.exp(-6.9 * time / seconds)
    tail *= np.minimum(time / 0.004, 1) * wet / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    return tail
