"""Sound files as samples at any rate, with nothing but numpy and libsndfile."""

from math import gcd
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from device.sound.player import BadClip

Samples: TypeAlias = npt.NDArray[np.float32]
"""One row for each moment, left and right."""


def decode(file: Path, rate: int) -> Samples:
    """A whole sound file, in stereo, at this rate."""
    import soundfile

    try:
        samples, native = soundfile.read(file, dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        raise BadClip(file) from error
    if len(samples) == 0:
        raise BadClip(file)
    stereo = samples[:, :2] if samples.shape[1] > 1 else np.repeat(samples, 2, axis=1)
    return stereo if native == rate else resampled(stereo, native, rate)


def resampled(samples: Samples, native: int, rate: int) -> Samples:
    """At another rate: all frequencies that fit are kept as they are, the others are cut off sharply.

    Silence is added until both lengths are whole numbers of samples, so that nothing drifts."""
    step = native // gcd(native, rate)
    whole = -(-len(samples) // step) * step
    target = whole // step * (rate // gcd(native, rate))
    spectrum = np.fft.rfft(samples, whole, axis=0)
    kept = min(whole, target) // 2 + 1
    wide = np.zeros((target // 2 + 1, samples.shape[1]), spectrum.dtype)
    wide[:kept] = spectrum[:kept]
    exact = len(samples) * rate // native
    return np.fft.irfft(wide * (target / whole), target, axis=0)[:exact].astype(np.float32)
