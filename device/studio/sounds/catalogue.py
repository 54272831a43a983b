"""Every bed and signal of the house by name: how it is made, how long a loop is, how loud."""

from collections.abc import Callable, Mapping
from zlib import crc32

import numpy as np
from msgspec import Struct

from device.kernel.ids import Decibels, Seconds
from device.studio.loudness import gain, loudest_moment, lufs, true_peak
from device.studio.norms import HIGHEST_PEAK
from device.studio.ring import RATE, Sound
from device.studio.sounds.fire import fire
from device.studio.sounds.strokes import bell, gong, heartbeat, tick
from device.studio.sounds.tapping import tapping, tapping_bright
from device.studio.sounds.voices import dawn_birds, pack_howl, wolf_howl
from device.studio.sounds.weather import rain, wind

SEED = 1729
BED_LUFS: Decibels = -26.0


class Bed(Struct, frozen=True):
    """A loop of so many seconds."""

    make: Callable[[np.random.Generator, Seconds], Sound]
    seconds: Seconds

    def sound(self, name: str) -> Sound:
        loop = self.make(_chance(name), self.seconds)
        return loop * gain(BED_LUFS - lufs(loop, RATE))


class Signal(Struct, frozen=True):
    """A stroke or a call, and how loud its loudest moment is."""

    make: Callable[[np.random.Generator], Sound]
    loudest: Decibels = -17.0

    def sound(self, name: str) -> Sound:
        raw = self.make(_chance(name))
        louder = min(self.loudest - loudest_moment(raw, RATE), HIGHEST_PEAK - 0.5 - true_peak(raw))
        return raw * gain(louder)


BEDS: Mapping[str, Bed] = {
    "tapping": Bed(tapping, 36.0),
    "tapping-bright": Bed(tapping_bright, 36.0),
    "fire": Bed(fire, 38.0),
    "wind": Bed(wind, 44.0),
    "rain": Bed(rain, 32.0),
}

SIGNALS: Mapping[str, Signal] = {
    "gong": Signal(gong),
    "bell": Signal(bell),
    "wolf-howl": Signal(wolf_howl),
    "pack-howl": Signal(pack_howl),
    "heartbeat": Signal(heartbeat, -20.0),
    "tick": Signal(tick, -24.0),
    "dawn-birds": Signal(dawn_birds, -20.0),
}


def _chance(name: str) -> np.random.Generator:
    """Every name has its own seed, so that a new sound changes no other."""
    return np.random.default_rng([SEED, crc32(name.encode())])
