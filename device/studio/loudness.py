"""How loud a sound is to the ear, and how high it climbs between its samples: ITU-R BS.1770."""

from pathlib import Path

import numpy as np
from pyloudnorm import Meter
from scipy.signal import resample_poly

from device.kernel.ids import Decibels, Seconds
from device.studio.ring import Wave
from device.studio.soundfiles import read_sound

_MOMENT: Seconds = 0.4
"""The shortest stretch of time whose loudness is defined."""


def lufs(sound: Wave, rate: int) -> Decibels:
    """Loudness of the whole; pauses do not count."""
    return float(Meter(rate).integrated_loudness(_long_enough(sound, rate)))


def loudest_moment(sound: Wave, rate: int) -> Decibels:
    """Loudness of the loudest 0.4 seconds: what is felt of a stroke that fades."""
    meter = Meter(rate)
    meter.integrated_loudness(_long_enough(sound, rate))
    return float(max(meter.blockwise_loudness))


def true_peak(sound: Wave) -> Decibels:
    """The highest point of the wave the samples stand for, read at four times the rate."""
    return decibels(float(np.abs(resample_poly(sound, 4, 1)).max()))


def decibels(amplitude: float) -> Decibels:
    return 20 * float(np.log10(max(amplitude, 1e-9)))


def gain_factor(level: Decibels) -> float:
    return float(10 ** (level / 20))


def _long_enough(sound: Wave, rate: int) -> Wave:
    missing = round(_MOMENT * rate) + 1 - len(sound)
    return np.pad(sound, (0, max(0, missing)))


def measure_file(file: Path) -> tuple[Decibels, Decibels]:
    sound, rate = read_sound(file)
    return lufs(sound, rate), true_peak(sound)
