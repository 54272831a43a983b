"""Measures voices by octaves, and finds the equalizer that brings each to the average of speech."""

from collections.abc import Iterable

import numpy as np
import scipy

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.kernel.ids import Decibels
from nightcrier.takes.mastering import CHEST, EQUALISED, PRESENCE, bell
from nightcrier.takes.soundfiles import loudness_by_moments
from nightcrier.takes.waves import Wave, frequencies

OCTAVES = (125.0, *EQUALISED)
_THIRDS = 125 * 2 ** (np.arange(-1, 20) / 3)
_PUBLISHED = "54.4 57.7 56.8 60.2 60.3 59.0 62.1 62.1 60.5 56.8 53.7 53.0 52.0 48.7 48.1 46.8 45.6 44.5 44.3 43.7 43.4"
"""The long-term average of speech by men and women in twelve languages, in decibels for each third of an octave from
100 Hz to 10 kHz: D. Byrne and others, Journal of the Acoustical Society of America 96 (1994), pages 2108-2120."""
_SPEECH = np.array([float(level) for level in _PUBLISHED.split()])

_HELD = 1  # of `EQUALISED`: at 500 Hz, where speech is strongest, nothing is changed
_MOST: Decibels = 10.0


def house_gains(hertz: Wave) -> Wave:
    """Return the gains of Nightcrier's own tone, which shapes chest and presence, in decibels at the given
    frequencies."""
    bells = (scipy.signal.freqz(*bell(OPUS_RATE, *each), hertz, fs=OPUS_RATE)[1] for each in (CHEST, PRESENCE))
    return np.asarray(sum(20 * np.log10(np.abs(answer)) for answer in bells))


def octave_levels(sounds: Iterable[tuple[Wave, int]]) -> Wave:
    """Return the level of each octave relative to the whole sound. Every sound has the same weight."""
    return _in_octaves(*_mean_power(sounds))


def speech_levels() -> Wave:
    """Return the wanted level of each octave: the published average of speech, with chest and presence of Nightcrier's
    own tone."""
    return _in_octaves(_THIRDS, 10 ** ((_SPEECH + house_gains(_THIRDS)) / 10))


def equaliser_for(raw: Iterable[tuple[Wave, int]]) -> tuple[Decibels, ...]:
    """Return the gains at the octaves of `EQUALISED` that bring a voice to the average. Each gain is limited."""
    hertz, power = _mean_power(raw)
    short = (speech_levels() - _in_octaves(hertz, power * 10 ** (house_gains(hertz) / 10)))[1:]
    gains = np.clip(short - short[_HELD], -_MOST, _MOST)
    return tuple(round(float(gain), 1) + 0.0 for gain in gains)


_TWELFTHS = 12
_LOWEST, _HIGHEST = OCTAVES[0] / 2**0.5, OCTAVES[-1] * 2**0.5


def _mean_power(sounds: Iterable[tuple[Wave, int]]) -> tuple[Wave, Wave]:
    """Return the frequencies of the twelfths of an octave, and the power in each. Every sound has the same weight."""
    edges = _LOWEST * 2 ** (np.arange(_TWELFTHS * len(OCTAVES) + 1) / _TWELFTHS)
    total = np.zeros(len(edges) - 1)
    for sound, rate in sounds:
        power = np.abs(np.fft.rfft(sound)) ** 2
        total += np.histogram(frequencies(sound, rate), edges, weights=power)[0] / power.sum()
    return np.sqrt(edges[1:] * edges[:-1]), total


def _in_octaves(hertz: Wave, power: Wave) -> Wave:
    octave = np.log2(hertz / _LOWEST).astype(int)
    summed = np.bincount(octave, weights=power, minlength=len(OCTAVES))[: len(OCTAVES)]
    return np.asarray(10 * np.log10(summed / summed.sum() + 1e-12))


def loudest_moment(sound: Wave, rate: int) -> Decibels:
    """Return the loudness of the loudest 0.4 seconds, because people judge a fading sound by its loudest moment."""
    return float(max(loudness_by_moments(sound, rate)[1]))
