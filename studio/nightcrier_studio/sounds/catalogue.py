"""List every bed and signal of Nightcrier by name: how it is made, how long a loop is, and how loud it is."""

from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

import numpy as np
from msgspec import Struct

from nightcrier.box.sound.ogg import ogg_seconds
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.sound.voices.clip_faults import HIGHEST_PEAK
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.ids import DAY_BED, Decibels, Seconds
from nightcrier.takes.sound_faults import MadeSounds
from nightcrier.takes.soundfiles import decode_sound, encode_sound, gain_factor, lufs, read_channels, true_peak
from nightcrier.takes.waves import Wave
from nightcrier_studio.sounds.outdoors import fire, pack_howl, rain, wind, wolf_howl
from nightcrier_studio.sounds.ring import seam_rank, widen_ring
from nightcrier_studio.sounds.signals import COLORS, bell, clock_tick, dawn, gong, heartbeat
from nightcrier_studio.sounds.tapping import tapping, tapping_bright
from nightcrier_studio.sounds.theatre import chime, coins, drone, meadow, paws, steps
from nightcrier_studio.tones import loudest_moment

_SEED = 1729
_BED_LUFS: Decibels = -26.0
_FOLEY: Decibels = -29.0
"""The loudness of a sound under a voice of -16 LUFS, at which it can be heard but hides no word."""


class BedRecipe(Struct, frozen=True):
    """Describes a bed: the function that makes its loop, and the length of the loop."""

    make: Callable[[np.random.Generator, Seconds], Wave]
    seconds: Seconds

    def sound(self, name: str) -> Wave:
        loop = self.make(_chance(name), self.seconds)
        return loop * gain_factor(_BED_LUFS - lufs(loop, SAMPLE_RATE))

    def wide(self, name: str) -> Wave:
        """Return the left and the right channel of the bed. The mean of both channels is the loop in mono."""
        return widen_ring(self.sound(name), _chance(f"{name} wide"))


class SignalRecipe(Struct, frozen=True):
    """Describes a signal: the function that makes its sound, and how loud its loudest moment is."""

    make: Callable[[np.random.Generator], Wave]
    loudest: Decibels = -17.0

    def sound(self, name: str) -> Wave:
        raw = self.make(_chance(name))
        louder = min(self.loudest - loudest_moment(raw, SAMPLE_RATE), HIGHEST_PEAK - 0.5 - true_peak(raw))
        return raw * gain_factor(louder)


BEDS: Mapping[str, BedRecipe] = {
    "tapping": BedRecipe(tapping, 36.0),
    "tapping-bright": BedRecipe(tapping_bright, 36.0),
    "fire": BedRecipe(fire, 38.0),
    "wind": BedRecipe(wind, 44.0),
    "rain": BedRecipe(rain, 32.0),
    DAY_BED: BedRecipe(meadow, 40.0),
}

SIGNALS: Mapping[str, SignalRecipe] = {
    "gong": SignalRecipe(gong),
    "bell": SignalRecipe(bell),
    "wolf-howl": SignalRecipe(wolf_howl),
    "pack-howl": SignalRecipe(pack_howl),
    "heartbeat": SignalRecipe(heartbeat, -20.0),
    "tick": SignalRecipe(clock_tick, -24.0),
    "dawn": SignalRecipe(dawn, -19.0),
    **{name: SignalRecipe(color.play) for name, color in COLORS.items()},
    "paws": SignalRecipe(paws, _FOLEY),
    "chime": SignalRecipe(chime, _FOLEY),
    "coins": SignalRecipe(coins, _FOLEY),
    "steps": SignalRecipe(steps, _FOLEY),
    "drone": SignalRecipe(drone, -24.0),
}


def sound_levels() -> MadeSounds:
    """Return the level that each bed and signal must have, and the function that measures a file."""
    beds = {f"beds/{name}.ogg": _BED_LUFS for name in BEDS}
    return MadeSounds(beds | {f"signals/{name}.ogg": each.loudest for name, each in SIGNALS.items()}, _measure)


def _measure(file: Path) -> tuple[Decibels, Decibels]:
    """Return the loudness of a file played by one speaker, and its highest peak. The loudness is that of a whole
    bed, or of the loudest moment of a signal."""
    channels, rate = read_channels(file)
    heard = channels.mean(axis=1)
    loudness = lufs(heard, rate) if file.parent.name == "beds" else loudest_moment(heard, rate)
    return loudness, max(map(true_peak, channels.T))


def _chance(name: str) -> np.random.Generator:
    """Return the random generator of a sound. Every name has its own seed, so a new sound does not change the other
    sounds."""
    return np.random.default_rng([_SEED, crc32(name.encode())])


_VORBIS_Q4 = 0.6  # soundfile counts compression, 0 to 1; Vorbis quality 4 of 10 is 0.6


def encode_loop(sound: Wave, rate: int) -> bytes:
    """Return the sound as Vorbis, which can be played as a loop without a gap."""
    return encode_sound(sound, rate, "VORBIS", _VORBIS_Q4)


def _encode_bed(left_right: Wave) -> bytes:
    """Return the bed as a file. Coding changes the ends of a loop a little. The loop is therefore encoded from four
    starting points, and the version with the calmest seam is kept."""
    turns = (np.roll(left_right, len(left_right) * turn // 4, axis=0) for turn in range(4))
    return min((encode_loop(turned, SAMPLE_RATE) for turned in turns), key=_seam)


def _seam(encoded: bytes) -> float:
    """Return the rank of the sharpest seam of an encoded bed: in mono, in the left or in the right channel."""
    heard = decode_sound(encoded)
    return max(seam_rank(each, SAMPLE_RATE) for each in (heard.mean(axis=1), *heard.T))


_HEADER = (
    "# Beds and signals, own synthesis of `studio/nightcrier_studio/sounds`. Written by `nightcrier voices sounds`.\n"
)


def build_sounds(folder: Path, told: Callable[[int, int], None]) -> None:
    """Write all beds and signals, and the list of them. `told` is called with the number of finished sounds and the
    number of all sounds."""
    rows, total = "", len(BEDS) + len(SIGNALS)
    for kind, makers in (("beds", BEDS), ("signals", SIGNALS)):
        for name, maker in makers.items():
            file = f"{kind}/{name}.ogg"
            replace_file(
                folder / file,
                _encode_bed(BEDS[name].wide(name)) if kind == "beds" else encode_loop(maker.sound(name), SAMPLE_RATE),
            )
            rows += f'\n[{kind}.{name}]\nfile = "{file}"\nseconds = {ogg_seconds(folder / file):.3f}\n'
            told(rows.count("["), total)
    replace_file(folder / "sounds.toml", (_HEADER + rows).encode())
