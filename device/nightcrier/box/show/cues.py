"""Has the cues, single things to hear or to wait for, of which a show is a row, and the effects they ask of the
performers. Doing the effects is the daemon's part; the end comes back as `Ended`. The count of three, two, one
before all do something at once is the same in every game."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, assert_never

from msgspec import Struct

from nightcrier.box.show.facts import Fact
from nightcrier.kernel.ids import Decibels, LineId, Seconds, Token, fills_a_line


class Call(Struct, frozen=True, tag="call"):
    """Begins the call of this role, seat or moment. A repeat starts here; the screen shows it."""

    title: Fact
    foley: str = ""  # a signal for under its first words, where the table wants one; no one waits for its end


class Say(Struct, frozen=True, tag="say"):
    """A line, in every language of the table, one after the other. `more` is what its sentence goes on with: the
    number of a seat, a name. It is said, cut and repeated with the line."""

    line: LineId
    more: tuple[LineId, ...] = ()

    @property
    def lines(self) -> tuple[LineId, ...]:
        return self.line, *self.more


class Window(Struct, frozen=True, tag="window"):
    """Time in which people act. Its length depends on deck and options only, never on who holds what.

    With a `least` time a press ends it, never before that: of whoever has its secret turn, once there is nothing more
    to choose; of START where it is nobody's turn. How fast people press is then heard by all."""

    name: str
    seconds: Seconds
    least: Seconds | None = None


class Gap(Struct, frozen=True, tag="gap"):
    """A silence of so many seconds between two cues."""

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


def say_lines(*lines: LineId) -> Show:
    """Return a show that says these lines in a row: a line that fills another one is said with it."""
    said: list[Say] = []
    for line in lines:
        if said and fills_a_line(line):
            said[-1] = Say(said[-1].line, (*said[-1].more, line))
        else:
            said.append(Say(line))
    return tuple(said)


CHOSEN = "chosen"
SILENCE = Bed("", ramp=1.5)

_SIGNAL_LENGTH: Seconds = 4.0
"""About as long as the howl and the bell sound."""


def show_length(show: Show, line_length: Callable[[LineId], Seconds]) -> Seconds:
    """Return about how long a show takes, by how long its lines take to say."""
    return sum(_cue_length(cue, line_length) for cue in show)


def _cue_length(cue: Cue, line_length: Callable[[LineId], Seconds]) -> Seconds:
    match cue:
        case Say():
            return sum(map(line_length, cue.lines))
        case Window(_, seconds) | Gap(seconds):
            return seconds
        case Signal():
            return _SIGNAL_LENGTH
        case Call() | Bed():
            return 0.0
        case _:
            assert_never(cue)


class Speak(Struct, frozen=True):
    """Say the lines one after the other, each in every language of the table; the end comes back with the token."""

    token: Token
    lines: tuple[LineId, ...]
    menu: bool = False  # in the first language only: who turns a dial does not wait for a second one
    holds: bool = False  # more is said before anything is done: the bed stays low until then
    names: Mapping[int, str] = {}  # of all whom the lines can speak of; empty where one has none


class PlaySignal(Struct, frozen=True):
    """Play a signal; its end comes back with the token."""

    token: Token
    signal: str


class PlayFoley(Struct, frozen=True):
    """The sound of who is called, under the words that were asked for just now. The table leaves it out, unless people
    chose otherwise."""

    signal: str


class Prepare(Struct, frozen=True):
    """Decode and open these lines and this bed, which come next, so that they start at once."""

    lines: tuple[LineId, ...]
    bed: str = ""
    names: Mapping[int, str] = {}


class Hush(Struct, frozen=True):
    """Cut what is being said or signalled; no end will come back."""


class SetBed(Struct, frozen=True):
    """The masking sound to hear from now on; an empty name fades it out."""

    name: str
    level_db: Decibels
    ramp: Seconds


class WindowOpened(Struct, frozen=True):
    """A window has opened. Nothing to do but to note it."""

    name: str
    seconds: Seconds


HeardEffect: TypeAlias = Speak | PlaySignal | Prepare | Hush | SetBed
ShowEffect: TypeAlias = HeardEffect | PlayFoley | WindowOpened


_BEAT = Gap(0.7)
"""The same after each number: the last word falls where everybody expects it."""

_NUMBERS = ("vote.three", "vote.two", "vote.one")
COUNT_OF_THREE: Show = tuple(cue for number in _NUMBERS for cue in (Say(LineId(number)), _BEAT))
