"""Out of doors: a windy night with crickets, and rain on leaves."""

import numpy as np

from device.kernel.ids import Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.ring import (
    Ring,
    Wave,
    band_gains,
    colour,
    convolve_ring,
    drift_curve,
    frequencies,
    room_answer,
    unit_spread,
)

_GUSTS = ((140.0, 1.0), (280.0, 0.9), (520.0, 0.7), (900.0, 0.45), (1700.0, 0.25))  # hertz and strength of each band
_CRICKETS = ((4350.0, 0.055, 0.9), (4820.0, 0.048, 0.5), (3980.0, 0.062, 0.35))  # hertz, seconds a chirp, nearness
_DROPS_A_SECOND = 220


def wind(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Noise in bands that swell one after the other, as a gust rises, over distant crickets."""
    length = round(seconds * SAMPLE_RATE)
    gust = drift_curve(chance, length, 2, 14)
    blown = np.zeros(length)
    for hertz, strength in _GUSTS:
        swelling = np.exp(0.24 * gust * (hertz / _GUSTS[0][0]) ** 0.25 + 0.08 * drift_curve(chance, length, 8, 60))
        blown += strength * swelling * _noise(chance, length, hertz / 1.6, hertz * 1.6)
    crickets = sum((_cricket(chance, seconds, *cricket) for cricket in _CRICKETS), start=np.zeros(length))
    return unit_spread(blown) + 0.12 * convolve_ring(unit_spread(crickets), room_answer(chance, 0.8, wet=0.6))


def rain(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """A wash of far drops, and near ones that can be told apart."""
    length = round(seconds * SAMPLE_RATE)
    wash = _noise(chance, length, 500.0, 9000.0) * np.exp(0.1 * drift_curve(chance, length, 2, 30))
    near = Ring(seconds)
    for at in np.sort(chance.uniform(0, seconds, round(_DROPS_A_SECOND * seconds))):
        near.lay(at, _drop(chance), chance.lognormal(0, 0.5))
    return unit_spread(wash) + 0.6 * convolve_ring(unit_spread(near.sound), room_answer(chance, 0.3, wet=0.4))


def _noise(chance: np.random.Generator, length: int, low: float, high: float) -> Wave:
    white = chance.standard_normal(length)
    noise = colour(white, band_gains(frequencies(white), low, high))
    return unit_spread(noise)


def _cricket(chance: np.random.Generator, seconds: Seconds, hertz: float, chirp: Seconds, near: float) -> Wave:
    """Chirps of three or four pulses, in bouts with rests of any length between them."""
    ring, at = Ring(seconds), chance.uniform(0, 1)
    time = np.arange(round(chirp * 0.45 * SAMPLE_RATE)) / SAMPLE_RATE
    pulse = np.sin(2 * np.pi * hertz * time) * np.sin(np.pi * time / time[-1]) ** 2
    while at < seconds:
        for pulse_number in range(chance.integers(3, 5)):
            ring.lay(at + pulse_number * chirp * chance.normal(0.6, 0.02), pulse, near)
        at += chance.lognormal(-0.9, 0.5)
    return ring.sound


def _drop(chance: np.random.Generator) -> Wave:
    """A slap on a leaf; now and then the note of a bubble in a puddle."""
    time = np.arange(round(0.03 * SAMPLE_RATE)) / SAMPLE_RATE
    slap = chance.standard_normal(len(time)) * np.exp(-time / chance.uniform(0.0008, 0.003))
    hertz = chance.uniform(1500, 5500)
    bubble = np.sin(2 * np.pi * hertz * time * (1 + 4 * time)) * np.exp(-time / 0.006)
    return slap + (1.5 * bubble if chance.random() < 0.15 else 0)
