"""The entries in the journal of a game, from which it is rebuilt after a power cut."""

from typing import TypeAlias

from msgspec import Struct

from device.show.answers import Answer, Picks
from device.show.setup import Setup


class Began(Struct, frozen=True, tag="began"):
    """Journal: a game began. With the answers that follow, the whole session can be rebuilt."""

    game: str
    setup: Setup
    seed: int


class Answered(Struct, frozen=True, tag="answered"):
    """Journal: a stage was done, with this answer."""

    value: Answer


class Chosen(Struct, frozen=True, tag="chosen"):
    """Journal: so far this was chosen in the secret turn under way. Written at every press, before the press shows
    anything: whoever pulls the plug sees again what was seen, and nothing else."""

    turn: str
    row: Picks


class TakenBack(Struct, frozen=True, tag="taken-back"):
    """Journal: the call of the last turn is said again, and its seat may choose anew."""


class Reached(Struct, frozen=True, tag="reached"):
    """Journal: the show under way has come to this cue, the day to so many seconds left."""

    cue: int = 0
    left: float = 0.0


class ClockKept(Struct, frozen=True, tag="clock"):
    """Journal: a talk is over, and its clock goes on in the stages after it, with so many seconds on it."""

    name: str
    seconds: float
    up: bool = False


class Closed(Struct, frozen=True, tag="closed"):
    """Journal: the game is over; nothing of it needs to be kept."""


class CalledByNumber(Struct, frozen=True, tag="called-by-number"):
    """Journal: from here on the voices call people by number, although all have names; or `on=False`: by name again."""

    on: bool = True


Entry: TypeAlias = Began | Answered | Chosen | TakenBack | Reached | ClockKept | CalledByNumber | Closed
