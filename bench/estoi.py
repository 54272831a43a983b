"""Measures how much of speech is understood over noise, from 0 to 1: ESTOI (Jensen and Taal, 2016)."""

import numpy as np

from nightcrier.takes.soundfiles import resample_to
from nightcrier.takes.waves import Wave

_RATE, _FRAME, _HOP = 10_000, 256, 128
_BANDS = 150.0 * 2 ** (np.arange(15) / 3)  # hertz, a third of an octave each
_SEGMENT = 30  # frames: 384 ms
_SPEECH = 40.0  # dB under the loudest frame nothing is said


def estoi(speech: Wave, heard: Wave, rate: int) -> float:
    """Return how similar the bands of what is heard are to the bands of the speech alone, over every 384 ms."""
    clean, noisy = (_frames(resample_to(sound, rate, _RATE)) for sound in (speech, heard))
    level = 20 * np.log10(np.linalg.norm(clean, axis=1) + 1e-12)
    said = level > level.max() - _SPEECH
    likeness = _segments(_joined(clean[said])) * _segments(_joined(noisy[said]))
    return float(likeness.sum(axis=(1, 2)).mean() / _SEGMENT)


def _frames(sound: Wave) -> Wave:
    return np.asarray(np.lib.stride_tricks.sliding_window_view(sound, _FRAME)[::_HOP] * np.hanning(_FRAME + 2)[1:-1])


def _joined(frames: Wave) -> Wave:
    sound = np.zeros((len(frames) + 1) * _HOP)
    for index, frame in enumerate(frames):
        sound[index * _HOP :][:_FRAME] += frame
    return sound


def _segments(sound: Wave) -> Wave:
    """Return the bands of every segment, each normalized over time and then over the bands."""
    power = np.abs(np.fft.rfft(_frames(sound), 2 * _FRAME)) ** 2
    edges = [round(hertz * 2 * _FRAME / _RATE) for hertz in (*(_BANDS * 2 ** (-1 / 6)), _BANDS[-1] * 2 ** (1 / 6))]
    bands = np.sqrt(np.add.reduceat(power, edges, axis=1)[:, :-1])
    return _even(_even(np.lib.stride_tricks.sliding_window_view(bands, _SEGMENT, axis=0), 2), 1)


def _even(segments: Wave, axis: int) -> Wave:
    apart = segments - segments.mean(axis=axis, keepdims=True)
    return np.asarray(apart / (np.linalg.norm(apart, axis=axis, keepdims=True) + 1e-12))
