"""A wood fire: the breath of the flames, crackling in bursts, now and then a log that pops."""

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

_BURSTS_A_SECOND, _POPS_A_SECOND = 5.0, 0.45


def fire(chance: np.random.Generator, seconds: Seconds) -> Wave:
    crackles = Ring(seconds)
    for at in chance.uniform(0, seconds, round(_BURSTS_A_SECOND * seconds)):
        _crackling(chance, crackles, at)
    for at in chance.uniform(0, seconds, round(_POPS_A_SECOND * seconds)):
        crackles.lay(at, _pop(chance), chance.lognormal(0.4, 0.4))
    flames = _flames(chance, len(crackles.sound))
    heard = convolve_ring(unit_spread(crackles.sound), room_answer(chance, 0.35, wet=0.4))
    return flames + 0.75 * np.tanh(heard / 6) * 6


def _flames(chance: np.random.Generator, length: int) -> Wave:
    """Low noise that flutters, under a soft hiss."""
    white = chance.standard_normal(length)
    hertz = frequencies(white)
    roar = colour(white, band_gains(hertz, 60, 420)) * np.exp(0.35 * drift_curve(chance, length, 30, 400))
    hiss = colour(chance.standard_normal(length), band_gains(hertz, 1500, 7000)) * np.exp(
        0.3 * drift_curve(chance, length, 5, 90)
    )
    return unit_spread(roar) + 0.35 * unit_spread(hiss)


def _crackling(chance: np.random.Generator, crackles: Ring, at: Seconds) -> None:
    """One crack runs through the wood: a handful of clicks, ever further apart."""
    for _ in range(chance.geometric(0.22)):
        crackles.lay(at, _click(chance), chance.lognormal(-0.5, 0.8))
        at += chance.exponential(0.03)


def _click(chance: np.random.Generator) -> Wave:
    time = np.arange(round(0.012 * SAMPLE_RATE)) / SAMPLE_RATE
    ringing = np.sin(2 * np.pi * chance.uniform(1800, 6500) * time + chance.uniform(0, 6))
    return (0.6 * ringing + chance.standard_normal(len(time))) * np.exp(-time / chance.uniform(0.0006, 0.0025))


def _pop(chance: np.random.Generator) -> Wave:
    time = np.arange(round(0.05 * SAMPLE_RATE)) / SAMPLE_RATE
    body = np.sin(2 * np.pi * chance.uniform(300, 800) * time) * np.exp(-time / 0.012)
    return 2 * body + chance.standard_normal(len(time)) * np.exp(-time / 0.003)
