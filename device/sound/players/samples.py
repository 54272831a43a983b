"""Sound files as samples at the rate of the house, with nothing but numpy and libsndfile."""

from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from device.sound.player import SAMPLE_RATE, BadClip

Samples: TypeAlias = npt.NDArray[np.float32]
"""One row for each moment, left and right."""


def decode_samples(file: Path) -> Samples:
    """A whole sound file, in stereo."""
    import soundfile

    try:
        samples, native = soundfile.read(file, dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        raise BadClip(file) from error
    if len(samples) == 0:
        raise BadClip(file)
    stereo = samples[:, :2] if samples.shape[1] > 1 else np.repeat(samples, 2, axis=1)
    return stereo if native == SAMPLE_RATE else resample(stereo, round(len(stereo) * SAMPLE_RATE / native))


def resample(samples: Samples, length: int) -> Samples:
    """The same sound in another number of samples: all frequencies that fit are kept as they are, the others cut off.

    A loop stays without a seam, for the sound is taken as one turn of it."""
    spectrum = np.fft.rfft(samples, axis=0)
    kept = min(len(samples), length) // 2 + 1
    fitting = np.zeros((length // 2 + 1, samples.shape[1]), spectrum.dtype)
    fitting[:kept] = spectrum[:kept]
    wide: Samples = np.fft.irfft(fitting * (length / len(samples)), length, axis=0).astype(np.float32)
    return wide
