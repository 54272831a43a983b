"""Make the signals: gong, bell, heartbeat, the tick of the last seconds, and the motif of the evening in its colors.

Everybody may know who has won, so the colors differ for the village, the wolves and a lone player."""

from collections.abc import Iterator

import numpy as np
import scipy
from msgspec import Struct

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Seconds
from nightcrier.takes.waves import Wave, room_answer
from nightcrier_studio.sounds.outdoors import morning
from nightcrier_studio.sounds.ring import Ring, band_pass, die_away, lay_out, moments, unit_spread

_GONG = (96.0, 148.0, 196.0, 251.0, 287.0, 342.0, 401.0, 463.0, 540.0, 618.0, 709.0, 823.0, 940.0, 1105.0)
_UPPER = (1300.0, 1530.0, 1790.0, 2110.0, 2480.0, 2930.0, 3460.0, 4080.0)  # hertz: they come late, out of the deep ones
_SHIMMER = (1500.0, 7000.0, 90)  # hertz from, to, and number of the dense partials that hiss after a stroke
_BELL = (
    (0.5, 0.3, 3.0),
    (1.0, 1.0, 2.2),
    (1.2, 0.55, 1.6),
    (1.5, 0.35, 1.3),
    (2.0, 0.65, 1.1),
    (2.67, 0.3, 0.7),
    (4.1, 0.2, 0.4),
)
"""Partials of a church bell: hum, prime, tierce, quint, nominal, and two above these. Each has a frequency ratio, a
strength, and the seconds in which it fades."""
_BELL_PITCH = 698.0
_CLAPPER = ((5.3, 0.5, 0.09), (6.7, 0.4, 0.06), (8.3, 0.3, 0.04))
"""Partials that are heard only at the moment of the stroke. Each has a frequency ratio, a strength, and the seconds
in which it fades."""
_HEART_SOUNDS = ((0.0, 118.0, 1.0), (0.31, 146.0, 0.7))  # seconds, hertz, strength: closing of the two pairs of valves
_SKIN = ((1.0, 0.5, 0.11), (1.59, 0.8, 0.1), (2.14, 1.0, 0.09), (2.65, 0.7, 0.08), (3.5, 0.4, 0.06), (4.2, 0.25, 0.05))
"""Partials of a drum skin: ratio, strength, and the seconds in which each fades. Most of its weight lies between 200
and 600 Hz, because small speakers begin at 200."""
_HEART_BEAT: Seconds = 0.92
_CLICK = ((1150.0, 0.030), (2320.0, 0.016), (3900.0, 0.008))  # hertz and fade of a small wooden block
_TABLE = 0.15


def gong(chance: np.random.Generator) -> Wave:
    """Return the sound of a hanging gong. Deep partials come first and bright partials later. Pairs of partials beat
    against each other."""
    time = moments(4.5)
    sound = np.zeros(len(time))
    for hertz in _GONG:
        swell = 1 - np.exp(-time / (0.004 + 0.00022 * hertz))
        fade = np.exp(-time * (0.7 + hertz / 420))
        for twin in (hertz, hertz * chance.uniform(1.002, 1.009)):
            phase = chance.uniform(0, 2 * np.pi)
            sound += swell * fade * np.sin(2 * np.pi * twin * time + phase) * (_GONG[0] / hertz) ** 0.35
    return die_away(unit_spread(sound) + 0.4 * unit_spread(_upper(chance, time)) + _shimmer(chance, time), 1.0)


def _upper(chance: np.random.Generator, time: Wave) -> Wave:
    """Return the high partials, which get their energy from the deep partials of the plate. A higher partial swells
    later and fades sooner."""
    sound = np.zeros(len(time))
    for order, hertz in enumerate(_UPPER):
        swell = 1 - np.exp(-((time / (0.09 + 0.03 * order)) ** 2))
        for twin in (hertz, hertz * chance.uniform(1.003, 1.012)):
            wave = np.sin(2 * np.pi * twin * time + chance.uniform(0, 2 * np.pi))
            sound += swell * np.exp(-time * (1.1 + 0.3 * order)) * wave / (1 + 0.35 * order)
    return sound


def _shimmer(chance: np.random.Generator, time: Wave) -> Wave:
    low, high, number = _SHIMMER
    hiss = np.zeros(len(time))
    for hertz, phase in zip(chance.uniform(low, high, number), chance.random(number), strict=True):
        hiss += np.sin(2 * np.pi * (hertz * time + phase))
    hiss *= (1 - np.exp(-time / 0.25)) * np.exp(-time / 0.6)
    return np.asarray(0.35 * unit_spread(hiss))


def bell(chance: np.random.Generator) -> Wave:
    """Return the sound of a church bell. The stroke of the iron clapper ends before the tone of the bell is full."""
    time = moments(2.6)
    knock = chance.standard_normal(len(time)) * np.exp(-time / 0.004)
    struck = sum(_partials(chance, time, _CLAPPER, 1), start=0.35 * knock)
    return die_away(sum(_partials(chance, time, _BELL, 4), start=struck) * np.minimum(time / 0.002, 1), 0.8)


