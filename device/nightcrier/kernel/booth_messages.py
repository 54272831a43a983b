"""Defines the messages between the box and the recording program, which is a process of its own. Each message is a line
of JSON. The box sends orders, and the recording program answers with news."""

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from nightcrier.kernel.ids import Decibels, LineId, Seconds

Licence: TypeAlias = Literal["own", "CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0"]
"""The license under which other people may use a voice. `own` allows nobody else to use it."""


class Spoilt(StrEnum):
    """The reasons why a take could not become a clip."""

    SILENT = "silent"
    CLIPPED = "clipped"
    NOISY = "noisy"
    SHORT = "short"
    LONG = "long"
    NO_MICROPHONE = "missing"
    NOT_KEPT = "disk"


class NoBooth(StrEnum):
    """The reasons why nothing can be recorded at all."""

    LIBRARIES = "libraries"
    NO_LINES = "nothing"
    FAILED = "failed"


class RollTake(Struct, frozen=True, tag="roll"):
    """The order to listen to the quiet room for a moment, and then to somebody who speaks this line."""

    line: LineId


class CutTake(Struct, frozen=True, tag="cut"):
    """The order to make a clip from the take, because the line has been spoken."""


class DropTake(Struct, frozen=True, tag="drop"):
    """The order to delete the take."""


class KeepTake(Struct, frozen=True, tag="keep"):
    """The order to save the last take as the clip of its line."""


TakeOrder: TypeAlias = RollTake | CutTake | DropTake | KeepTake


class LinesWaiting(Struct, frozen=True, tag="lines"):
    """The news that these lines can be recorded, each with its text, under this license. A voice that already has a
    license keeps it."""

    lines: tuple[tuple[LineId, str], ...]
    licence: str = "own"


class CountedIn(Struct, frozen=True, tag="count"):
    """The news that the program listens to the quiet room. At 0 the person may speak."""

    left: int


class TakeLevel(Struct, frozen=True, tag="level"):
    """The news of how loud the microphone is, relative to full scale."""

    level_db: Decibels


class TakeMade(Struct, frozen=True, tag="made"):
    """The news that the take has become a clip. The clip is in this file until the next take. `doubtful` means that the
    clip does not sound like its line."""

    line: LineId
    file: str
    seconds: Seconds
    doubtful: bool = False


class TakeSpoilt(Struct, frozen=True, tag="spoilt"):
    """The news that a take could not become a clip."""

    why: Spoilt


class TakeKept(Struct, frozen=True, tag="kept"):
    """The news that the clip of this line is on the disk."""

    line: LineId


class BoothClosed(Struct, frozen=True, tag="closed"):
    """The news that nothing can be recorded."""

    why: NoBooth


BoothNews: TypeAlias = LinesWaiting | CountedIn | TakeLevel | TakeMade | TakeSpoilt | TakeKept | BoothClosed


def booth_line(said: TakeOrder | BoothNews) -> bytes:
    return msgspec.json.encode(said) + b"\n"


def read_order(line: bytes) -> TakeOrder:
    order: TakeOrder = msgspec.json.decode(line, type=TakeOrder)
    return order


def read_news(line: bytes) -> BoothNews:
    news: BoothNews = msgspec.json.decode(line, type=BoothNews)
    return news
