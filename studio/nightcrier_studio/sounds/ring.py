"""Make loops that close without a seam: a sound that goes beyond the end is added at the start. Measure how well the
seam is hidden.

Loops are made at the sample rate of the box, because resampling on the box would add noise."""

from collections.abc import Iterable

import numpy as np

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.takes.waves import Wave, colour, frequencies


class Ring:
    """A loop under construction. The part of a sound that goes beyond the end is added at the start."""

    def __init__(self, seconds: Seconds) -> None:
        self.seconds = seconds
        self.sound: Wave = np.zeros(round(seconds * SAMPLE_RATE))

    def lay(self, at: Seconds, sound: Wave, gain: float = 1.0) -> None:
        """Add a sound that begins at a given moment. The part beyond the end of the loop goes to its start."""
        places = (round(at * SAMPLE_RATE) + np.arange(len(sound))) % len(self.sound)
        np.add.at(self.sound, places, gain * sound)


def moments(seconds: Seconds) -> Wave:
    return np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE


def lay_out(parts: Iterable[tuple[Seconds, Wave]]) -> Wave:
    """Add up sounds that begin at given moments. The sum lasts until the last sound is over."""
    placed = [(round(at * SAMPLE_RATE), sound) for at, sound in parts]
    mixed = np.zeros(max(start + len(sound) for start, sound in placed))
    for start, sound in placed:
        mixed[start : start + len(sound)] += sound
    return mixed


def die_away(sound: Wave, seconds: Seconds, rate: int = SAMPLE_RATE) -> Wave:
    """Return the sound with an end that becomes quieter by 20 dB in the given time, slowly at first, and no step."""
    share = np.clip(1 - np.arange(len(sound))[::-1] / (seconds * rate), 0, 1)
    return np.asarray(sound * 10 ** -(share**1.5) * np.minimum(1, (1 - share) / 0.1))


def convolve_ring(loop: Wave, response: Wave) -> Wave:
    """Return the loop as heard through a body or a room. The echo of the loop's end is added at the loop's start."""
    length = len(loop)
    wrapped = np.zeros(length)
    np.add.at(wrapped, np.arange(len(response)) % length, response)
    return np.asarray(np.fft.irfft(np.fft.rfft(loop) * np.fft.rfft(wrapped), length))


def band_gains(hertz: Wave, low: float, high: float, steepness: int = 2) -> Wave:
    safe = np.maximum(hertz, 1e-3)
    return np.asarray(1 / np.sqrt((1 + (low / safe) ** (2 * steepness)) * (1 + (safe / high) ** (2 * steepness))))


def band_pass(loop: Wave, low: float, high: float) -> Wave:
    """Return the loop with frequencies outside the band almost removed."""
    return colour(loop, band_gains(frequencies(loop), low, high))


def band_noise(chance: np.random.Generator, length: int, low: float, high: float) -> Wave:
    return unit_spread(band_pass(chance.standard_normal(length), low, high))


def shelf_gains(hertz: Wave, corner: float, gain_db: Decibels) -> Wave:
    """Return the gains of a shelf filter, which raises all frequencies well above the corner by `gain_db`."""
    lift = 1 / (1 + (corner / np.maximum(hertz, 1e-3)) ** 4)
    return np.asarray(10 ** (gain_db * lift / 20))


def even_out(loop: Wave, share: float, seconds: Seconds) -> Wave:
    """Return the loop with its loudness evened out over a given time. `share` is from 0 (no change) to 1 (fully
    even)."""
    return np.asarray(loop * (np.mean(loop**2) / _power_around(loop, seconds)) ** (share / 2))


def hold_under(loop: Wave, over: Decibels, seconds: Seconds) -> Wave:
    """Return the loop with every short stretch at most `over` louder than the mean, so that no sudden sound startles
    people."""
    for _ in range(3):
        loop = loop * np.sqrt(np.minimum(1, 10 ** (over / 10) * np.mean(loop**2) / _power_around(loop, seconds)))
    return np.asarray(loop)


def _power_around(loop: Wave, seconds: Seconds) -> Wave:
    """Return the mean power around each sample. `seconds` is the length of time over which the mean is taken."""
    reach = frequencies(loop) * seconds
    return np.maximum(colour(loop**2, np.exp(-2 * (np.pi * reach) ** 2)), 1e-9 * np.mean(loop**2))


_WIDTH = 0.4
"""The strength of the difference between left and right. The sum to mono is 0.6 dB quieter, which nobody hears."""


def widen_ring(loop: Wave, chance: np.random.Generator) -> Wave:
    """Return the left and the right channel of a loop. Each ear gets different echoes, like in a room. The mean of
    both channels is the loop itself."""
    time = moments(0.03)
    echoes = convolve_ring(loop, chance.standard_normal(len(time)) * np.exp(-time / 0.01))
    side = _WIDTH * loop.std() * unit_spread(band_pass(echoes, 200, 20000))
    return np.stack([loop + side, loop - side], axis=1)


def unit_spread(sound: Wave) -> Wave:
    """Return the sound scaled to standard deviation 1, so that the fractions of a mixture are known."""
    return np.asarray(sound / sound.std())


def drift_curve(chance: np.random.Generator, length: int, slowest: int, fastest: int) -> Wave:
    """Return a random curve around zero with standard deviation 1, whose end meets its start. The curve is a sum of
    harmonics with random phases."""
    spectrum = np.zeros(length // 2 + 1, dtype=np.complex128)
    orders = np.arange(slowest, fastest + 1)
    spectrum[orders] = np.exp(2j * np.pi * chance.random(len(orders))) / np.sqrt(orders)
    curve = np.fft.irfft(spectrum, length)
    return unit_spread(curve)


def drift_noise(
    chance: np.random.Generator, length: int, band: tuple[float, float], depth: float, pace: tuple[int, int]
) -> Wave:
    """Return noise in a band, with standard deviation 1. Its loudness rises and falls with a drift curve."""
    noise = band_pass(chance.standard_normal(length), *band)
    return unit_spread(noise * np.exp(depth * drift_curve(chance, length, *pace)))


_FRAME, _HOP = 1024, 512
_AUDIBLE = 15000  # hertz
_HEARABLE = 0.01  # what lies this far below the mean is hidden by the rest


def seam_rank(loop: Wave, rate: int) -> float:
    """Return how sharp the change at the seam is among all changes in the loop: from 0 for the smallest to 1 for the
    sharpest."""
    middle = len(loop) // 2
    runs = _changes(np.roll(loop, middle), rate)
    return float((runs < runs[middle // _HOP - _FRAME // _HOP]).mean())


def close_calmly(loop: Wave, rate: int) -> Wave:
    """Return the loop rotated, so that the seam is at a moment where the sound changes little."""
    runs = _changes(loop, rate)
    usual = int(np.argsort(runs)[len(runs) // 3])
    return np.roll(loop, -(usual * _HOP + _FRAME))


def _changes(loop: Wave, rate: int) -> Wave:
    """Return how much the spectrum changes within each frame. Frames begin one hop apart."""
    frames = np.lib.stride_tricks.sliding_window_view(loop, _FRAME)[::_HOP] * np.hanning(_FRAME)
    spectra = np.abs(np.fft.rfft(frames))[:, : _FRAME * _AUDIBLE // rate]
    spectra = np.log(spectra + _HEARABLE * spectra.mean())
    flux = np.sqrt((np.diff(spectra, axis=0) ** 2).mean(axis=1))
    return np.asarray(np.lib.stride_tricks.sliding_window_view(flux, _FRAME // _HOP + 1).max(axis=1))
