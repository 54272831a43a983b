"""Tone of a voice: rumble out, a little less chest, a little more presence, a hint of a room. Loud and soft: a
compressor that evens out syllables, a limiter that lets no peak pass."""

import numpy as np
from scipy.ndimage import minimum_filter1d
from scipy.signal import butter, fftconvolve, freqz, lfilter, resample_poly, sosfilt

from device.kernel.ids import Decibels, Seconds
from device.studio.ogg import OPUS_RATE
from device.studio.ring import Wave, room_answer

_RUMBLE = 100.0  # hertz
_CHEST: tuple[float, Decibels, float] = (260.0, -2.0, 0.9)  # hertz, gain, sharpness
_PRESENCE: tuple[float, Decibels, float] = (3200.0, 2.5, 0.8)
_ROOM_SECONDS, _ROOM_WET, _ROOM_SEED = 0.16, 0.07, 7


def shape_tone(sound: Wave, rate: int) -> Wave:
    """The whole shaping; as long as it was, plus the room's tail."""
    clean = np.asarray(sosfilt(butter(2, _RUMBLE, "highpass", fs=rate, output="sos"), sound))
    shaped = lfilter(*_bell(rate, *_PRESENCE), lfilter(*_bell(rate, *_CHEST), clean))
    answer = room_answer(np.random.default_rng(_ROOM_SEED), _ROOM_SECONDS, _ROOM_WET, rate)
    return np.asarray(fftconvolve(shaped, answer))


def house_gains(hertz: Wave) -> Wave:
    """The gains of the shaping at these frequencies, in decibels: those of chest and presence."""
    bells = (freqz(*_bell(OPUS_RATE, *bell), hertz, fs=OPUS_RATE)[1] for bell in (_CHEST, _PRESENCE))
    return np.asarray(sum(20 * np.log10(np.abs(answer)) for answer in bells))


def _bell(rate: int, hertz: float, gain_db: Decibels, sharpness: float) -> tuple[Wave, Wave]:
    """Lifts or lowers the surroundings of one frequency: the bilinear transform of a resonance."""
    turn = 2 * np.pi * hertz / rate
    width, amplitude = np.sin(turn) / (2 * sharpness), 10 ** (gain_db / 40)
    above = np.array([1 + width * amplitude, -2 * np.cos(turn), 1 - width * amplitude])
    below = np.array([1 + width / amplitude, -2 * np.cos(turn), 1 - width / amplitude])
    return above, below


_THRESHOLD: Decibels = -24.0
_RATIO = 2.5
_ATTACK: Seconds = 0.006
_RELEASE: Seconds = 0.12
_STEP: Seconds = 0.001
_LOOK_AHEAD: Seconds = 0.003
_OVERSAMPLING = 4


def compress(sound: Wave, rate: int) -> Wave:
    """The sound, in which everything above the threshold rises `_RATIO` times less."""
    step = round(_STEP * rate)
    blocks = np.pad(sound, (0, -len(sound) % step)).reshape(-1, step)
    level = 10 * np.log10((blocks**2).mean(axis=1) + 1e-12)
    reduction = _follow(np.maximum(level - _THRESHOLD, 0) * (1 - 1 / _RATIO))
    middles = (np.arange(len(blocks)) + 0.5) * step
    return np.asarray(sound * 10 ** (-np.interp(np.arange(len(sound)), middles, reduction) / 20))


def limit_peaks(sound: Wave, rate: int, ceiling: Decibels) -> Wave:
    """The sound with no peak above the ceiling, nor any between the samples: the gain is down before the peak
    arrives."""
    top = 10 ** (ceiling / 20)
    between = np.abs(resample_poly(sound, _OVERSAMPLING, 1)).reshape(-1, _OVERSAMPLING).max(axis=1)
    needed = np.minimum(1, top / np.maximum(between, 1e-9))
    width = 2 * round(_LOOK_AHEAD * rate) + 1
    held = minimum_filter1d(needed, 2 * width - 1, mode="nearest")
    window = np.hanning(width + 2)[1:-1]
    return np.asarray(sound * np.convolve(np.pad(held, width // 2, mode="edge"), window / window.sum(), mode="valid"))


def _follow(wanted: Wave) -> Wave:
    """The gain's way to where it should be: fast down, slowly back."""
    attack, release = (1 - np.exp(-_STEP / time) for time in (_ATTACK, _RELEASE))
    followed, now = np.empty(len(wanted)), 0.0
    for index, target in enumerate(wanted.tolist()):
        now += (attack if target > now else release) * (target - now)
        followed[index] = now
    return followed
