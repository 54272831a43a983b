"""Defines the events: every value that enters the table. Each event has a time in seconds of the clock.

A fault names the broken file and the kind of trouble, so that the screen can explain the fault in the people's
language. The sentence in a fault is for people who repair the box."""

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
    """The controls of the panel: START, BACK and the dial. People can find each control by touch."""

    START = "start"
    BACK = "back"
    DIAL = "dial"


class Gesture(StrEnum):
    """A gesture of a hand. A press counts when the hand lets go. A hold counts once it has lasted long enough. A turn
    is counted in detents."""

    PRESS = "press"
    HOLD = "hold"
    TURN = "turn"
    PRESS_TURN = "press-turn"
    RELEASE = "release"  # the end of a hold


class KeyUse(StrEnum):
    """The use of a key of a keypad, a foot switch or a gamepad: it is a switch of the panel, or it turns the dial by a
    detent."""

    START = "start"
    BACK = "back"
    PRESS = "dial-press"
    LEFT = "left"
    RIGHT = "right"


class Touched(Struct, frozen=True):
    """Sent when somebody begins to move a control, which wakes a sleeping box. An `Input` with the whole gesture
    follows."""

    at: float
    control: Control


class Input(Struct, frozen=True):
    """A whole gesture. `steps` counts the detents; clockwise is positive."""

    at: float
    control: Control
    gesture: Gesture
    steps: int = 0


class HeldAtPowerOn(Struct, frozen=True):
    """Sent when somebody held this control while the box was switched on, and let go of it within ten seconds."""

    at: float
    control: Control


class Tick(Struct, frozen=True):
    """Sent when the time has come at which some part of the program asked to be woken."""

    at: float


class Ended(Struct, frozen=True):
    """Sent when the sound with this token has played to its end."""

    at: float
    token: Token


class Caption(Struct, frozen=True):
    """The text of what is being said. If no good voice says it, the text is shown until the sound with the token ends.

    `heard` means that a good voice says the text: it is then shown only if no loudspeaker works. `menu` means that the
    page of the menu already shows the text. An empty text means that there is nothing to read yet."""

    at: float
    token: Token
    text: str
    language: Language
    seconds: Seconds = 0.0
    menu: bool = False
    then: "Caption | None" = None  # what is read after it, from its own moment on
    heard: bool = False


class PersonStanding(Struct, frozen=True):
    """The standing of a person in the evening. `out` means that the person has lost too often to play on."""

    name: str
    points: int
    losses: int
    out: bool
    presence: Presence = Presence.PLAYS

    @property
    def plays(self) -> bool:
        return self.presence is Presence.PLAYS and not self.out

    @property
    def person(self) -> EveningPerson:
        return EveningPerson(self.name, self.presence)


class Standings(Struct, frozen=True):
    """The standing of an evening, with every person in it.

    `target` is used only in a short evening. `last` holds the points of those who played the last game. `judged` holds
    the points that the verdict of the last game gave, before any correction. `ledgers` holds the points of all games,
    game by game. `known` lists the names that this box has met, newest first. `evening` is the number of the evening,
    and `game` the number of the last game. `other_evening` means that a change was lost because a new evening has
    begun. `games` lists the newest games; the newest is the last of the list."""

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
    judged: Mapping[int, int] = {}
    game: int = 0
    games: tuple[GameResult, ...] = ()

    @property
    def next_players(self) -> tuple[int, ...]:
        """The numbers of the people who play the next game, clockwise."""
        return tuple(number for number, person in enumerate(self.people, 1) if person.plays)

    @property
    def is_fresh(self) -> bool:
        """True if a new evening would lose nothing: no game was counted, nobody has a name, and nobody sits out."""
        return self.last is None and all(person.person == EveningPerson() for person in self.people)


class Ceiling(Struct, frozen=True):
    """The highest loudness that is allowed from now on, even if people chose a higher one."""

    at: float
    loudness: int


class DiskPace(Struct, frozen=True):
    """Reports how many seconds the slowest journal entry so far took to be written to the card."""

    at: float
    seconds: Seconds


class PeopleCalled(Struct, frozen=True):
    """Reports how the voices address people from now on, if everybody has a name. With `by_number`, at least one
    language uses numbers; otherwise all languages use names."""

    at: float
    by_number: bool


class BatteryCharge(Struct, frozen=True):
    at: float
    battery: Battery | None


class FeatureNews(Struct, frozen=True):
    """Brings news from outside the table to a feature that only few boxes have."""

    at: float
    news: Any


class BoothSaid(FeatureNews, frozen=True):
    news: BoothNews


class ChoreSaid(FeatureNews, frozen=True):
    news: ChoreNews


class KeyPressed(Struct, frozen=True):
    """Reports that somebody pressed this key of an input device while the box was asking for one."""

    key: str


class KeySaid(FeatureNews, frozen=True):
    news: KeyPressed


class EarCards(Struct, frozen=True):
    """The ids of the sound cards that people may choose for the private ear."""

    cards: tuple[str, ...]


class EarSaid(FeatureNews, frozen=True):
    news: EarCards


class Wished(Struct, frozen=True):
    """A wish of the second program, about which the table decides. If the wish has a `number`, the answer is sent to
    this `guest` of the door."""

    at: float
    wish: Wish
    guest: int = 0
    number: int = 0


class Stop(Struct, frozen=True):
    """Sent when the program must end. With `power_off`, the machine is switched off afterwards."""

    at: float
    power_off: bool = False


Event: TypeAlias = (
    Touched
    | Input
    | HeldAtPowerOn
    | Tick
    | Ended
    | Caption
    | Standings
    | Fault
    | Ceiling
    | DiskPace
    | PeopleCalled
    | BatteryCharge
    | EarSaid
    | BoothSaid
    | ChoreSaid
    | KeySaid
    | Wished
    | Stop
)
