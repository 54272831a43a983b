"""Defines the ports for sound: records of what people hear, a player, and a player that plays nothing.

A record is about an utterance, the bed, the drone or a signal. Loudness over time is a pure value: how a gain moves,
and how loud a sound is for people.

The silent player is for rehearsals and for a box without a speaker. The desk above the player controls the time."""

import math
import re
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


_LEVEL = re.compile(r"_([+-][\d.]+)LU\.opus$")


def clip_level(name: str) -> Decibels:
    """Return how loud a clip is relative to an ordinary line, in LU, as the studio wrote it at the end of its name."""
    told = _LEVEL.search(name)
    return float(told[1]) if told else 0.0


class Utterance(Struct, frozen=True):
    """A line in one language, and how the box says it. If nothing can say the line, `clip` is None, and a silence of
    `seconds` keeps the timing of the night."""

    line: LineId
    language: Language
    text: str
    seconds: Seconds
    pack: str = ""
    clip: Path | None = None
    spoken_by: SpokenBy = SpokenBy.NONE
    goes_on: bool = False  # the next one belongs to the same sentence
    longest: Seconds = 0.0  # of all phrasings that could be said in its place
    rest: Seconds = 0.0  # of silence after it, where what follows begins at a fixed time

    @property
    def level(self) -> Decibels:
        return clip_level(self.clip.name) if self.clip else 0.0


class Said(Struct, frozen=True):
    """Reports that an utterance has begun."""

    at: float
    utterance: Utterance


class BedSet(Struct, frozen=True):
    """Reports that the bed was set, became quiet under speech, or became loud again."""

    at: float
    name: str
    level_db: Decibels
    ramp: Seconds


class DroneSet(Struct, frozen=True):
    """Reports that the drone under the night has begun, become louder, or ended."""

    at: float
    level_db: Decibels


class Signalled(Struct, frozen=True):
    """Reports that a signal has begun."""

    at: float
    name: str


Heard: TypeAlias = Said | BedSet | DroneSet | Signalled
TakeNote = Callable[[Heard], None]


SILENCE_DB: Decibels = -60.0
"""The level at or below which a sound is off. In a room with people, nobody hears a sound 60 dB below full level."""

_LOUDNESS_TO_AMPLITUDE = 5 / 3
"""The exponent that turns loudness into amplitude. Half the loudness is a third of the amplitude, -10 dB (S. S.
Stevens' 0.6 power law, 1955)."""


class Ramp(Struct, frozen=True):
    """A gain that moves from one level to another in equal steps of decibels, and then stays. People hear these steps
    as equal, and none is large enough to click."""

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
    return Ramp(at, 0.0, level_db, level_db)


def amplitude(level_db: Decibels) -> float:
    return 0.0 if level_db <= SILENCE_DB else 10.0 ** (level_db / 20)


def loudness_db(loudness: float) -> Decibels:
    """Return the level for a loudness from 0 to 1. At 0.5, people hear the sound as half as loud."""
    within = min(1.0, max(0.0, loudness))
    if within == 0.0:
        return SILENCE_DB
    return max(SILENCE_DB, 20 * _LOUDNESS_TO_AMPLITUDE * math.log10(within))


SAMPLE_RATE = 48000
"""The samples per second of the device and of written files. Opus decodes to this rate, so no voice is ever resampled
on the box. SDL_mixer resamples in pieces: Opus at 44.1 kHz became 0.13 % too short, with noise at -21 dB under a tone
of 3 kHz (-38 dB in the file itself). At 48 kHz the sound stays unchanged. Most USB cards use this rate anyway."""


class NoSound(Exception):
    """Raised when there is no device to play through. Its message is one sentence for people."""


class BadClip(Exception):
    """Raised when a sound file cannot be decoded. Its message is one sentence for people."""

    def __init__(self, file: Path) -> None:
        self.file = file
        super().__init__(f"{file}: not a sound this box can play; replace the file or take it away.")


class Fader(StrEnum):
    """Lists the gains that can move. BED is the loudness that people chose for bed and drone. LEVEL and DRONE are the
    levels of bed and drone that the night needs at the moment."""

    VOICE = "voice"
    BED = "bed"
    LEVEL = "level"
    DRONE = "drone"


class SoundPlayer(Protocol):
    """Plays files at times of the desk's clock. Only `open` raises `NoSound`. Any call with a file may raise
    `BadClip`."""

    def open(self) -> str:
        """Open the sound device. Return a sentence about anything that is not as wanted, or an empty string."""
        ...

    def close(self) -> None:
        """Close the device, so that it does not wake the processor, and forget all playing sounds."""
        ...

    def alive(self) -> bool:
        """Say whether the open device is still the best one."""
        ...

    def load(self, clip: Path) -> None:
        """Start to decode a clip that is needed soon, without waiting for the result."""
        ...

    def is_ready(self, clip: Path) -> bool:
        """Say whether the clip can be played at once, without decoding."""
        ...

    def play(self, clip: Path, at: float) -> None: ...

    def queue(self, clip: Path, at: float) -> None:
        """Play this clip right after the current one, which ends at `at`."""
        ...

    def stop(self, at: float) -> None:
        """Stop voice and signal, without a click."""
        ...

    def signal(self, sound: Path, at: float) -> None: ...

    def cue_bed(self, loop: Path) -> None:
        """Open the next loop without playing it, at a moment when no sound plays, because opening a stream stops the
        device briefly."""
        ...

    def bed(self, loop: Path | None, at: float) -> None:
        """Begin this loop at its start, or end the playing loop if `loop` is None."""
        ...

    def drone(self, loop: Path, at: float) -> None:
        """Begin this short loop in addition to the bed. It plays until the device is closed, even while its level is
        silent."""
        ...

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        """Move this gain along the ramp from now on. The ramp continues even if the device is closed and reopened."""
        ...

    def poll(self, now: float) -> None: ...

    def due(self) -> float | None: ...


UNPLUGGED = "No speaker; plug one in."


class SilentPlayer:
    """Accepts every call and makes no sound. A rehearsal can unplug the speaker with `plugged`."""

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
