"""The port of the sound room: what the daemon may ask to be heard, and the records of what was heard."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct

from device.kernel.events import Event
from device.kernel.ids import Decibels, Language, LineId, Seconds, Token


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


class Loudspeaker(Protocol):
    """Everything that is heard. One narration at a time; the bed ducks under it by itself."""

    def speak(self, token: Token, utterances: Sequence[Utterance], *, holds: bool = False) -> None:
        """Say them in a row, without a seam. `Ended(token)` comes from `poll` when the last is over. The bed rises
        then, unless it `holds` until the next."""
        ...

    def signal(self, token: Token, name: str) -> None: ...

    def prepare(self, utterances: Sequence[Utterance], bed: str = "") -> None:
        """These come next: have them ready as soon as there is a device."""
        ...

    def hush(self) -> None: ...

    def bed(self, name: str, level_db: Decibels, ramp: Seconds) -> None: ...

    def drone(self, share: float) -> None:
        """Have the low drone, so far on its way up: from 0, silence, to 1."""
        ...

    def loudness(self, voice: float, bed: float) -> None:
        """Each from 0 to 1, as loud as it feels; acts within a buffer, without a click."""
        ...

    def is_quiet(self) -> bool:
        """Whether nothing is heard, or nothing but what nobody waits for."""
        ...

    def wake(self) -> None:
        """A hand moved: open the device, so that the next word starts at once."""
        ...

    def sleep(self) -> None:
        """Nobody is there: close the device, so that nothing wakes the processor."""
        ...

    def poll(self) -> list[Event]:
        """What has ended, broken or come back since the last poll."""
        ...

    def due(self) -> float | None:
        """When `poll` should be called again, in the clock's seconds."""
        ...

    def close(self) -> None: ...
