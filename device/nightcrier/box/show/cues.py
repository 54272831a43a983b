"""Contains the cues that make up a show, and the effects of cues. A cue is one thing to hear or to wait for. The daemon
performs the effects, and reports the end of a sound as `Ended`. All games count "three, two, one" in the same way
before everybody acts at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct

from nightcrier.box.show.facts import Fact
from nightcrier.kernel.ids import Decibels, LineId, Seconds, Token, fills_a_line


class Call(Struct, frozen=True, tag="call"):
    """The beginning of a call. The screen shows its role, seat or moment, and a repeat starts at this cue."""

    title: Fact
    foley: str = ""  # a signal for under its first words, where the table wants one; no one waits for its end


class Say(Struct, frozen=True, tag="say"):
    """A line that is said in every language of the table, one after the other. `more` are lines that complete its
    sentence, such as a seat number or a name. They are said, interrupted and repeated together with the line."""

    line: LineId
    more: tuple[LineId, ...] = ()

    @property
    def lines(self) -> tuple[LineId, ...]:
        return self.line, *self.more


class Window(Struct, frozen=True, tag="window"):
    """A time in which people act. Its length depends only on deck and options, never on who holds which card.

    If the window has a `least` time, a press can end the window after that time: START, or in the turn of a seat the
    press of that seat, once it has nothing more to choose. Everybody can hear how fast people press. If the window
    `follows`, its least time therefore grows to the time of the fastest third of the same windows in this game, so that
    nobody stands out by being much faster."""

    name: str
    seconds: Seconds
    least: Seconds | None = None
    follows: bool = False


class Gap(Struct, frozen=True, tag="gap"):
    """A silence of this many seconds between two cues."""

    seconds: Seconds


class Bed(Struct, frozen=True, tag="bed"):
    """The masking sound from this cue on, at a loudness relative to its own. An empty `name` means silence, and
    `chosen` means the bed that the table has chosen."""

    name: str
    level_db: Decibels = 0.0
    ramp: Seconds = 1.0


class Signal(Struct, frozen=True, tag="signal"):
    """A short sound with a meaning, such as a gong or a bell. The next cue begins when the sound ends, or once the
    sound has played `alone` for this time; the rest of it then continues under the next cue."""

    name: str
    alone: Seconds | None = None


Cue: TypeAlias = Call | Say | Window | Gap | Bed | Signal
Show: TypeAlias = tuple[Cue, ...]


def say_lines(*lines: LineId) -> Show:
    """Return a show that says these lines one after the other. A line that fills a gap in the line before it is said
    together with that line."""
    said: list[Say] = []
    for line in lines:
        if said and fills_a_line(line):
            said[-1] = Say(said[-1].line, (*said[-1].more, line))
        else:
            said.append(Say(line))
    return tuple(said)


def say_whole(lines: Sequence[LineId]) -> Say:
    """Return the cue that says a sentence of several lines without a pause."""
    return Say(lines[0], tuple(lines[1:]))


BREATH = Gap(2.5)  # after who died, and before who wins
CHOSEN = "chosen"
SILENCE = Bed("", ramp=1.5)
NIGHTFALL: Show = (Signal("nightfall", alone=0.4), Bed(CHOSEN), Gap(1.5))
"""The beginning of a night: a bed is heard before its first words."""
DAYBREAK, GONG = Signal("dawn", alone=2.4), Signal("gong", alone=1.5)

_SIGNAL_LENGTH: Seconds = 4.0
"""The approximate length of the howl and of the bell."""


def show_length(show: Show, line_length: Callable[[LineId], Seconds]) -> Seconds:
    """Return approximately how long a show takes, from the lengths of its lines."""
    return sum(_cue_length(cue, line_length) for cue in show)


def _cue_length(cue: Cue, line_length: Callable[[LineId], Seconds]) -> Seconds:
    match cue:
        case Say():
            return sum(map(line_length, cue.lines))
        case Window(_, seconds) | Gap(seconds) | Signal(_, float() as seconds):
            return seconds
        case Signal():
            return _SIGNAL_LENGTH
        case Call() | Bed():
            return 0.0
        case _:
            assert_never(cue)


class Speak(Struct, frozen=True):
    """Says the lines one after the other, each in every language. An `Ended` event with the token reports the end."""

    token: Token
    lines: tuple[LineId, ...]
    menu: bool = False  # in the first language only: who turns a dial does not wait for a second one
    second: bool = False  # asked for once more: in the second language, where it is said on request only
    holds: bool = False  # more is said before anything is done: the bed stays low until then
    even: bool = False  # takes as long as its longest phrasing: a window follows, which begins at a fixed time
    names: Mapping[int, str] = {}  # of all whom the lines can speak of; empty where one has none
    shown: bool = False  # it stands on the glass, too, although a good voice says it


class PlaySignal(Struct, frozen=True):
    """Plays a signal. An `Ended` event with the token reports the end."""

    token: Token
    signal: str


class PlayFoley(Struct, frozen=True):
    """Plays the sound of the called role under the words of the call. The table drops this effect unless people have
    chosen such sounds."""

    signal: str


class Prepare(Struct, frozen=True):
    """Decodes the next lines, the next bed and the next signal now, so that they start without delay."""

    lines: tuple[LineId, ...]
    bed: str = ""
    names: Mapping[int, str] = {}
    signal: str = ""


class Hush(Struct, frozen=True):
    """Interrupts the voice or signal that is playing. No `Ended` event follows."""


class SetBed(Struct, frozen=True):
    """Changes the masking sound. If the name is empty, fades the sound out."""

    name: str
    level_db: Decibels
    ramp: Seconds


class WindowOpened(Struct, frozen=True):
    name: str
    seconds: Seconds


HeardEffect: TypeAlias = Speak | PlaySignal | Prepare | Hush | SetBed
ShowEffect: TypeAlias = HeardEffect | PlayFoley | WindowOpened


_BEAT = Gap(0.7)
"""The pause after each number. It is always equally long, so that everybody knows when "now" will come."""

COUNTED = LineId("vote.three"), LineId("vote.two"), LineId("vote.one")
SHOUT = LineId("vote.now")
"""The line after the count, at which everybody points at once."""
COUNT_OF_THREE: Show = tuple(cue for number in COUNTED for cue in (Say(number), _BEAT))


def point_and_count(players: int) -> Show:
    """Return the show in which all players point at once, and then count who is pointing at them. More players get more
    time for the count, up to 15 seconds."""
    hold = Gap(1.5), Say(LineId("vote.hold")), Gap(min(3.0 + players, 15.0))
    return (*COUNT_OF_THREE, Say(SHOUT), *hold)
