"""Make the sounds of outdoors: wolves, birds at dawn, a windy night with crickets, rain on leaves, and a wood fire.

The flames of the fire become louder and quieter. The wood crackles in bursts, and sometimes a log pops."""

from typing import TypeAlias

import numpy as np
from scipy.signal import fftconvolve

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.studio.ring import (
    Ring,
    Wave,
    band_noise,
    close_calmly,
    convolve_ring,
    drift_curve,
    drift_noise,
    even_out,
    hold_under,
    lay_out,
    moments,
    room_answer,
    unit_spread,
)

_Contour: TypeAlias = tuple[tuple[float, float], ...]
"""The pitch of a howl over time: pairs of seconds and hertz."""

_LEADER: _Contour = ((0.0, 310.0), (0.28, 520.0), (0.55, 640.0), (1.6, 600.0), (2.3, 560.0), (2.9, 380.0))
_LATE_RISE: _Contour = ((0.0, 400.0), (0.9, 470.0), (1.5, 700.0), (2.1, 660.0), (2.6, 430.0))
_BREAKS: _Contour = ((0.0, 280.0), (0.4, 430.0), (1.0, 450.0), (1.04, 610.0), (1.7, 590.0), (2.4, 320.0))
_YOUNG: _Contour = ((0.0, 640.0), (0.2, 830.0), (0.5, 720.0), (0.8, 860.0), (1.2, 700.0), (1.6, 520.0))
_LONG: _Contour = ((0.0, 250.0), (0.6, 390.0), (1.5, 400.0), (2.4, 360.0), (3.2, 230.0))
_THROAT = ((560.0, 180.0, 1.0), (1150.0, 260.0, 0.55), (2500.0, 500.0, 0.12))  # formants: hertz, width, strength
_OVERTONES = 14
_PACK = ((0.0, _LEADER, 1.0), (0.55, _LATE_RISE, 0.6), (0.95, _LONG, 0.75), (1.4, _YOUNG, 0.4), (1.75, _BREAKS, 0.55))
"""The wolves of the pack: for each wolf its first second, the contour of its howl, and how near the wolf is."""
_BREATH = 0.08  # share of air in a howl
_ROUGH, _ROUGHNESS = 43.0, 0.3  # hertz at which a throat rattles, and how much at either end of a howl


def wolf_howl(chance: np.random.Generator) -> Wave:
    return _outdoors(chance, _howl(chance, _LEADER))


def pack_howl(chance: np.random.Generator) -> Wave:
    return _outdoors(chance, lay_out([(at, near * _howl(chance, contour)) for at, contour, near in _PACK]))


def _birds(chance: np.random.Generator) -> Wave:
    """Return the songs of three birds. Each bird has its own short song, and one bird is far away."""
    ring = Ring(4.0)
    for near, low, high, songs in ((1.0, 3100, 4300, 4), (0.6, 2300, 2900, 3), (0.3, 4200, 5600, 5)):
        for start in np.sort(chance.uniform(0.05, 2.9, songs)):
            ring.lay(start, bird_song(chance, low, high), near)
    return _outdoors(chance, ring.sound)


def _howl(chance: np.random.Generator, contour: _Contour) -> Wave:
    """Return a gliding tone with overtones in a stream of air. A long throat shapes the tone, and the tone is rough
    under pressure."""
    length = contour[-1][0] * chance.uniform(0.94, 1.08)
    time = moments(length)
    hertz = _glide(chance, contour, time)
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    tones = (np.sin(order * phase) * _throat(order * hertz) / order for order in range(1, _OVERTONES))
    rattling = unit_spread(sum(tones, start=np.zeros(len(time)))) * _rattle(chance, time / length, time)
    swell = np.sin(np.pi * np.clip(time / length, 0, 1)) ** 0.6
    return (rattling + _BREATH * band_noise(chance, len(time), 500, 4500)) * swell


def _glide(chance: np.random.Generator, contour: _Contour, time: Wave) -> Wave:
    """Return the pitch at each moment of a howl, with a slight natural tremble."""
    moments, tones = (np.array(row) for row in zip(*contour, strict=True))
    glide = np.interp(time, moments * time[-1] / moments[-1], tones)
    window = np.hanning(6001) / np.hanning(6001).sum()
    glide = fftconvolve(np.pad(glide, 3000, mode="edge"), window, mode="valid")
    quiver = 1 + 0.008 * np.sin(2 * np.pi * 4.6 * time + chance.uniform(0, 6)) * np.minimum(time, 1)
    return np.asarray(glide * quiver * (1 + 0.004 * np.cumsum(chance.standard_normal(len(time))) / np.sqrt(len(time))))


def _rattle(chance: np.random.Generator, share: Wave, time: Wave) -> Wave:
    """Return the roughness of a howl, strongest at its beginning and end."""
    pressed = np.exp(-share / 0.12) + np.exp(-(1 - share) / 0.15)
    rate = _ROUGH * chance.uniform(0.85, 1.2)
    return np.asarray(1 - _ROUGHNESS * pressed * (0.5 + 0.5 * np.sin(2 * np.pi * rate * time + 2 * np.sin(7 * time))))


