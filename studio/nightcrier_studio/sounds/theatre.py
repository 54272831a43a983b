"""Make the sounds that turn a night into a play: a drone under the night, a sound under each call, and birds and air
for the day."""

from collections.abc import Iterator

import numpy as np
import scipy

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Seconds
from nightcrier.takes.waves import Wave, room_answer
from nightcrier_studio.sounds.outdoors import Bird
from nightcrier_studio.sounds.ring import (
    Ring,
    band_pass,
    close_calmly,
    die_away,
    drift_curve,
    drift_noise,
    lay_out,
    moments,
    unit_spread,
)

_STRINGS = ((55.0, 0.5), (82.5, 0.5), (110.0, 1.0), (165.0, 0.8))  # hertz and strength
_BODY, _BODY_WIDTH = 330.0, 0.8  # hertz and octaves at which the body of the drone answers; small speakers begin at 200
_HIGHEST = 1200.0  # hertz
_BOW = 0.15  # share of the noise of the bow
_DRONE: Seconds = 8.0
"""The length of the drone. The loop is short because its decoded samples stay in memory."""


def drone(chance: np.random.Generator) -> Wave:
    """Return bowed strings in fifths and octaves. Each overtone is a pair of slightly different pitches that beat, and
    swells by itself. Every tone fits the length of the loop, so that there is no seam. The loop begins at a quiet
    moment."""
    length = round(_DRONE * SAMPLE_RATE)
    sound = np.zeros(length)
    for string, strength in _STRINGS:
        for hertz in np.arange(string, _HIGHEST, string):
            answer = np.exp(-((np.log2(hertz / _BODY) / _BODY_WIDTH) ** 2))
            sound += strength * answer * _bowed(chance, hertz, length)
    bow = drift_noise(chance, length, (250, 600), 0.3, (2, 24))
    sound = unit_spread(sound) + _BOW * bow
    return np.roll(sound, -1 - int(np.abs(sound).argmin()))


def _bowed(chance: np.random.Generator, hertz: float, length: int) -> Wave:
    """Return one overtone of a bowed string: two tones that beat, under a swell that comes and goes."""
    time, whole = moments(_DRONE), round(hertz * _DRONE)
    pair = (np.sin(2 * np.pi * (whole + beats) / _DRONE * time + chance.uniform(0, 2 * np.pi)) for beats in (-1, 2))
    return np.asarray(np.exp(0.4 * drift_curve(chance, length, 1, 9)) * sum(pair, start=np.zeros(length)))


