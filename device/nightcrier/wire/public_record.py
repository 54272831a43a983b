"""The lines of JSON that tell a second program what everybody at the table heard and saw. The second program is
`nightcrier net`. No secret is among them, and nothing that one seat or the host alone may see: they are made from
the page for all."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec import Struct

from nightcrier.kernel.ids import Language, Seconds
from nightcrier.kernel.people import EveningKind, Presence
from nightcrier.kernel.refusal import Refusal


class OfferedAnswer(Struct, frozen=True):
    """An answer of it, and what it is called."""

    value: str
    text: str


class PicturedSeat(Struct, frozen=True):
    """A seat of the table, by the number and the name of who sits there."""

    number: int
    name: str


class PublicPicture(Struct, frozen=True):
    """The table in which a result is entered at once: its seats, and the cards that decide something. What of it is
    `asked` now (`died`, `points`, `holds`; empty for anything else), and what was entered so far by seat, as
    in a `ResultWish`; None stands for a seat that was not asked about yet."""

    seats: tuple[PicturedSeat, ...]
    cards: tuple[str, ...]
    asked: str = ""
    points: tuple[int | None, ...] = ()
    dead: tuple[int, ...] | None = None
    held: tuple[int, ...] = ()


class PublicQuestion(Struct, frozen=True):
    """A question that is asked since `at` of the box's own clock: that names it, as it may be asked again. From `least`
    to `most` of the answers belong together if several may be `marked`; else one is given. None may be offered if the
    box tells people what to do, and they go on in the `picture`."""

    at: float
    text: str
    answers: tuple[OfferedAnswer, ...]
    marked: bool = False
    least: int = 1
    most: int = 1
    picture: PublicPicture | None = None


def question_time(since: float) -> float:
    """Return the time by which a question is told, and named in its answer."""
    return round(since, 4)


class OfferedCard(Struct, frozen=True):
    """A card of the game: how many are in the deck, and how many there are."""

    id: str
    name: str
    count: int
    most: int


class OfferedDeck(Struct, frozen=True):
    """The deck of a scenario for so many, or what became of it. `told` is what the glass says of it: what is missing,
    or that it is ready and what to know before it is played; `odds` are of the deal, in percent."""

    title: str
    players: int
    cards: tuple[OfferedCard, ...]
    told: tuple[str, ...] = ()
    odds: Mapping[str, int] = {}


class ScoredPerson(Struct, frozen=True):
    """Somebody of the evening, by the place in the row; `out` is who has lost too often to play on."""

    name: str
    points: int
    losses: int
    out: bool = False


class ScoredGame(Struct, frozen=True):
    """A game that was counted: what it was called, and its points by person, of those who took part. `id` is that of no
    other game, of whatever box; the number is that of another one once this is struck."""

    number: int
    game: str
    scenario: str
    title: str
    points: Mapping[int, int]
    id: str = ""


class TableScores(Struct, frozen=True, tag="scores"):
    """How the evening stands while nobody plays, and its newest games; the last of them may be mended. `target` counts
    in a short evening, `champions` are those who have won it."""

    evening: int
    kind: EveningKind
    target: int
    people: tuple[ScoredPerson, ...]
    champions: tuple[int, ...] = ()
    games: tuple[ScoredGame, ...] = ()


NET_SOCKET = "net.sock"
"""Of the box, in its runtime folder."""


class Phase(StrEnum):
    """How far a game has come, as everybody at the table can hear."""

    HOME = "home"
    CARDS = "cards"
    NIGHT = "night"
    DAY = "day"
    VOTE = "vote"
    ASKED = "asked"
    VERDICT = "verdict"

    @property
    def refusal(self) -> Refusal | None:
        """The one word for all that is wished for in this phase, whoever is awake; None where more may be told."""
        if self in {Phase.HOME, Phase.DAY, Phase.VERDICT}:
            return None
        return Refusal.BY_NIGHT if self is Phase.NIGHT else Refusal.ANEW


class PublicClock(Struct, frozen=True):
    """The clock of a talk: it runs down to the moment `zero` of the box's own clock, or `up` from there; or it stands
    and shows `left`."""

    zero: float | None
    left: Seconds
    up: bool


class PublicPerson(Struct, frozen=True):
    """Somebody of the evening, by the number there; `name` is empty for who is known by it alone."""

    person: int
    name: str
    presence: Presence = Presence.PLAYS
    out: bool = False  # has lost too often to play on


class TableShown(Struct, frozen=True, tag="table"):
    """The table as it is now: the page for all, and how far the game has come. `call` counts the calls of the show
    under way; `code` lets a phone in while it stands on the glass; `question` is one about a result. `message` is one
    of the organiser of a hall, `wants_help`: who is called."""

    page: str
    language: Language
    lines: tuple[str, ...]
    phase: Phase = Phase.HOME
    paused: bool = False
    game: str = ""
    call: int = 0
    clock: PublicClock | None = None
    winners: tuple[PublicPerson, ...] = ()
    loudness: int = 0
    ceiling: int = 0
    code: str = ""
    question: PublicQuestion | None = None
    message: str = ""
    wants_help: bool = False


class LineSaid(Struct, frozen=True, tag="said"):
    """A line that began to be said, in one language."""

    text: str
    language: Language
    seconds: Seconds


class SignalHeard(Struct, frozen=True, tag="signal"):
    """A signal began."""

    name: str


class ClockTold(Struct, frozen=True, tag="clock"):
    """The answer to the question of this number: the clock stands at the head of the line, as of each."""

    number: int


class WishDone(Struct, frozen=True, tag="done"):
    """The wish with this number was done."""

    number: int


class WishRefused(Struct, frozen=True, tag="refused"):
    """The wish with this number was refused; `word` is the screen's word for why."""

    number: int
    word: Refusal


WishAnswer: TypeAlias = WishDone | WishRefused


class OfferedScenario(Struct, frozen=True):
    """A deck of a game, and what it is called."""

    game: str
    id: str
    title: str


class OfferedSetting(Struct, frozen=True):
    """An item of a menu with the values it may have; `now` is the place of the one it has, `told` its line of help."""

    menu: str
    item: str
    label: str
    values: tuple[str, ...]
    now: int
    told: str = ""


class TableOffers(Struct, frozen=True, tag="offers"):
    """The things that may be wished for while nobody plays, and how they are now. There is a `deck` if people choose
    the cards of the game."""

    game: str
    scenario: str
    people: tuple[PublicPerson, ...]
    scenarios: tuple[OfferedScenario, ...]
    settings: tuple[OfferedSetting, ...]
    deck: OfferedDeck | None = None


PublicNews: TypeAlias = TableShown | TableOffers | TableScores | LineSaid | SignalHeard | ClockTold | WishAnswer


class PublicLine(Struct, frozen=True):
    """A line of the record, with the box's own clock."""

    at: float
    news: PublicNews


def public_line(at: float, news: PublicNews) -> bytes:
    """Write a line for the socket."""
    return msgspec.json.encode(PublicLine(round(at, 4), news)) + b"\n"


def read_public_line(line: bytes) -> PublicLine:
    read: PublicLine = msgspec.json.decode(line, type=PublicLine)
    return read
