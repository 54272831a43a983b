"""Sounds as samples at the rate of the house, with nothing but numpy and libsndfile: read from files, and their sum
kept below a ceiling, block after block, by looking ahead and turning down before a peak arrives."""

import io
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from device.kernel.ids import Decibels
from device.sound.containers import sound_content
from device.sound.player import SAMPLE_RATE, BadClip, amplitude

Samples: TypeAlias = npt.NDArray[np.float32]
"""One row for each moment, left and right."""


def decode_samples(file: Path) -> Samples:
    """A whole sound file, in stereo."""
    import soundfile

    try:
        samples, native = soundfile.read(io.BytesIO(sound_content(file)), dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        raise BadClip(file) from error
    if len(samples) == 0:
        raise BadClip(file)
    stereo = samples[:, :2] if samples.shape[1] > 1 else np.repeat(samples, 2, axis=1)
    return stereo if native == SAMPLE_RATE else resample(stereo, round(len(stereo) * SAMPLE_RATE / native))


def resample(samples: Samples, length: int) -> Samples:
    """Samples brought to another number of them: all frequencies that fit are kept as they are, the others cut off.

    A loop stays without a seam, for the sound is taken as one turn of it."""
    spectrum = np.fft.rfft(samples, axis=0)
    kept = min(len(samples), length) // 2 + 1
    fitting = np.zeros((length // 2 + 1, samples.shape[1]), spectrum.dtype)
    fitting[:kept] = spectrum[:kept]
    wide: Samples = np.fft.irfft(fitting * (length / len(samples)), length, axis=0).astype(np.float32)
    return wide


_REACH = 512
"""Samples it looks ahead: 12 ms, so that it turns down and up without being heard."""


class Limiter:
    """Gives back what it was given, later by up to `_REACH` samples, which `rest` hands out at the end."""

    def __init__(self, ceiling_db: Decibels) -> None:
        self._ceiling = amplitude(ceiling_db)
        self._held: Samples = np.zeros((0, 2), np.float32)
        self._before = np.ones(_REACH - 1)  # the gains the samples already given away asked for

    def push(self, block: Samples) -> Samples:
        """Take a block, and return the samples that are certain by now."""
        samples = np.concatenate([self._held, block])
        ready = max(0, len(samples) - (_REACH - 1))
        asked = np.concatenate([self._before, self._asked(samples)])
        self._held = samples[ready:]
        self._before = asked[ready : ready + _REACH - 1]
        return _turned_down(samples[:ready], asked)

    def rest(self) -> Samples:
        return self.push(np.zeros((_REACH - 1, 2), np.float32))

    def _asked(self, samples: Samples) -> npt.NDArray[np.float64]:
        """The gain every sample needs by itself."""
        peaks = np.abs(samples).max(axis=1, initial=0.0).astype(np.float64)
        gains: npt.NDArray[np.float64] = self._ceiling / np.maximum(peaks, self._ceiling)
        return gains


def _turned_down(samples: Samples, asked: npt.NDArray[np.float64]) -> Samples:
    """Samples times a gain: the smallest within reach, then the mean of that, so it is smooth and never too high."""
    if len(samples) == 0 or asked.min() >= 1.0:
        return samples
    smallest, width = asked, 1
    while width < _REACH:
        smallest = np.minimum(smallest[:-width], smallest[width:])
        width *= 2
    sums = np.concatenate([[0.0], np.cumsum(smallest)])
    gains = (sums[_REACH:] - sums[:-_REACH]) / _REACH
    turned: Samples = samples * gains[: len(samples), None].astype(np.float32)
    return turned
