"""Names the ports of the sound room: records of what is heard, and a player, with one that plays nothing.

A record is of an utterance, the bed, the drone or a signal. Loudness over time is a pure value: how a gain moves, and
how loud a sound feels.

The silent player is for rehearsals and for a box without a speaker: the desk above it keeps the time."""

import math
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import Decibels, Language, LineId, Seconds


class SpokenBy(StrEnum):
    CLIP = "clip"
    LIVE = "live"
    NONE = "none"


class Utterance(Struct, frozen=True):
    """One line in one language, and how the box can say it. If nothing can say the line, `clip` is None and `seconds`
    of silence keep the night in time."""

    line: LineId
    language: Language
    text: str
    seconds: Seconds
    pack: str = ""
    clip: Path | None = None
    spoken_by: SpokenBy = SpokenBy.NONE
    goes_on: bool = False  # the next one belongs to the same sentence


class Said(Struct, frozen=True):
    """Records that an utterance began."""

    at: float
    utterance: Utterance


class BedSet(Struct, frozen=True):
    """Records that the bed was set, went down under speech, or came back."""

    at: float
    name: str
    level_db: Decibels
    ramp: Seconds


class DroneSet(Struct, frozen=True):
    """Records that the drone under the night came, rose or went."""

    at: float
    level_db: Decibels


class Signalled(Struct, frozen=True):
    """Records that a signal began."""

    at: float
    name: str


Heard: TypeAlias = Said | BedSet | DroneSet | Signalled
TakeNote = Callable[[Heard], None]


SILENCE_DB: Decibels = -60.0
"""The level from which down a sound is off: 60 dB under full level nobody hears a sound in a room with people."""

_LOUDNESS_TO_AMPLITUDE = 5 / 3
"""The exponent by which half the loudness is a third of the amplitude, -10 dB (S. S. Stevens' 0.6 power law, 1955)."""


class Ramp(Struct, frozen=True):
    """A gain that goes from one level to another in a straight line of decibels, and stays at the second level.

    Even steps of decibels are even steps for the ear, and no step is large enough to click."""

    at: float
    seconds: Seconds
    start_db: Decibels
    end_db: Decibels

    @property
    def end(self) -> float:
        return self.at + self.seconds

    def db(self, moment: float) -> Decibels:
        if moment >= self.end:
            return self.end_db
        if moment <= self.at:
            return self.start_db
        done = (moment - self.at) / self.seconds
        return self.start_db + (self.end_db - self.start_db) * done

    def gain(self, moment: float) -> float:
        return amplitude(self.db(moment))


def steady_ramp(level_db: Decibels, at: float = 0.0) -> Ramp:
    """Return a gain that does not move."""
    return Ramp(at, 0.0, level_db, level_db)


def amplitude(level_db: Decibels) -> float:
    return 0.0 if level_db <= SILENCE_DB else 10.0 ** (level_db / 20)


def loudness_db(loudness: float) -> Decibels:
    """Return the level for a loudness from 0 to 1, chosen so that half the loudness sounds half as loud."""
    within = min(1.0, max(0.0, loudness))
    if within == 0.0:
        return SILENCE_DB
    return max(SILENCE_DB, 20 * _LOUDNESS_TO_AMPLITUDE * math.log10(within))


SAMPLE_RATE = 48000
"""The samples a second of the device and of written files. Opus decodes to this rate, so no voice is ever resampled on
the box. SDL_mixer resamples piece by piece: Opus at 44.1 kHz came out 0.13 % short, with noise at -21 dB under a tone
of 3 kHz (-38 dB in the file itself). At 48 kHz the sound comes out unchanged. Most USB cards run at this rate
anyway."""


class NoSound(Exception):
    """Says in one sentence for people that there is nothing to play through."""


class BadClip(Exception):
    """Says in one sentence for people that a sound file cannot be decoded."""

    def __init__(self, file: Path) -> None:
        self.file = file
        super().__init__(f"{file}: not a sound this box can play; replace the file or take it away.")


class Fader(StrEnum):
    """The gains that can move. BED is the loudness that people chose for bed and drone; LEVEL and DRONE are what the
    night needs now of either."""

    VOICE = "voice"
    BED = "bed"
    LEVEL = "level"
    DRONE = "drone"


class SoundPlayer(Protocol):
    """Plays files at moments of the desk's clock. Only `open` raises `NoSound`; a file can raise `BadClip`."""

    def open(self) -> str:
        """Take the sound device. Return one sentence about what is not as wished, or ""."""
        ...

    def close(self) -> None:
        """Let the device go, so that it does not wake the processor. All that sounded is forgotten."""
        ...

    def alive(self) -> bool:
        """Say whether the opened device is still the best to play through."""
        ...

    def load(self, clip: Path) -> None:
        """Begin to decode a clip that is wanted soon, without waiting."""
        ...

    def is_ready(self, clip: Path) -> bool:
        """Say whether the clip would be heard at once, with nothing to decode first."""
        ...

    def play(self, clip: Path, at: float) -> None: ...

    def queue(self, clip: Path, at: float) -> None:
        """Play this clip at once after the clip under way, which ends at `at`."""
        ...

    def stop(self, at: float) -> None:
        """Cut voice and signal, without a click."""
        ...

    def signal(self, sound: Path, at: float) -> None: ...

    def cue_bed(self, loop: Path) -> None:
        """Open the loop that is wanted next, unheard, while nothing sounds: the device must wait while a stream is
        opened."""
        ...

    def bed(self, loop: Path | None, at: float) -> None:
        """Begin this loop at its start. With None, end the playing loop."""
        ...

    def drone(self, loop: Path, at: float) -> None:
        """Begin this short loop beside the bed. The loop goes on until the device is closed, however quiet it is."""
        ...

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        """Move this gain along the ramp from now on. A ramp survives `close`."""
        ...

    def poll(self, now: float) -> None: ...

    def due(self) -> float | None: ...


UNPLUGGED = "No speaker; plug one in."


class SilentPlayer:
    """Takes everything and makes no sound. A rehearsal can pull its plug with `plugged`."""

    def __init__(self) -> None:
        self.plugged = True

    def open(self) -> str:
        if not self.plugged:
            raise NoSound(UNPLUGGED)
        return ""

    def alive(self) -> bool:
        return self.plugged

    def due(self) -> None:
        return None

    def close(self) -> None: ...

    def load(self, clip: Path) -> None: ...

    def is_ready(self, clip: Path) -> bool:
        return True

    def play(self, clip: Path, at: float) -> None: ...

    def queue(self, clip: Path, at: float) -> None: ...

    def stop(self, at: float) -> None: ...

    def signal(self, sound: Path, at: float) -> None: ...

    def cue_bed(self, loop: Path) -> None: ...

    def bed(self, loop: Path | None, at: float) -> None: ...

    def drone(self, loop: Path, at: float) -> None: ...

    def turn(self, fader: Fader, ramp: Ramp) -> None: ...

    def poll(self, now: float) -> None: ...
