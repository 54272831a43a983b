"""Make the sounds of outdoors: wolves, birds at dawn, a windy night with crickets, rain on leaves, and a wood fire.

The flames of the fire become louder and quieter. The wood crackles in bursts, and sometimes a log pops."""

from typing import TypeAlias

import numpy as np
import scipy
from msgspec import Struct

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.takes.waves import Wave, room_answer
from nightcrier_studio.sounds.ring import (
    Ring,
    band_noise,
    close_calmly,
    convolve_ring,
    die_away,
    drift_curve,
    drift_noise,
    even_out,
    hold_under,
    lay_out,
    moments,
    unit_spread,
)

_Contour: TypeAlias = tuple[tuple[float, float], ...]
"""The pitch of a howl over time: pairs of seconds and hertz."""

_LEADER: _Contour = (
    (0.0, 210.0),
    (0.3, 330.0),
    (0.42, 350.0),
    (0.45, 520.0),
    (0.75, 640.0),
    (1.6, 605.0),
    (2.1, 560.0),
    (2.22, 545.0),
    (2.26, 430.0),
    (2.75, 270.0),
)
_LATE_RISE: _Contour = ((0.0, 400.0), (0.9, 470.0), (1.5, 700.0), (2.1, 660.0), (2.6, 430.0))
_BREAKS: _Contour = ((0.0, 280.0), (0.4, 430.0), (1.0, 450.0), (1.04, 610.0), (1.7, 590.0), (2.4, 320.0))
_YOUNG: _Contour = ((0.0, 640.0), (0.2, 830.0), (0.5, 720.0), (0.8, 860.0), (1.2, 700.0), (1.6, 520.0))
_LONG: _Contour = ((0.0, 250.0), (0.6, 390.0), (1.5, 400.0), (2.4, 360.0), (3.2, 230.0))
_THROAT = (
    ((380.0, 620.0, 560.0, 420.0), 180.0, 1.0),
    ((900.0, 1250.0, 1050.0, 850.0), 260.0, 0.55),
    ((2300.0, 2700.0, 2450.0, 2200.0), 450.0, 0.16),
)
"""The formants of the throat: hertz as the mouth opens and closes again, width, and strength."""
_OVERTONES = 14
_PACK = ((0.0, _LEADER, 1.0), (0.55, _LATE_RISE, 0.6), (0.95, _LONG, 0.75), (1.4, _YOUNG, 0.4), (1.7, _BREAKS, 0.55))
"""The wolves of the pack: for each wolf its first second, the contour of its howl, and how near the wolf is."""
_BREATH = 0.1  # share of air in a howl
_BREATH_LEFT: Seconds = 0.45  # the air that is left when the voice is over
_KNOT: Seconds = 0.12  # how slowly a voice wanders
_ROUGH, _ROUGHNESS = 43.0, 0.3  # hertz at which a throat rattles, and how much at either end of a howl


def wolf_howl(chance: np.random.Generator) -> Wave:
    return _outdoors(chance, _howl(chance, _LEADER))


def pack_howl(chance: np.random.Generator) -> Wave:
    return _outdoors(chance, lay_out([(at, near * _howl(chance, contour)) for at, contour, near in _PACK]))


def _birds(chance: np.random.Generator) -> Wave:
    """Return the songs of three birds. Each bird has its own short song, and one bird is far away."""
    ring = Ring(4.0)
    for near, low, high, first, rest in (
        (1.0, 3100, 4300, 0.05, 0.8),
        (0.6, 2300, 2900, 0.2, 0.75),
        (0.3, 4200, 5600, 0, 0.7),
    ):
        bird = Bird(chance, low, high, strophes=1)
        for start in np.arange(first, 1.0, rest):
            ring.lay(start * chance.uniform(0.95, 1.05), bird.sing(chance), near)
    return _outdoors(chance, ring.sound)


