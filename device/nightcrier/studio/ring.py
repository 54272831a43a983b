"""Loops bent into a ring: a sound laid across the end comes in again at the start, so that no loop has a seam. How
sharp the seam is that is left, is measured.

It is made at the rate of the box: one that has to be resampled there comes out with noise under it.
"""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Decibels, Seconds

Wave: TypeAlias = NDArray[np.float64]
"""One channel, full scale at 1; left and right side by side where that is said."""


class Ring:
    """A loop under construction: events are added at any moment, modulo its length."""

    def __init__(self, seconds: Seconds) -> None:
        self.seconds = seconds
        self.sound: Wave = np.zeros(round(seconds * SAMPLE_RATE))

    def lay(self, at: Seconds, sound: Wave, gain: float = 1.0) -> None:
        """Add a sound that begins at this moment; what hangs over the end is heard at the start."""
        places = (round(at * SAMPLE_RATE) + np.arange(len(sound))) % len(self.sound)
        np.add.at(self.sound, places, gain * sound)


def moments(seconds: Seconds) -> Wave:
    """The time of each sample, from 0 on."""
    return np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE


def lay_out(parts: Iterable[tuple[Seconds, Wave]]) -> Wave:
    """Sums sounds that begin at these moments; lasts until the last of them is over."""
    placed = [(round(at * SAMPLE_RATE), sound) for at, sound in parts]
    mixed = np.zeros(max(start + len(sound) for start, sound in placed))
    for start, sound in placed:
        mixed[start : start + len(sound)] += sound
    return mixed


def convolve_ring(loop: Wave, response: Wave) -> Wave:
    """The loop as heard through a body or a room, which rings on from the end of the loop into its start."""
    length = len(loop)
    wrapped = np.zeros(length)
    np.add.at(wrapped, np.arange(len(response)) % length, response)
    return np.asarray(np.fft.irfft(np.fft.rfft(loop) * np.fft.rfft(wrapped), length))


def colour(loop: Wave, gain_at: Wave) -> Wave:
    """The loop with each of its frequencies (`frequencies(loop)`) scaled by a gain, without shifting its phase."""
    return np.asarray(np.fft.irfft(np.fft.rfft(loop) * gain_at, len(loop)))


def frequencies(loop: Wave, rate: int = SAMPLE_RATE) -> Wave:
    return np.asarray(np.fft.rfftfreq(len(loop), 1 / rate), dtype=np.float64)


def band_gains(hertz: Wave, low: float, high: float, steepness: int = 2) -> Wave:
    """Gains of a smooth band-pass."""
    safe = np.maximum(hertz, 1e-3)
    return np.asarray(1 / np.sqrt((1 + (low / safe) ** (2 * steepness)) * (1 + (safe / high) ** (2 * steepness))))


def band_pass(loop: Wave, low: float, high: float) -> Wave:
    """The loop with little left below and above this band of frequencies."""
    return colour(loop, band_gains(frequencies(loop), low, high))


def band_noise(chance: np.random.Generator, length: int, low: float, high: float) -> Wave:
    """Noise in this band, with spread 1."""
    return unit_spread(band_pass(chance.standard_normal(length), low, high))


def shelf_gains(hertz: Wave, corner: float, gain_db: Decibels) -> Wave:
    """Gains of a shelf that lifts everything well above the corner."""
    lift = 1 / (1 + (corner / np.maximum(hertz, 1e-3)) ** 4)
    return np.asarray(10 ** (gain_db * lift / 20))


def even_out(loop: Wave, share: float, seconds: Seconds) -> Wave:
    """The loop with its loudness evened out: by no more than `share`, 0 nothing to 1 all, over this time."""
    return np.asarray(loop * (np.mean(loop**2) / _power_around(loop, seconds)) ** (share / 2))


def hold_under(loop: Wave, over: Decibels, seconds: Seconds) -> Wave:
    """The loop with no stretch of this time much louder than so far over its mean: a pop stays a pop, and startles
    nobody."""
    for _ in range(3):
        loop = loop * np.sqrt(np.minimum(1, 10 ** (over / 10) * np.mean(loop**2) / _power_around(loop, seconds)))
    return np.asarray(loop)


