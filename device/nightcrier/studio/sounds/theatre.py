"""Make the sounds that turn a night into a play: a drone under the night, a sound under each call, and birds and air
for the day."""

import numpy as np
from scipy.signal import fftconvolve

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Seconds
from nightcrier.studio.ring import (
    Ring,
    Wave,
    band_pass,
    close_calmly,
    drift_noise,
    lay_out,
    moments,
    room_answer,
    unit_spread,
)
from nightcrier.studio.sounds.outdoors import bird_song

_TONES = ((55.0, 0.8), (82.5, 0.7), (110.0, 1.0), (165.0, 0.55), (220.0, 0.3), (330.0, 0.12))  # hertz and strength
_DRONE: Seconds = 8.0
"""The length of the drone. The loop is short because its decoded samples stay in memory."""


def drone(chance: np.random.Generator) -> Wave:
    """Return fifths and octaves. Each tone is heard three times at slightly different pitches, so that the tones beat.
    Every tone fits the length of the loop, so that there is no seam. The loop begins at a quiet moment."""
    time = moments(_DRONE)
    sound = np.zeros(len(time))
    for hertz, strength in _TONES:
        for beats in (-1, 0, 1):
            whole = (round(hertz * _DRONE) + beats) / _DRONE
            sound += strength * np.sin(2 * np.pi * whole * time + chance.uniform(0, 2 * np.pi))
    return np.roll(sound, -1 - int(np.abs(sound).argmin()))


def meadow(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return moving air, and every few seconds a bird, near or far."""
    length = round(seconds * SAMPLE_RATE)
    air = drift_noise(chance, length, (150, 1200), 0.25, (2, 12))
    birds = Ring(seconds)
    for at in chance.uniform(0, seconds, round(0.45 * seconds)):
        low = chance.uniform(2200, 4200)
        birds.lay(at, bird_song(chance, low, 1.35 * low), chance.lognormal(-1.0, 0.6))
    return close_calmly(air + 1.2 * birds.sound, SAMPLE_RATE)


def paws(chance: np.random.Generator) -> Wave:
    """Return the sound of four soft feet and a sniff."""
    steps = [(at, _thump(chance, 60, 340, 0.035), 1.0) for at in (0.0, 0.19, 0.42, 0.6)]
    return _play_in_room(chance, [*steps, (0.78, _sniff(chance), 0.35)])


def chime(chance: np.random.Generator) -> Wave:
    return _play_in_room(chance, [(0.0, _ping(1480), 1.0), (0.16, _ping(1980), 0.8), (0.34, _ping(2640), 0.6)])


def coins(chance: np.random.Generator) -> Wave:
    moments = np.cumsum(chance.uniform(0.06, 0.13, 8))
    return _play_in_room(chance, [(at, _clink(chance), chance.uniform(0.4, 1.0)) for at in moments])


def steps(chance: np.random.Generator) -> Wave:
    """Return three steps on boards, each with the scuff of a sole."""
    feet = [(at, _thump(chance, 90, 900, 0.025), 1.0) for at in (0.0, 0.42, 0.83)]
    scuffs = [(at + 0.05, _thump(chance, 900, 3500, 0.04), 0.25) for at, _, _ in feet]
    return _play_in_room(chance, [*feet, *scuffs])


def _play_in_room(chance: np.random.Generator, parts: list[tuple[Seconds, Wave, float]]) -> Wave:
    """Return sounds that begin at given moments, as heard in a room. The result lasts until the echo of the room has
    ended."""
    dry = lay_out((at, near * sound) for at, sound, near in parts)
    heard = fftconvolve(dry, room_answer(chance, 0.25, wet=0.4))
    return np.asarray(heard * np.minimum(1, np.arange(len(heard))[::-1] / (0.1 * SAMPLE_RATE)))


def _thump(chance: np.random.Generator, low: float, high: float, fade: Seconds) -> Wave:
    time = moments(6 * fade)
    blow = chance.standard_normal(len(time)) * np.exp(-time / fade) * np.minimum(1, time / 0.004)
    return unit_spread(band_pass(blow, low, high))


def _sniff(chance: np.random.Generator) -> Wave:
    air = chance.standard_normal(round(0.3 * SAMPLE_RATE))
    drawn = np.sin(np.pi * np.linspace(0, 1, len(air)) ** 0.7) ** 2
    return unit_spread(band_pass(air * drawn, 900, 4000))


def _ping(hertz: float) -> Wave:
    time = moments(0.8)
    partials = ((1.0, 1.0, 0.22), (2.76, 0.4, 0.1), (5.4, 0.15, 0.05))
    tones = (
        strength * np.sin(2 * np.pi * ratio * hertz * time) * np.exp(-time / fade) for ratio, strength, fade in partials
    )
    return np.asarray(sum(tones, start=np.zeros(len(time))) * np.minimum(1, time / 0.001))


def _clink(chance: np.random.Generator) -> Wave:
    time = moments(0.12)
    tones = (
        np.sin(2 * np.pi * hertz * time) * np.exp(-time / chance.uniform(0.01, 0.03))
        for hertz in chance.uniform(4200, 9500, 4)
    )
    return np.asarray(sum(tones, start=np.zeros(len(time))) * np.minimum(1, time / 0.0005))
