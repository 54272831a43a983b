"""Likeness of a take to its line: whether somebody has spoken this line, and not another one or another language. The
take is laid over the machine's clip by time warping, and over clips of other lines that last as long. A right one fits
its own line better."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy.fft import dct

from device.kernel.ids import LineId, Seconds
from device.sound.voices.packs import Clip, ShelvedPack
from device.studio.ring import Wave
from device.studio.soundfiles import read_sound, resample_to

_RATE, _WIDTH, _HOP = 16000, 512, 320
_BANDS, _ORDERS = 26, 12
_LOWEST, _HIGHEST = 100.0, 6500.0
_CHANGE_COUNTS = 2.0
_OTHERS = 8
UNLIKE = 0.864
"""Share of the mean distance to other lines; docs/measured-once.md has how often it errs."""


def features(sound: Wave, rate: int) -> Wave:
    """A row for each 20 ms: the shape of the spectrum without what speaker and microphone bring to all of it, and how
    that shape changes."""
    heard = np.pad(resample_to(sound, rate, _RATE), (0, _WIDTH))
    frames = np.lib.stride_tricks.sliding_window_view(heard, _WIDTH)[::_HOP] * np.hanning(_WIDTH)
    bands = (np.abs(np.fft.rfft(frames)) ** 2) @ _mel_bands().T
    shape = np.asarray(dct(np.log(bands + 1e-4 * bands.max() + 1e-12), norm="ortho"))[:, 1 : _ORDERS + 1]
    shape = shape - shape.mean(axis=0)
    return np.hstack([shape, _CHANGE_COUNTS * np.gradient(shape, axis=0)])


@lru_cache
def _mel_bands() -> Wave:
    """Triangles that overlap by half, evenly on the scale of hearing."""
    lowest, highest = (float(2595 * np.log10(1 + hertz / 700)) for hertz in (_LOWEST, _HIGHEST))
    corners = 700 * (10 ** (np.linspace(lowest, highest, _BANDS + 2) / 2595) - 1)
    hertz = np.fft.rfftfreq(_WIDTH, 1 / _RATE)
    rising = (hertz - corners[:-2, None]) / np.diff(corners)[:-1, None]
    falling = (corners[2:, None] - hertz) / np.diff(corners)[1:, None]
    return np.asarray(np.maximum(0, np.minimum(rising, falling)))


def time_warp_distance(one: Wave, other: Wave) -> float:
    """The mean distance along the best way through both, diagonal by diagonal."""
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    cost = np.sqrt(np.maximum(squares, 0))
    rows, columns = cost.shape
    before, last = np.full(rows + 1, np.inf), np.full(rows + 1, np.inf)
    before[0] = 0.0
    for diagonal in range(2, rows + columns + 1):
        row = np.arange(max(1, diagonal - columns), min(rows, diagonal - 1) + 1)
        here = cost[row - 1, diagonal - row - 1]
        now = np.full(rows + 1, np.inf)
        now[row] = np.minimum(before[row - 1] + 2 * here, np.minimum(last[row - 1], last[row]) + here)
        before, last = last, now
    return float(last[rows] / (rows + columns))


class MachineVoice:
    """A machine's clips of a language, to compare takes with; none where a language has no machine."""

    def __init__(self, pack: ShelvedPack | None) -> None:
        self._folder = pack.place if pack else Path()
        self._clips: Mapping[LineId, Clip] = pack.pack.clips if pack else {}
        self._features: dict[LineId, Wave] = {}

    def seconds(self, line: LineId) -> Seconds | None:
        return self._clips[line].seconds if line in self._clips else None

    def is_like(self, line: LineId, sound: Wave, rate: int) -> bool:
        """Whether this is likely the line; also where there is nothing to compare it with."""
        unlike = self.unlikeness_of(line, sound, rate)
        return unlike is None or unlike <= UNLIKE

    def unlikeness_of(self, line: LineId, sound: Wave, rate: int) -> float | None:
        """The distance of a take to its own line as a share of that to others; None where there is nothing to compare
        it with."""
        others = self._as_long(line)
        if not others:
            return None
        take = features(sound, rate)
        elsewhere = [time_warp_distance(take, self._of(other)) for other in others]
        return time_warp_distance(take, self._of(line)) / float(np.mean(elsewhere))

    def _as_long(self, line: LineId) -> list[LineId]:
        if line not in self._clips:
            return []
        own = self._clips[line]
        others = [each for each, clip in self._clips.items() if clip.hash != own.hash]
        return sorted(others, key=lambda each: abs(self._clips[each].seconds - own.seconds))[:_OTHERS]

    def _of(self, line: LineId) -> Wave:
        if line not in self._features:
            self._features[line] = features(*read_sound(self._folder / self._clips[line].file))
        return self._features[line]