def _howl(chance: np.random.Generator, contour: _Contour) -> Wave:
    """Return a gliding tone with overtones in a stream of air. The mouth opens and closes again while the throat shapes
    the tone, the tone is rough under pressure, and only breath is left at the end."""
    length = contour[-1][0] * chance.uniform(0.94, 1.08)
    time, whole = moments(length), moments(length + _BREATH_LEFT)
    phase = 2 * np.pi * np.cumsum(hertz := _glide(chance, contour, time)) / SAMPLE_RATE
    share = time / length
    tones = (np.sin(order * phase) * _throat(order * hertz, share) / order for order in range(1, _OVERTONES))
    voice = unit_spread(sum(tones, start=np.zeros(len(time)))) * _rattle(chance, share, time)
    voice *= np.minimum(1, time / 0.25) ** 0.7 * np.cos(np.pi / 2 * np.clip(2 * share - 1, 0, 1)) ** 1.3
    air = band_noise(chance, len(whole), 350, 1600) + 0.5 * band_noise(chance, len(whole), 1600, 4500)
    air *= (
        np.minimum(1, whole / 0.15) * (1 + _wander(chance, whole, 0.2)) * np.interp(whole, [0, 0.4, 1.2], [1.6, 1, 1])
    )
    return np.asarray(np.pad(voice, (0, len(whole) - len(time))) + _BREATH * die_away(air, _BREATH_LEFT + 0.3))


def _glide(chance: np.random.Generator, contour: _Contour, time: Wave) -> Wave:
    """Return the pitch at each moment of a howl. The voice breaks fast, wanders, and trembles more or less."""
    moments, tones = (np.array(row) for row in zip(*contour, strict=True))
    glide = np.interp(time, moments * time[-1] / moments[-1], tones)
    window = np.hanning(1201) / np.hanning(1201).sum()
    glide = scipy.signal.fftconvolve(np.pad(glide, 600, mode="edge"), window, mode="valid")
    rate = 5.2 * (1 + _wander(chance, time, 0.18))
    quiver = np.sin(2 * np.pi * np.cumsum(rate) / SAMPLE_RATE) * np.minimum(time, 1)
    return np.asarray(glide * (1 + (0.012 + _wander(chance, time, 0.008)) * quiver + _wander(chance, time, 0.012)))


def _wander(chance: np.random.Generator, time: Wave, spread: float) -> Wave:
    """Return a curve around zero that goes slowly from one random value to the next."""
    knots = np.arange(0, time[-1] + 2 * _KNOT, _KNOT)
    return np.asarray(np.interp(time, knots, spread * chance.standard_normal(len(knots))))


def _rattle(chance: np.random.Generator, share: Wave, time: Wave) -> Wave:
    """Return the roughness of a howl, which is strongest at its beginning and end."""
    pressed = np.exp(-share / 0.12) + np.exp(-(1 - share) / 0.15)
    rate = _ROUGH * chance.uniform(0.85, 1.2)
    return np.asarray(1 - _ROUGHNESS * pressed * (0.5 + 0.5 * np.sin(2 * np.pi * rate * time + 2 * np.sin(7 * time))))


def _throat(hertz: Wave, share: Wave) -> Wave:
    """Return the response of the throat to a tone, while its formants move."""
    answer = np.full(len(hertz), 0.02)
    for path, width, strength in _THROAT:
        at = np.interp(share, np.linspace(0, 1, len(path)), path)
        answer += strength / (1 + ((hertz - at) / width) ** 2)
    return answer


