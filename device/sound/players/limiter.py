"""Keeps a sum of sounds below a ceiling, block after block: it looks ahead and turns down before a peak arrives."""

import numpy as np
import numpy.typing as npt

from device.kernel.ids import Decibels
from device.sound.players.samples import Samples
from device.sound.ramps import amplitude

_REACH = 512
"""Samples it looks ahead: 12 ms, so that it turns down and up without being heard."""


class Limiter:
    """Gives back what it was given, later by up to `_REACH` samples, which `rest` hands out at the end."""

    def __init__(self, ceiling_db: Decibels) -> None:
        self._ceiling = amplitude(ceiling_db)
        self._held: Samples = np.zeros((0, 2), np.float32)
        self._before = np.ones(_REACH - 1)  # the gains the samples already given away asked for

    def push(self, block: Samples) -> Samples:
        """What is certain by now."""
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
    """The smallest gain within reach, then the mean of that: never more than a sample asked for, and smooth."""
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
