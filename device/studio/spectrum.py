"""All voices alike: the long-term spectrum of speech, how far a voice is from it, and the equaliser that brings
it there. A machine that speaks dully beside one that hisses makes the table turn its head."""

from collections.abc import Iterable

import numpy as np

from device.kernel.ids import Decibels
from device.studio.ring import Wave, colour, frequencies
from device.studio.tone import house_gains

OCTAVES: tuple[float, ...] = (125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0)
"""Their middles, in hertz."""

_THIRDS = 125 * 2 ** (np.arange(-1, 20) / 3)
_PUBLISHED = "54.4 57.7 56.8 60.2 60.3 59.0 62.1 62.1 60.5 56.8 53.7 53.0 52.0 48.7 48.1 46.8 45.6 44.5 44.3 43.7 43.4"
"""Long-term average of speech of men and women in twelve languages, decibels in each third from 100 Hz to 10 kHz:
D. Byrne and others, Journal of the Acoustical Society of America 96 (1994), pages 2108-2120."""
_SPEECH = np.array([float(level) for level in _PUBLISHED.split()])

EQUALISED = OCTAVES[1:]
"""The octaves that are equalised. Below them a voice is as high as its speaker, and stays so."""
_HELD = 1  # of `EQUALISED`: at 500 Hz, where speech is strongest, nothing is changed
_MOST: Decibels = 10.0


def octave_levels(sounds: Iterable[tuple[Wave, int]]) -> Wave:
    """The level of each octave against the whole, over all sounds alike."""
    return _in_octaves(*_mean_power(sounds))


def speech_levels() -> Wave:
    """The levels that are wanted: people's average, with the chest and the presence that the house gives to
    everybody."""
    return _in_octaves(_THIRDS, 10 ** ((_SPEECH + house_gains(_THIRDS)) / 10))


def equaliser_for(raw: Iterable[tuple[Wave, int]]) -> tuple[Decibels, ...]:
    """The gains of `EQUALISED` that bring this voice to the average, as far as that is wise."""
    hertz, power = _mean_power(raw)
    short = (speech_levels() - _in_octaves(hertz, power * 10 ** (house_gains(hertz) / 10)))[1:]
    gains = np.clip(short - short[_HELD], -_MOST, _MOST)
    return tuple(round(float(gain), 1) + 0.0 for gain in gains)


def equalise(sound: Wave, rate: int, gains: tuple[Decibels, ...]) -> Wave:
    """The sound with these gains at the octaves of `EQUALISED`, and a smooth way between them."""
    if not gains:
        return sound
    padded = np.pad(sound, (0, round(0.1 * rate)))
    return colour(padded, 10 ** (_gain_at(frequencies(padded, rate), np.array(gains)) / 20))[: len(sound)]


def _gain_at(hertz: Wave, gains: Wave) -> Wave:
    return np.asarray(np.interp(np.log(np.maximum(hertz, 1.0)), np.log(EQUALISED), gains))


_TWELFTHS = 12
_LOWEST, _HIGHEST = OCTAVES[0] / 2**0.5, OCTAVES[-1] * 2**0.5


def _mean_power(sounds: Iterable[tuple[Wave, int]]) -> tuple[Wave, Wave]:
    """The power in each twelfth of an octave, each sound weighing the same."""
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
