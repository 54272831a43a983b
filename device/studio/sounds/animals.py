"""Throats and beaks: one wolf, a pack of wolves, the birds of dawn."""

import numpy as np

from device.kernel.ids import Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.ring import Wave, room_answer

_HOWL = ((0.0, 310.0), (0.28, 520.0), (0.55, 640.0), (1.6, 600.0), (2.3, 560.0), (2.9, 380.0))  # seconds, hertz
_THROAT = ((560.0, 180.0, 1.0), (1150.0, 260.0, 0.55), (2500.0, 500.0, 0.12))  # formants: hertz, width, strength
_OVERTONES = 14
_PACK = ((0.0, 1.0, 1.0), (0.55, 1.19, 0.6), (0.95, 0.84, 0.75), (1.4, 1.33, 0.45), (1.75, 0.95, 0.55))
"""The pack: when each wolf comes in, how high it sings, how near it is."""


def wolf_howl(chance: np.random.Generator) -> Wave:
    return _outdoors(chance, _howl(chance, 1.0))


def pack_howl(chance: np.random.Generator) -> Wave:
    voices = [(round(at * SAMPLE_RATE), near * _howl(chance, pitch)) for at, pitch, near in _PACK]
    sound = np.zeros(max(start + len(voice) for start, voice in voices))
    for start, voice in voices:
        sound[start : start + len(voice)] += voice
    return _outdoors(chance, sound)


def dawn_birds(chance: np.random.Generator) -> Wave:
    """Three birds, each with its own short song, one of them far away."""
    sound = np.zeros(round(4.0 * SAMPLE_RATE))
    for near, low, high, songs in ((1.0, 3100, 4300, 4), (0.6, 2300, 2900, 3), (0.3, 4200, 5600, 5)):
        for start in np.sort(chance.uniform(0.05, 2.9, songs)):
            song = near * _song(chance, low, high)
            place = round(start * SAMPLE_RATE)
            sound[place : place + len(song)] += song[: len(sound) - place]
    return _outdoors(chance, sound)


def _howl(chance: np.random.Generator, pitch: float) -> Wave:
    """A gliding tone with overtones, shaped by a long throat, with some breath in it."""
    length = _HOWL[-1][0] * chance.uniform(0.94, 1.08)
    time = np.arange(round(length * SAMPLE_RATE)) / SAMPLE_RATE
    moments, tones = zip(*_HOWL, strict=True)
    glide = np.interp(time, np.array(moments) * length / _HOWL[-1][0], tones)
    glide = np.convolve(np.pad(glide, 3000, mode="edge"), np.hanning(6001) / np.hanning(6001).sum(), mode="valid")
    quiver = 1 + 0.008 * np.sin(2 * np.pi * 4.6 * time + chance.uniform(0, 6)) * np.minimum(time, 1)
    hertz = pitch * glide * quiver * (1 + 0.002 * np.cumsum(chance.standard_normal(len(time))) / np.sqrt(len(time)))
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    tone = sum(
        (np.sin(order * phase) * _throat(order * hertz) / order for order in range(1, _OVERTONES)),
        start=np.zeros(len(time)),
    )
    return tone * np.sin(np.pi * np.clip(time / length, 0, 1)) ** 0.6


def _throat(hertz: Wave) -> Wave:
    answer = sum((strength / (1 + ((hertz - at) / width) ** 2) for at, width, strength in _THROAT), start=0 * hertz)
    return answer + 0.02


def _song(chance: np.random.Generator, low: float, high: float) -> Wave:
    """A few notes that sweep up or down."""
    notes = [_note(chance, low, high, chance.uniform(0.06, 0.13)) for _ in range(chance.integers(3, 7))]
    rest = np.zeros(round(0.035 * SAMPLE_RATE))
    return np.concatenate([part for note in notes for part in (note, rest)])


def _note(chance: np.random.Generator, low: float, high: float, seconds: Seconds) -> Wave:
    time = np.linspace(0, 1, round(seconds * SAMPLE_RATE))
    start, end = chance.uniform(low, high, 2)
    phase = 2 * np.pi * np.cumsum(start + (end - start) * time**1.5) / SAMPLE_RATE
    return np.asarray((np.sin(phase) + 0.08 * np.sin(2 * phase)) * np.sin(np.pi * time) ** 0.8)


def _outdoors(chance: np.random.Generator, sound: Wave) -> Wave:
    """Heard across a clearing: the wood answers, duller than the call."""
    answer = room_answer(chance, 1.1, wet=0.45)
    direct, tail = answer[0], np.convolve(answer[1:], np.hanning(15) / 7, mode="same")
    size = len(sound) + len(tail)
    echoed = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(np.concatenate(([direct], tail)), size), size)
    return echoed * np.minimum(1, np.arange(size)[::-1] / (0.3 * SAMPLE_RATE))
