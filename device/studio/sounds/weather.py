"""Out of doors: a windy night with crickets, and rain on leaves."""

import numpy as np

from device.kernel.ids import Seconds
from device.studio.ring import RATE, Ring, Sound, band, coloured, drifting, frequencies, room, through, unit

GUSTS = ((140.0, 1.0), (280.0, 0.9), (520.0, 0.7), (900.0, 0.45), (1700.0, 0.25))  # hertz and strength of each band
CRICKETS = ((4350.0, 0.055, 0.9), (4820.0, 0.048, 0.5), (3980.0, 0.062, 0.35))  # hertz, seconds a chirp, nearness
DROPS_A_SECOND = 220


def wind(chance: np.random.Generator, seconds: Seconds) -> Sound:
    """Noise in bands that swell one after the other, as a gust rises, over distant crickets."""
    length = round(seconds * RATE)
    gust = drifting(chance, length, 2, 14)
    blown = np.zeros(length)
    for hertz, strength in GUSTS:
        swelling = np.exp(0.24 * gust * (hertz / GUSTS[0][0]) ** 0.25 + 0.08 * drifting(chance, length, 8, 60))
        blown += strength * swelling * _noise(chance, length, hertz / 1.6, hertz * 1.6)
    crickets = sum((_cricket(chance, seconds, *cricket) for cricket in CRICKETS), start=np.zeros(length))
    return unit(blown) + 0.12 * through(unit(crickets), room(chance, 0.8, wet=0.6))


def rain(chance: np.random.Generator, seconds: Seconds) -> Sound:
    """A wash of far drops, and near ones that can be told apart."""
    length = round(seconds * RATE)
    wash = _noise(chance, length, 500.0, 9000.0) * np.exp(0.1 * drifting(chance, length, 2, 30))
    near = Ring(seconds)
    for at in np.sort(chance.uniform(0, seconds, round(DROPS_A_SECOND * seconds))):
        near.lay(at, _drop(chance), chance.lognormal(0, 0.5))
    return unit(wash) + 0.6 * through(unit(near.sound), room(chance, 0.3, wet=0.4))


def _noise(chance: np.random.Generator, length: int, low: float, high: float) -> Sound:
    white = chance.standard_normal(length)
    noise = coloured(white, band(frequencies(white), low, high))
    return unit(noise)


def _cricket(chance: np.random.Generator, seconds: Seconds, hertz: float, chirp: Seconds, near: float) -> Sound:
    """Chirps of three or four pulses, in bouts with rests of any length between them."""
    ring, at = Ring(seconds), chance.uniform(0, 1)
    time = np.arange(round(chirp * 0.45 * RATE)) / RATE
    pulse = np.sin(2 * np.pi * hertz * time) * np.sin(np.pi * time / time[-1]) ** 2
    while at < seconds:
        for pulse_number in range(chance.integers(3, 5)):
            ring.lay(at + pulse_number * chirp * chance.normal(0.6, 0.02), pulse, near)
        at += chance.lognormal(-0.9, 0.5)
    return ring.sound


def _drop(chance: np.random.Generator) -> Sound:
    """A slap on a leaf; now and then the note of a bubble in a puddle."""
    time = np.arange(round(0.03 * RATE)) / RATE
    slap = chance.standard_normal(len(time)) * np.exp(-time / chance.uniform(0.0008, 0.003))
    hertz = chance.uniform(1500, 5500)
    bubble = np.sin(2 * np.pi * hertz * time * (1 + 4 * time)) * np.exp(-time / 0.006)
    return slap + (1.5 * bubble if chance.random() < 0.15 else 0)
