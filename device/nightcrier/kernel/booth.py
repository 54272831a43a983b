"""Has the messages between the box and the program that records for it, a process of its own: a line of JSON each.
Orders go to it, news come back."""

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from nightcrier.kernel.ids import Decibels, LineId, Seconds

Licence: TypeAlias = Literal["own", "CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0"]
"""What a person may let others do with a voice; `own` gives nobody else any right."""


class Spoilt(StrEnum):
    """Why nothing came of a take."""

    SILENT = "silent"
    CLIPPED = "clipped"
    NOISY = "noisy"
    SHORT = "short"
    LONG = "long"
    NO_MICROPHONE = "missing"
    NOT_KEPT = "disk"


class NoBooth(StrEnum):
    """Why nothing can be recorded at all."""

    LIBRARIES = "libraries"
    NO_LINES = "nothing"
    FAILED = "failed"


class RollTake(Struct, frozen=True, tag="roll"):
    """Order: listen to the room for a moment, and then to somebody who speaks this line."""

    line: LineId


class CutTake(Struct, frozen=True, tag="cut"):
    """Order: the line was spoken; make a clip of it."""


class DropTake(Struct, frozen=True, tag="drop"):
    """Order: forget the take."""


class KeepTake(Struct, frozen=True, tag="keep"):
    """Order: what was made last is the clip of its line from now on."""


TakeOrder: TypeAlias = RollTake | CutTake | DropTake | KeepTake


class LinesWaiting(Struct, frozen=True, tag="lines"):
    """News: these lines can be spoken, each with its text, under this licence: that of the voice, where it was chosen
    before."""

    lines: tuple[tuple[LineId, str], ...]
    licence: str = "own"


class CountedIn(Struct, frozen=True, tag="count"):
    """News: the room is listened to; at 0 somebody may speak."""

    left: int


class TakeLevel(Struct, frozen=True, tag="level"):
    """News: so loud is what comes from the microphone, under full scale."""

    level_db: Decibels


class TakeMade(Struct, frozen=True, tag="made"):
    """News: the take is a clip, in this file until another take. `doubtful` when it does not sound like its line."""

    line: LineId
    file: str
    seconds: Seconds
    doubtful: bool = False


class TakeSpoilt(Struct, frozen=True, tag="spoilt"):
    """News: nothing came of the take."""

    why: Spoilt


class TakeKept(Struct, frozen=True, tag="kept"):
    """News: the clip of this line is on the disk."""

    line: LineId


class BoothClosed(Struct, frozen=True, tag="closed"):
    """News: there is nothing to be recorded here."""

    why: NoBooth


BoothNews: TypeAlias = LinesWaiting | CountedIn | TakeLevel | TakeMade | TakeSpoilt | TakeKept | BoothClosed


def booth_line(said: TakeOrder | BoothNews) -> bytes:
    """Write an order, or news, for the pipe."""
    return msgspec.json.encode(said) + b"\n"


def read_order(line: bytes) -> TakeOrder:
    order: TakeOrder = msgspec.json.decode(line, type=TakeOrder)
    return order


def read_news(line: bytes) -> BoothNews:
    news: BoothNews = msgspec.json.decode(line, type=BoothNews)
    return news
