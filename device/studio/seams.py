"""What makes a bed a good bed, measured: no seam, no rhythm, no hole."""

import numpy as np

from device.kernel.ids import Decibels, Seconds
from device.studio.ring import Wave

_FRAME, _HOP = 1024, 512
_AUDIBLE = 15000  # hertz
_HEARABLE = 0.01  # what lies this far below the mean is hidden by the rest
_STEP: Seconds = 0.01


def seam_rank(loop: Wave, rate: int) -> float:
    """How sharp the change is where the loop closes, as its rank among all changes inside: 0 none, 1 the sharpest."""
    middle = len(loop) // 2
    turned = np.roll(loop, middle)
    frames = np.lib.stride_tricks.sliding_window_view(turned, _FRAME)[::_HOP] * np.hanning(_FRAME)
    spectra = np.abs(np.fft.rfft(frames))[:, : _FRAME * _AUDIBLE // rate]
    spectra = np.log(spectra + _HEARABLE * spectra.mean())
    flux = np.sqrt((np.diff(spectra, axis=0) ** 2).mean(axis=1))
    seam = middle // _HOP
    sharpest = flux[seam - _FRAME // _HOP : seam + 1].max()
    runs = np.lib.stride_tricks.sliding_window_view(flux, _FRAME // _HOP + 1).max(axis=1)
    return float((runs < sharpest).mean())


def rhythm(loop: Wave, rate: int, shortest: Seconds = 0.15, longest: Seconds = 10.0) -> float:
    """The strongest likeness of the loudness with itself a while later: near 0 is no rhythm, 1 a clockwork."""
    steps = round(_STEP * rate)
    envelope = np.sqrt((loop[: len(loop) // steps * steps].reshape(-1, steps) ** 2).mean(axis=1))
    spectrum = np.abs(np.fft.rfft(envelope - envelope.mean())) ** 2
    likeness = np.fft.irfft(spectrum, len(envelope))
    return float((likeness / likeness[0])[round(shortest / _STEP) : round(longest / _STEP)].max())


def longest_hole(loop: Wave, rate: int, depth: Decibels = 10.0, window: Seconds = 0.005) -> Seconds:
    """The longest time in which the loop stays this much below its mean power."""
    width = round(window * rate)
    power = np.convolve(np.concatenate((loop, loop)) ** 2, np.ones(width) / width, mode="same")
    quiet = power < np.mean(loop**2) / 10 ** (depth / 10)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], quiet, [False])).astype(int)))
    lengths = edges[1::2] - edges[::2]
    return float(lengths.max() / rate) if len(lengths) else 0.0
