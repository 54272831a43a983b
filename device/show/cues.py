"""Cues: the single things to hear or to wait for. A show is a row of them, and is all there is to a night."""

from collections.abc import Callable
from typing import TypeAlias, assert_never

from msgspec import Struct

from device.kernel.ids import Decibels, LineId, Seconds
from device.show.facts import Fact


class Call(Struct, frozen=True, tag="call"):
    """From here on this role, seat or moment is the one being called. A repeat starts here; the screen shows it."""

    title: Fact


class Say(Struct, frozen=True, tag="say"):
    """A line, in every language of the table, one after the other."""

    line: LineId


class Window(Struct, frozen=True, tag="window"):
    """Time in which people act. Its length depends on deck and options only, never on who holds what.

    With a `least` time a press ends it, never before that: of whoever has its secret turn, once there is nothing more
    to choose; of START where it is nobody's turn. How fast people press is then heard by all."""

    name: str
    seconds: Seconds
    least: Seconds | None = None


class Gap(Struct, frozen=True, tag="gap"):
    """A breath between two things."""

    seconds: Seconds


class Bed(Struct, frozen=True, tag="bed"):
    """The masking sound from here on, at this loudness relative to its own; `name` is empty for silence.

    The name `chosen` stands for whatever bed the table chose."""

    name: str
    level_db: Decibels = 0.0
    ramp: Seconds = 1.0


class Signal(Struct, frozen=True, tag="signal"):
    """A short sound that means something: a gong, a bell."""

    name: str


Cue: TypeAlias = Call | Say | Window | Gap | Bed | Signal
Show: TypeAlias = tuple[Cue, ...]

CHOSEN = "chosen"
SILENCE = Bed("", ramp=1.5)

SIGNAL_LENGTH: Seconds = 4.0
"""About as long as the howl and the bell sound."""


def show_length(show: Show, line_length: Callable[[LineId], Seconds]) -> Seconds:
    """About how long a show takes, by how long its lines take to say."""
    return sum(_cue_length(cue, line_length) for cue in show)


def _cue_length(cue: Cue, line_length: Callable[[LineId], Seconds]) -> Seconds:
    match cue:
        case Say(line):
            return line_length(line)
        case Window(_, seconds) | Gap(seconds):
            return seconds
        case Signal():
            return SIGNAL_LENGTH
        case Call() | Bed():
            return 0.0
        case _:
            assert_never(cue)