def _throat(hertz: Wave) -> Wave:
    answer = sum((strength / (1 + ((hertz - at) / width) ** 2) for at, width, strength in _THROAT), start=0 * hertz)
    return answer + 0.02


def morning(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return the songs of birds over the moving air of a morning."""
    length = round(seconds * SAMPLE_RATE)
    air = band_noise(chance, length, 120, 1400)
    birds = _birds(chance)[:length]
    return np.asarray(birds / np.abs(birds).max() + 0.05 * air * np.sin(np.pi * np.arange(length) / length))


def bird_song(chance: np.random.Generator, low: float, high: float) -> Wave:
    notes = [_note(chance, low, high, chance.uniform(0.06, 0.13)) for _ in range(chance.integers(3, 7))]
    rest = np.zeros(round(0.035 * SAMPLE_RATE))
    return np.concatenate([part for note in notes for part in (note, rest)])


def _note(chance: np.random.Generator, low: float, high: float, seconds: Seconds) -> Wave:
    time = np.linspace(0, 1, round(seconds * SAMPLE_RATE))
    start, end = chance.uniform(low, high, 2)
    phase = 2 * np.pi * np.cumsum(start + (end - start) * time**1.5) / SAMPLE_RATE
    return np.asarray((np.sin(phase) + 0.08 * np.sin(2 * phase)) * np.sin(np.pi * time) ** 0.8)


def _outdoors(chance: np.random.Generator, sound: Wave) -> Wave:
    """Return the call as it is heard across a clearing. The echo of the wood is duller than the call."""
    answer = room_answer(chance, 1.1, wet=0.45)
    direct, tail = answer[0], np.convolve(answer[1:], np.hanning(15) / 7, mode="same")
    size = len(sound) + len(tail)
    echoed = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(np.concatenate(([direct], tail)), size), size)
    return echoed * np.minimum(1, np.arange(size)[::-1] / (0.3 * SAMPLE_RATE))


_GUSTS = ((140.0, 1.0), (280.0, 0.9), (520.0, 0.7), (900.0, 0.45), (1700.0, 0.25))  # hertz and strength of each band
_CRICKETS = ((4350.0, 0.055, 0.9), (4820.0, 0.048, 0.5), (3980.0, 0.062, 0.35))  # hertz, seconds a chirp, nearness
_DROPS_A_SECOND = 220


def wind(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return noise in bands over distant crickets. The bands become louder one after the other, as when a gust
    rises."""
    length = round(seconds * SAMPLE_RATE)
    gust = drift_curve(chance, length, 2, 14)
    blown = np.zeros(length)
    for hertz, strength in _GUSTS:
        swelling = np.exp(0.24 * gust * (hertz / _GUSTS[0][0]) ** 0.25 + 0.08 * drift_curve(chance, length, 8, 60))
        blown += strength * swelling * band_noise(chance, length, hertz / 1.6, hertz * 1.6)
    crickets = sum((_cricket(chance, seconds, *cricket) for cricket in _CRICKETS), start=np.zeros(length))
    return unit_spread(blown) + 0.12 * convolve_ring(unit_spread(crickets), room_answer(chance, 0.8, wet=0.6))


def rain(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return the noise of many far drops, and of near drops that are heard one by one."""
    length = round(seconds * SAMPLE_RATE)
    wash = band_noise(chance, length, 500.0, 9000.0) * np.exp(0.1 * drift_curve(chance, length, 2, 30))
    near = Ring(seconds)
    for at in np.sort(chance.uniform(0, seconds, round(_DROPS_A_SECOND * seconds))):
        near.lay(at, _drop(chance), chance.lognormal(0, 0.5))
    drops = convolve_ring(unit_spread(near.sound), room_answer(chance, 0.3, wet=0.4))
    return close_calmly(unit_spread(wash) + 0.6 * drops, SAMPLE_RATE)


def _cricket(chance: np.random.Generator, seconds: Seconds, hertz: float, chirp: Seconds, near: float) -> Wave:
    """Return chirps of three or four pulses. The chirps come in groups, with rests of random length between the
    groups."""
    ring, at = Ring(seconds), chance.uniform(0, 1)
    time = moments(chirp * 0.45)
    pulse = np.sin(2 * np.pi * hertz * time) * np.sin(np.pi * time / time[-1]) ** 2
    while at < seconds:
        for pulse_number in range(chance.integers(3, 5)):
            ring.lay(at + pulse_number * chirp * chance.normal(0.6, 0.02), pulse, near)
        at += chance.lognormal(-0.9, 0.5)
    return ring.sound


def _drop(chance: np.random.Generator) -> Wave:
    """Return the sound of a drop that hits a leaf. Sometimes the note of a bubble in a puddle is added."""
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
    """Return low noise whose loudness flutters, with a soft hiss over it."""
    roar = drift_noise(chance, length, (60, 420), 0.35, (30, 400))
    return roar + 0.35 * drift_noise(chance, length, (1500, 7000), 0.3, (5, 90))


def _crack(chance: np.random.Generator, crackles: Ring, at: Seconds) -> None:
    """Add one crack in the wood: a few clicks at random moments."""
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
