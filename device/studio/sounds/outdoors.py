"""Sounds out of doors: a windy night with crickets, rain on leaves, and a wood fire: the breath of the flames,
crackling in bursts, now and then a log that pops."""

import numpy as np

from device.kernel.ids import Decibels, Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.ring import (
    Ring,
    Wave,
    band_noise,
    close_calmly,
    convolve_ring,
    drift_curve,
    drift_noise,
    even_out,
    hold_under,
    moments,
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
        blown += strength * swelling * band_noise(chance, length, hertz / 1.6, hertz * 1.6)
    crickets = sum((_cricket(chance, seconds, *cricket) for cricket in _CRICKETS), start=np.zeros(length))
    return unit_spread(blown) + 0.12 * convolve_ring(unit_spread(crickets), room_answer(chance, 0.8, wet=0.6))


def rain(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """A wash of far drops, and near ones that can be told apart."""
    length = round(seconds * SAMPLE_RATE)
    wash = band_noise(chance, length, 500.0, 9000.0) * np.exp(0.1 * drift_curve(chance, length, 2, 30))
    near = Ring(seconds)
    for at in np.sort(chance.uniform(0, seconds, round(_DROPS_A_SECOND * seconds))):
        near.lay(at, _drop(chance), chance.lognormal(0, 0.5))
    drops = convolve_ring(unit_spread(near.sound), room_answer(chance, 0.3, wet=0.4))
    return close_calmly(unit_spread(wash) + 0.6 * drops, SAMPLE_RATE)


def _cricket(chance: np.random.Generator, seconds: Seconds, hertz: float, chirp: Seconds, near: float) -> Wave:
    """Chirps of three or four pulses, in bouts with rests of any length between them."""
    ring, at = Ring(seconds), chance.uniform(0, 1)
    time = moments(chirp * 0.45)
    pulse = np.sin(2 * np.pi * hertz * time) * np.sin(np.pi * time / time[-1]) ** 2
    while at < seconds:
        for pulse_number in range(chance.integers(3, 5)):
            ring.lay(at + pulse_number * chirp * chance.normal(0.6, 0.02), pulse, near)
        at += chance.lognormal(-0.9, 0.5)
    return ring.sound


def _drop(chance: np.random.Generator) -> Wave:
    """A slap on a leaf; now and then the note of a bubble in a puddle."""
    time = moments(0.03)
    slap = chance.standard_normal(len(time)) * np.exp(-time / chance.uniform(0.0008, 0.003))
    hertz = chance.uniform(1500, 5500)
    bubble = np.sin(2 * np.pi * hertz * time * (1 + 4 * time)) * np.exp(-time / 0.006)
    return slap + (1.5 * bubble if chance.random() < 0.15 else 0)


_BURSTS_A_SECOND, _POPS_A_SECOND = 5.0, 0.45
_IRONING = 0.3  # how far quiet moments are lifted: the flames never stop breathing
_POP: Decibels = 3.2  # how far a pop may rise over the rest


def fire(chance: np.random.Generator, seconds: Seconds) -> Wave:
    crackles = Ring(seconds)
    for at in chance.uniform(0, seconds, round(_BURSTS_A_SECOND * seconds)):
        _crack(chance, crackles, at)
    for at in chance.uniform(0, seconds, round(_POPS_A_SECOND * seconds)):
        crackles.lay(at, _pop(chance), chance.lognormal(0.4, 0.4))
    flames = _flames(chance, len(crackles.sound))
    heard = convolve_ring(unit_spread(crackles.sound), room_answer(chance, 0.35, wet=0.4))
    return hold_under(even_out(flames + 0.75 * np.tanh(heard / 6) * 6, _IRONING, 0.015), _POP, 0.012)


def _flames(chance: np.random.Generator, length: int) -> Wave:
    """Low noise that flutters, under a soft hiss."""
    roar = drift_noise(chance, length, (60, 420), 0.35, (30, 400))
    return roar + 0.35 * drift_noise(chance, length, (1500, 7000), 0.3, (5, 90))


def _crack(chance: np.random.Generator, crackles: Ring, at: Seconds) -> None:
    """One crack runs through the wood: a handful of clicks, ever further apart."""
    for _ in range(chance.geometric(0.22)):
        crackles.lay(at, _click(chance), chance.lognormal(-0.5, 0.8))
        at += chance.exponential(0.03)


def _click(chance: np.random.Generator) -> Wave:
    time = moments(0.012)
    ringing = np.sin(2 * np.pi * chance.uniform(1800, 6500) * time + chance.uniform(0, 6))
    return (0.6 * ringing + chance.standard_normal(len(time))) * np.exp(-time / chance.uniform(0.0006, 0.0025))


def _pop(chance: np.random.Generator) -> Wave:
    time = moments(0.05)
    body = np.sin(2 * np.pi * chance.uniform(300, 800) * time) * np.exp(-time / 0.012)
    return 2 * body + chance.standard_normal(len(time)) * np.exp(-time / 0.003)