def meadow(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return moving air and a few birds, near and far. Each bird sings again every few seconds."""
    length = round(seconds * SAMPLE_RATE)
    air = drift_noise(chance, length, (150, 1200), 0.25, (2, 12))
    birds = Ring(seconds)
    for low in _MEADOW_BIRDS:
        bird, near, at = Bird(chance, low, 1.35 * low), chance.lognormal(-1.0, 0.5), chance.uniform(0, 3)
        while at < seconds:
            birds.lay(at, bird.sing(chance), near * chance.lognormal(0, 0.1))
            at += chance.lognormal(2.0, 0.3)
    return close_calmly(air + 1.2 * birds.sound, SAMPLE_RATE)


_MEADOW_BIRDS = (2300.0, 2900.0, 3400.0, 4100.0)  # the lowest note of each, in hertz


def paws(chance: np.random.Generator) -> Wave:
    """Return the sound of four soft feet and a sniff."""
    steps = [(at, _thump(chance, 60, 340, 0.035), 1.0) for at in (0.0, 0.19, 0.42, 0.6)]
    return _play_in_room(chance, [*steps, (0.66, _sniff(chance), 0.35)])


def chime(chance: np.random.Generator) -> Wave:
    """Return three small metal bars, each struck with a wooden mallet."""
    bars = ((0.0, 1480.0, 1.0), (0.16, 1980.0, 0.8), (0.34, 2640.0, 0.6))
    return _play_in_room(chance, [(at, _bar(chance, hertz), near) for at, hertz, near in bars])


def coins(chance: np.random.Generator) -> Wave:
    moments = np.cumsum(chance.uniform(0.06, 0.13, 8))
    return _play_in_room(chance, [(at, _clink(chance), chance.uniform(0.4, 1.0)) for at in moments])


def steps(chance: np.random.Generator) -> Wave:
    """Return three steps that go by on boards. In each the heel comes down, then the sole rolls, and the toe follows,
    softer and brighter."""
    parts = [part for at, near, roll in _STEPS for part in _step(chance, at, near * chance.lognormal(0, 0.1), roll)]
    return _play_in_room(chance, parts)


_STEPS = ((0.0, 0.7, 0.1), (0.37, 1.0, 0.13), (0.69, 0.85, 0.09))
"""The moment of each step, how near it is, and the time from heel to toe."""
_BOARD = (14, 1700.0)  # the number of modes of a floor board, and the highest in hertz


def _step(
    chance: np.random.Generator, at: Seconds, near: float, roll: Seconds
) -> Iterator[tuple[Seconds, Wave, float]]:
    board = chance.uniform(150, 210)
    yield at, _board(chance, board, 0.004), near
    yield at + 0.4 * roll, _thump(chance, 1200, 4500, roll / 4), 0.12 * near * chance.lognormal(0, 0.2)
    yield at + roll, _board(chance, board * chance.uniform(1.3, 1.6), 0.002), 0.4 * near * chance.lognormal(0, 0.2)


def _board(chance: np.random.Generator, hertz: float, push: Seconds) -> Wave:
    """Return the sound of a floor board that is pushed for a short time, with the noise of the push. A board held by
    its neighbors is well damped, and its modes are close together."""
    time, (number, highest) = moments(0.4), _BOARD
    leather = band_pass(chance.standard_normal(len(time)) * np.exp(-time / (8 * push)), 150, 2500)
    sound = 3 * leather / np.abs(leather).max()
    for mode in np.geomspace(hertz, highest, number) * chance.uniform(0.95, 1.05, number):
        sway = np.sin(2 * np.pi * mode * time + chance.uniform(0, 6))
        sound += chance.uniform(0.4, 1) * (hertz / mode) ** 0.5 * sway * np.exp(-time / chance.uniform(0.02, 0.05))
    return unit_spread(die_away(sound * np.minimum(1, time / 0.001), 0.2))


_FOLEY_LASTS: Seconds = 1.45


def _play_in_room(chance: np.random.Generator, parts: list[tuple[Seconds, Wave, float]]) -> Wave:
    """Return sounds that begin at given moments, as heard in a room. The result lasts until the echo of the room has
    ended."""
    dry = lay_out((at, near * sound) for at, sound, near in parts)
    heard = np.asarray(scipy.signal.fftconvolve(dry, room_answer(chance, 1.2, wet=0.5)))
    return die_away(heard[: round(_FOLEY_LASTS * SAMPLE_RATE)], 0.7)


def _thump(chance: np.random.Generator, low: float, high: float, fade: Seconds) -> Wave:
    time = moments(6 * fade)
    blow = chance.standard_normal(len(time)) * np.exp(-time / fade) * np.minimum(1, time / 0.004)
    return unit_spread(band_pass(blow, low, high))


def _sniff(chance: np.random.Generator) -> Wave:
    air = chance.standard_normal(round(0.27 * SAMPLE_RATE))
    drawn = np.sin(np.pi * np.linspace(0, 1, len(air)) ** 0.6) ** 2
    return unit_spread(band_pass(air * drawn, 900, 4000))


_BAR = ((1.0, 1.0, 0.2), (1.73, 0.3, 0.1), (2.756, 0.7, 0.16), (5.404, 0.45, 0.1), (8.933, 0.2, 0.04))
"""Partials of a bar that is free at both ends: frequency ratio, strength, and the seconds in which each fades."""


def _bar(chance: np.random.Generator, hertz: float) -> Wave:
    """Return the sound of a struck metal bar. No bar is perfectly even, so each partial is a pair that beats."""
    time = moments(1.2)
    mallet = band_pass(chance.standard_normal(len(time)) * np.exp(-time / 0.003), 800, 6000)
    sound = 0.8 * unit_spread(mallet) * mallet.std() / np.abs(mallet).max() * 3
    for ratio, strength, fade in _BAR:
        for twin, share in ((1.0, 1.0), (chance.uniform(1.002, 1.006), 0.6)):
            tone = np.sin(2 * np.pi * ratio * twin * hertz * time + chance.uniform(0, 6))
            sound += share * strength * tone * np.exp(-time / (fade * chance.uniform(0.85, 1.15)))
    return die_away(sound * np.minimum(1, time / 0.001), 0.4)


def _clink(chance: np.random.Generator) -> Wave:
    time = moments(0.3)
    tones = (
        np.sin(2 * np.pi * hertz * time) * np.exp(-time / chance.uniform(0.03, 0.07))
        for hertz in chance.uniform(4200, 9500, 4)
    )
    return np.asarray(sum(tones, start=np.zeros(len(time))) * np.minimum(1, time / 0.0005))
