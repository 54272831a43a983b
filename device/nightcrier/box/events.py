"""Defines the events: every value that enters the table, stamped with the seconds of the clock.

A fault names the broken file and the kind of trouble, so that people are told in their own language. The sentence in a
fault is for those who mend the box."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct

from nightcrier.kernel.booth_messages import BoothNews
from nightcrier.kernel.chores import ChoreNews
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.ids import Language, Seconds, Token
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence
from nightcrier.wire.wishes import Wish


class Control(StrEnum):
    """The controls of the panel, which can be found by touch: START, BACK and the dial."""

    START = "start"
    BACK = "back"
    DIAL = "dial"


class Gesture(StrEnum):
    """A gesture of a hand. A press counts when the hand lets go, a hold at its moment, a turn by detents."""

    PRESS = "press"
    HOLD = "hold"
    TURN = "turn"
    PRESS_TURN = "press-turn"
    RELEASE = "release"  # the end of a hold


class Touched(Struct, frozen=True):
    """A control began to move, which wakes a sleeping box. An `Input` with the meaning follows."""

    at: float
    control: Control


class Input(Struct, frozen=True):
    """A whole gesture. `steps` counts the detents; clockwise is positive."""

    at: float
    control: Control
    gesture: Gesture
    steps: int = 0


class Tick(Struct, frozen=True):
    """The moment has come at which a part of the program asked to be woken."""

    at: float


class Ended(Struct, frozen=True):
    """The sound with this token has been heard to its end."""

    at: float
    token: Token


class Caption(Struct, frozen=True):
    """The text of something that is being said. People read the text until the sound with the token ends, if no good
    voice says it.

    A text that is `heard` well is read only without a loudspeaker. The text of a `menu` already stands on its page. An
    empty text means that nothing is to be read yet."""

    at: float
    token: Token
    text: str
    language: Language
    seconds: Seconds = 0.0
    menu: bool = False
    then: "Caption | None" = None  # what is read after it, from its own moment on
    heard: bool = False


class PersonStanding(Struct, frozen=True):
    """The standing of a person in the evening; `out` is a person who has lost too often to play on."""

    name: str
    points: int
    losses: int
    out: bool
    presence: Presence = Presence.PLAYS

    @property
    def plays(self) -> bool:
        """Say whether the person plays in the next game."""
        return self.presence is Presence.PLAYS and not self.out

    @property
    def person(self) -> EveningPerson:
        return EveningPerson(self.name, self.presence)


class Standings(Struct, frozen=True):
    """The standing of an evening, person by person.

    `target` counts in a short evening. `last` holds the points of those who played the last game; `judged` holds the
    points by its verdict, if they were kept. `ledgers` holds the points of all games, game by game. `known` lists the
    names this box has met, newest first. `evening` is the number of the evening, `game` that of the last game.
    `other_evening` says that a change was lost because a new evening has begun. `by_command` says that the new evening
    was begun by command since anybody looked. `games` lists the newest games, the last one last."""

    at: float
    kind: EveningKind
    target: int
    people: tuple[PersonStanding, ...]
    champions: tuple[int, ...] = ()
    last: Mapping[int, int] | None = None
    ledgers: Mapping[str, tuple[int, ...]] = {}
    known: tuple[str, ...] = ()
    evening: int = 0
    other_evening: bool = False
    by_command: bool = False
    judged: Mapping[int, int] = {}
    game: int = 0
    games: tuple[GameResult, ...] = ()

    @property
    def next_players(self) -> tuple[int, ...]:
        """The numbers of those who play the next game, clockwise."""
        return tuple(number for number, person in enumerate(self.people, 1) if person.plays)

    @property
    def is_fresh(self) -> bool:
        """Say whether a new evening would lose nothing: no game was counted, nobody has a name, and nobody sits out."""
        return self.last is None and all(person.person == EveningPerson() for person in self.people)


class Ceiling(Struct, frozen=True):
    """The loudness above which nothing is heard from now on, whatever loudness people chose."""

    at: float
    loudness: int


class DiskPace(Struct, frozen=True):
    """The seconds that the slowest journal entry has taken so far to be on the card."""

    at: float
    seconds: Seconds


class PeopleCalled(Struct, frozen=True):
    """The way the voices call people from now on, if all have names: `by_number` in at least one language, or by
    name."""

    at: float
    by_number: bool


class BatteryCharge(Struct, frozen=True):
    """The charge that is left in the battery of the box."""

    at: float
    battery: Battery | None


class FeatureNews(Struct, frozen=True):
    """News from outside the table, for a feature that few boxes have."""

    at: float
    news: Any


class BoothSaid(FeatureNews, frozen=True):
    news: BoothNews


class ChoreSaid(FeatureNews, frozen=True):
    news: ChoreNews


class Wished(Struct, frozen=True):
    """A wish of the second program, about which the table decides. A wish with a `number` is answered to this `guest`
    of the door."""

    at: float
    wish: Wish
    guest: int = 0
    number: int = 0


class Stop(Struct, frozen=True):
    """The program is to end; with `power_off` the machine is switched off afterwards."""

    at: float
    power_off: bool = False


Event: TypeAlias = (
    Touched
    | Input
    | Tick
    | Ended
    | Caption
    | Standings
    | Fault
    | Ceiling
    | DiskPace
    | PeopleCalled
    | BatteryCharge
    | BoothSaid
    | ChoreSaid
    | Wished
    | Stop
)
