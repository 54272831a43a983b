"""Records of what is heard: an utterance, the bed, the drone, a signal."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from device.kernel.ids import Decibels, Language, LineId, Seconds


class SpokenBy(StrEnum):
    CLIP = "clip"
    LIVE = "live"
    NONE = "none"


class Utterance(Struct, frozen=True):
    """One line in one language, and how it can be heard here. `clip` is None when nothing can say it:
    it then takes `seconds` of silence, so that the night keeps its time."""

    line: LineId
    language: Language
    text: str
    seconds: Seconds
    pack: str = ""
    clip: Path | None = None
    spoken_by: SpokenBy = SpokenBy.NONE
    goes_on: bool = False  # the next one belongs to the same sentence


class Said(Struct, frozen=True):
    """Record: an utterance began."""

    at: float
    utterance: Utterance


class BedSet(Struct, frozen=True):
    """Record: the bed was set, or ducked under speech, or came back."""

    at: float
    name: str
    level_db: Decibels
    ramp: Seconds


class DroneSet(Struct, frozen=True):
    """Record: the drone under the night came, rose or went."""

    at: float
    level_db: Decibels


class Signalled(Struct, frozen=True):
    """Record: a signal began."""

    at: float
    name: str


Heard: TypeAlias = Said | BedSet | DroneSet | Signalled
TakeNote = Callable[[Heard], None]