def morning(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return the songs of birds over the moving air of a morning."""
    length = round(seconds * SAMPLE_RATE)
    air = band_noise(chance, length, 120, 1400)
    birds = _birds(chance)[:length]
    return np.asarray(birds / np.abs(birds).max() + 0.05 * air * np.sin(np.pi * np.arange(length) / length))


class Bird:
    """Sings a few strophes of its own again and again, with small differences."""

    def __init__(self, chance: np.random.Generator, low: float, high: float, strophes: int = 2) -> None:
        self._strophes = [_strophe(chance, low, high) for _ in range(strophes)]

    def sing(self, chance: np.random.Generator) -> Wave:
        """Return one of the strophes, sometimes without its last note."""
        strophe = self._strophes[chance.integers(len(self._strophes))]
        sung = strophe[: len(strophe) - (chance.random() < 0.25)]
        pitch, pace = chance.normal(1, 0.006), chance.normal(1, 0.03)
        calmer = np.linspace(1, 0.3, len(sung))
        parts = (
            loud * part for note, loud in zip(sung, calmer, strict=True) for part in _note(chance, note, pitch, pace)
        )
        return np.concatenate(list(parts))


class _Note(Struct, frozen=True):
    """Describes a note of a strophe: its pitches at the start, the middle and the end, its length, the rest after
    it, and how loud it is."""

    hertz: tuple[float, float, float]
    seconds: Seconds
    rest: Seconds
    loud: float


def _strophe(chance: np.random.Generator, low: float, high: float) -> list[_Note]:
    """Return the notes of a few motifs, each sung one to three times in a row."""
    notes: list[_Note] = []
    for _ in range(chance.integers(2, 4)):
        first, middle, last = chance.uniform(low, high, 3)
        note = _Note(
            (first, middle, last), chance.uniform(0.05, 0.12), chance.uniform(0.02, 0.05), chance.uniform(0.6, 1)
        )
        notes += [note] * int(chance.integers(1, 4))
    return notes


def _note(chance: np.random.Generator, note: _Note, pitch: float, pace: float) -> tuple[Wave, Wave]:
    """Return a note as it is sung this time, and the rest after it."""
    time = np.linspace(0, 1, round(note.seconds * pace * SAMPLE_RATE))
    first, middle, last = note.hertz
    hertz = first * (1 - time) ** 2 + 2 * middle * time * (1 - time) + last * time**2
    phase = 2 * np.pi * np.cumsum(hertz * pitch * chance.normal(1, 0.003)) / SAMPLE_RATE
    sung = (np.sin(phase) + 0.08 * np.sin(2 * phase)) * np.sin(np.pi * time) ** 0.8
    return note.loud * chance.lognormal(0, 0.08) * sung, np.zeros(round(note.rest * pace * SAMPLE_RATE))


def _outdoors(chance: np.random.Generator, sound: Wave) -> Wave:
    """Return the call as it is heard across a clearing. The echo of the woods is duller than the call."""
    answer = room_answer(chance, 1.1, wet=0.45)
    direct, tail = answer[0], np.convolve(answer[1:], np.hanning(15) / 7, mode="same")
    size = len(sound) + len(tail)
    echoed = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(np.concatenate(([direct], tail)), size), size)
    return die_away(echoed[: -round(0.5 * SAMPLE_RATE)], 0.6)


_GUSTS = ((140.0, 1.0), (280.0, 0.9), (520.0, 0.7), (900.0, 0.45), (1700.0, 0.25))  # hertz and strength of each band
_CRICKETS = ((4350.0, 0.055, 0.9), (4820.0, 0.048, 0.5), (3980.0, 0.062, 0.35))  # hertz, seconds a chirp, nearness
_DROPS_A_SECOND = 220


def wind(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return noise in bands over distant crickets. The bands become louder one after another, like a rising gust."""
    length = round(seconds * SAMPLE_RATE)
    gust = drift_curve(chance, length, 2, 14)
    blown = np.zeros(length)
    for hertz, strength in _GUSTS:
        swelling = np.exp(0.24 * gust * (hertz / _GUSTS[0][0]) ** 0.25 + 0.08 * drift_curve(chance, length, 8, 60))
        blown += strength * swelling * band_noise(chance, length, hertz / 1.6, hertz * 1.6)
    crickets = sum((_cricket(chance, seconds, *cricket) for cricket in _CRICKETS), start=np.zeros(length))
    return unit_spread(blown) + 0.12 * convolve_ring(unit_spread(crickets), room_answer(chance, 0.8, wet=0.6))


def rain(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return the noise of many distant drops, and of near drops that are heard one by one."""
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