def _partials(
    chance: np.random.Generator, time: Wave, rows: tuple[tuple[float, float, float], ...], pace: int
) -> Iterator[Wave]:
    """Yield each partial of the bell. The higher `pace`, the faster a partial fades."""
    for ratio, strength, fade in rows:
        phase = chance.uniform(0, 6.28)
        yield strength * np.exp(-pace * time / fade) * np.sin(2 * np.pi * _BELL_PITCH * ratio * time + phase)


def heartbeat(chance: np.random.Generator) -> Wave:
    """Return three heartbeats, as a soft mallet plays them on a deep drum."""
    ring = Ring(3 * _HEART_BEAT)
    for beat in range(3):
        for at, hertz, strength in _HEART_SOUNDS:
            ring.lay(beat * _HEART_BEAT + at, _thump(chance, hertz * chance.normal(1, 0.01)), strength)
    return ring.sound


def clock_tick(_chance: np.random.Generator) -> Wave:
    """Return the sound of a small wooden block being struck. The table under it rings on, faintly."""
    time = moments(0.6)
    modes = (
        (np.exp(-time / fade) + _TABLE * np.exp(-time / 0.12)) * np.sin(2 * np.pi * hertz * time)
        for hertz, fade in _CLICK
    )
    return die_away(sum(modes, start=np.zeros(len(time))), 0.2)


def _thump(chance: np.random.Generator, hertz: float) -> Wave:
    """Return one stroke on the drum. The skin is tighter at the stroke, so that each partial falls a little."""
    time = moments(0.7)
    phase = 2 * np.pi * np.cumsum(hertz * (1 + 0.25 * np.exp(-time / 0.03))) / SAMPLE_RATE
    felt = band_pass(chance.standard_normal(len(time)) * np.exp(-time / 0.015), 200, 700)
    sound = 0.3 * felt / np.abs(felt).max()
    for ratio, strength, fade in _SKIN:
        sound += strength * np.exp(-time / fade) * np.sin(ratio * phase + chance.uniform(0, 0.5))
    return die_away(sound * np.minimum(time / 0.008, 1), 0.1)


_MOTIF = (1.0, 1.5, 1.125)
"""The three notes of every evening, by frequency ratio: a note, its fifth, and the step above it. By themselves they
belong to no key: the notes under the last one make them bright or dark."""


class Color(Struct, frozen=True):
    """Describes a color of the motif: the pitch of its first note, the time from note to note and of the whole, the
    seconds in which a note fades, the strength of its overtones, and the notes under the last one, by ratio."""

    hertz: float
    beat: Seconds
    lasts: Seconds
    under: tuple[float, ...]
    fade: Seconds = 0.5
    brightness: float = 0.75

    def play(self, chance: np.random.Generator) -> Wave:
        notes = [(at * self.beat, ratio) for at, ratio in enumerate(_MOTIF)]
        notes += [(notes[-1][0], ratio) for ratio in self.under]
        sound = lay_out((at, self._string(chance, ratio, self.lasts - at)) for at, ratio in notes)
        answered = scipy.signal.fftconvolve(sound, room_answer(chance, 0.25, wet=0.3))[: len(sound)]
        return die_away(np.asarray(answered), 0.6 * self.lasts)

    def _string(self, chance: np.random.Generator, ratio: float, seconds: Seconds) -> Wave:
        return _string(chance, self.hertz * ratio, seconds, self.fade, self.brightness)


COLORS = {
    "power-on": Color(392.0, 0.22, 2.2, (0.75,)),
    "nightfall": Color(220.0, 0.4, 2.6, (0.5, 0.6), fade=0.6),  # over a minor third, falling dark
    "village-won": Color(392.0, 0.16, 1.9, (0.5, 0.625, 2.0)),  # major, and home an octave up
    "wolves-won": Color(164.8, 0.28, 1.9, (0.5, 0.6), fade=0.7, brightness=0.85),  # deep: overtones carry it
    "lone-won": Color(329.6, 0.4, 1.9, (0.703,), brightness=0.7),  # with a tritone, which never comes home
    "goodbye": Color(294.0, 0.45, 2.8, (0.5, 0.75, 1.0), fade=0.8, brightness=0.65),
}
_DAWN = Color(587.3, 0.34, 2.6, (0.5, 0.625), brightness=0.6)


def dawn(chance: np.random.Generator) -> Wave:
    """Return the motif, high and soft, with birds in the morning air."""
    played = _DAWN.play(chance)
    return die_away(played / np.abs(played).max() + 0.6 * morning(chance, len(played) / SAMPLE_RATE), 1.3)


def _string(chance: np.random.Generator, hertz: float, seconds: Seconds, fade: Seconds, brightness: float) -> Wave:
    """Return the sound of two plucked strings of nearly the same pitch, which beat. Every overtone is weaker than the
    overtone below it, and fades sooner. The pluck itself is a short noise."""
    time = moments(seconds)
    pluck = band_pass(chance.standard_normal(len(time)) * np.exp(-time / 0.006), 600, 5000)
    sound = 0.5 * pluck / np.abs(pluck).max()
    for order in range(10):
        for tuning, share in ((1.0, 1.0), (1.0015, 0.6)):
            pitch = hertz * tuning * (order + 1) * (1 + 0.0004 * order**2)
            tone = np.sin(2 * np.pi * pitch * time + chance.uniform(0, 0.6))
            sound += share * brightness**order * np.exp(-time * (1 + 0.35 * order) / fade) * tone
    return np.asarray(sound * np.minimum(time / 0.004, 1))
