"""Events: everything that enters the table is one of these values, stamped with the clock's seconds. A fault tells
what broke, from what a room below raised: which file it was, and what kind of trouble, so that people are told in
their own language; the sentence itself is for whoever mends it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct

from nightcrier.kernel.booth_pipe import BoothNews
from nightcrier.kernel.chores import ChoreNews
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.ids import Language, Seconds, Token
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence
from nightcrier.wire.wishes import Wish


class Control(StrEnum):
    """START, BACK and the dial: the controls, which can be found by touch."""

    START = "start"
    BACK = "back"
    DIAL = "dial"


class Gesture(StrEnum):
    """A gesture of a hand. A press counts when it is let go; a hold counts at its moment; a turn counts by detents."""

    PRESS = "press"
    HOLD = "hold"
    TURN = "turn"
    PRESS_TURN = "press-turn"
    RELEASE = "release"  # the end of a hold


class Touched(Struct, frozen=True):
    """A control began to move: wakes a sleeping box; its meaning follows as an `Input`."""

    at: float
    control: Control


class Input(Struct, frozen=True):
    """A whole gesture. `steps` counts detents, clockwise positive."""

    at: float
    control: Control
    gesture: Gesture
    steps: int = 0


class Tick(Struct, frozen=True):
    """Time went by: the moment somebody asked to be woken at has come."""

    at: float


class Ended(Struct, frozen=True):
    """The sound with this token has been heard to its end."""

    at: float
    token: Token


class Caption(Struct, frozen=True):
    """The text of something that is being said: people read it until the sound with the token ends, if no good voice
    says it. A text that is `heard` well is read only while there is no loudspeaker. The text of a `menu` stands on its
    page already. Without a text, nothing is to be read yet."""

    at: float
    token: Token
    text: str
    language: Language
    seconds: Seconds = 0.0
    menu: bool = False
    then: "Caption | None" = None  # what is read after it, from its own moment on
    heard: bool = False


class PersonStanding(Struct, frozen=True):
    """The standing of a person in the evening; `out` is somebody who has lost too often to play on."""

    name: str
    points: int
    losses: int
    out: bool
    presence: Presence = Presence.PLAYS

    @property
    def plays(self) -> bool:
        """Whether the next game is theirs as well."""
        return self.presence is Presence.PLAYS and not self.out

    @property
    def person(self) -> EveningPerson:
        return EveningPerson(self.name, self.presence)


class Standings(Struct, frozen=True):
    """How the evening stands, person by person. `target` counts in a short one; `last` are the points of those who
    played the last game, None while there was none, and `judged` those its verdict gave them, where that is kept;
    `ledgers` those of all games, game by game; `known` are the names this box has met, the newest first; `evening` is
    its number, and `game` that of the last game. `other_evening`: what was to be changed was changed in no evening, as
    this one has begun since. `by_command`: it was begun so since anybody looked. `games` are its newest, the last one
    last."""

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
        """Whether nothing is lost with it: no game was counted, nobody has a name, and nobody sits out."""
        return self.last is None and all(person.person == EveningPerson() for person in self.people)


class Ceiling(Struct, frozen=True):
    """The loudness above which nothing is heard from now on, whatever was chosen."""

    at: float
    loudness: int


class DiskPace(Struct, frozen=True):
    """The seconds that the slowest entry has taken so far to be on the card."""

    at: float
    seconds: Seconds


class PeopleCalled(Struct, frozen=True):
    """How the voices call people from now on, where all have names: `by_number` in a language at least, or by name."""

    at: float
    by_number: bool


class BatteryCharge(Struct, frozen=True):
    """How much is left in the battery of the box, where it has one."""

    at: float
    battery: Battery | None


class FeatureNews(Struct, frozen=True):
    """News from beside the box, for a feature that few boxes have."""

    at: float
    news: Any


class BoothSaid(FeatureNews, frozen=True):
    """News from the program that records."""

    news: BoothNews


class ChoreSaid(FeatureNews, frozen=True):
    """News of what root does for the box."""

    news: ChoreNews


class Wished(Struct, frozen=True):
    """The second program on this box wants something that a hand could do: the table decides. With a `number` it is
    answered, to this `guest` of the door."""

    at: float
    wish: Wish
    guest: int = 0
    number: int = 0


class Stop(Struct, frozen=True):
    """The program is to end; with `power_off` the machine is to be switched off after it."""

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