def _power_around(loop: Wave, seconds: Seconds) -> Wave:
    """The power around each sample, over about this time."""
    reach = frequencies(loop) * seconds
    return np.maximum(colour(loop**2, np.exp(-2 * (np.pi * reach) ** 2)), 1e-9 * np.mean(loop**2))


_WIDTH = 0.4
"""The difference of left and right, beside what they share: a sum to mono then loses 0.6 dB, which nobody hears."""


def widen_ring(loop: Wave, chance: np.random.Generator) -> Wave:
    """Left and right of a loop, as a room gives each ear other echoes. Their sum is the loop itself."""
    time = moments(0.03)
    echoes = convolve_ring(loop, chance.standard_normal(len(time)) * np.exp(-time / 0.01))
    side = _WIDTH * loop.std() * unit_spread(band_pass(echoes, 200, 20000))
    return np.stack([loop + side, loop - side], axis=1)


def unit_spread(sound: Wave) -> Wave:
    """The sound with spread 1, so that shares of a mixture can be told."""
    return np.asarray(sound / sound.std())


def drift_curve(chance: np.random.Generator, length: int, slowest: int, fastest: int) -> Wave:
    """A curve that wanders around zero with spread 1 and closes on itself: harmonics of the loop, random phases."""
    spectrum = np.zeros(length // 2 + 1, dtype=np.complex128)
    orders = np.arange(slowest, fastest + 1)
    spectrum[orders] = np.exp(2j * np.pi * chance.random(len(orders))) / np.sqrt(orders)
    curve = np.fft.irfft(spectrum, length)
    return unit_spread(curve)


def drift_noise(
    chance: np.random.Generator, length: int, band: tuple[float, float], depth: float, pace: tuple[int, int]
) -> Wave:
    """Noise in a band that swells and sinks like a drift curve of this pace, with spread 1."""
    noise = band_pass(chance.standard_normal(length), *band)
    return unit_spread(noise * np.exp(depth * drift_curve(chance, length, *pace)))


def room_answer(chance: np.random.Generator, seconds: Seconds, wet: float, rate: int = SAMPLE_RATE) -> Wave:
    """The answer of a furnished room: the direct sound, then a tail of noise that falls by 60 dB in `seconds`."""
    time = np.arange(round(seconds * rate)) / rate
    tail = chance.standard_normal(len(time)) * np.exp(-6.9 * time / seconds)
    tail *= np.minimum(time / 0.004, 1) * wet / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    return tail


_FRAME, _HOP = 1024, 512
_AUDIBLE = 15000  # hertz
_HEARABLE = 0.01  # what lies this far below the mean is hidden by the rest


def seam_rank(loop: Wave, rate: int) -> float:
    """The rank of the change where the loop closes, among all changes inside: 0 none, 1 the sharpest."""
    middle = len(loop) // 2
    runs = _changes(np.roll(loop, middle), rate)
    return float((runs < runs[middle // _HOP - _FRAME // _HOP]).mean())


def close_calmly(loop: Wave, rate: int) -> Wave:
    """The loop, begun where it changes no more than it usually does."""
    runs = _changes(loop, rate)
    usual = int(np.argsort(runs)[len(runs) // 3])
    return np.roll(loop, -(usual * _HOP + _FRAME))


def _changes(loop: Wave, rate: int) -> Wave:
    """The change of the spectrum over each frame, from the first hop on."""
    frames = np.lib.stride_tricks.sliding_window_view(loop, _FRAME)[::_HOP] * np.hanning(_FRAME)
    spectra = np.abs(np.fft.rfft(frames))[:, : _FRAME * _AUDIBLE // rate]
    spectra = np.log(spectra + _HEARABLE * spectra.mean())
    flux = np.sqrt((np.diff(spectra, axis=0) ** 2).mean(axis=1))
    return np.asarray(np.lib.stride_tricks.sliding_window_view(flux, _FRAME // _HOP + 1).max(axis=1))
