"""Writes the lines of JSON that tell a second program what everybody at the table heard and saw.

The second program is `nightcrier net`. The lines are made from the public page. They contain no secret, and nothing
that only one seat or the host may see."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec import Struct

from nightcrier.kernel.ids import Language, Seconds
from nightcrier.kernel.people import EveningKind, Presence
from nightcrier.kernel.refusal import Refusal


class OfferedAnswer(Struct, frozen=True):
    """An answer that a question offers: its value, and its name on the page."""

    value: str
    text: str


class PicturedSeat(Struct, frozen=True):
    """A seat of the table, by the number and the name of its player."""

    number: int
    name: str


class PublicPicture(Struct, frozen=True):
    """The picture of a table in which people enter a result: its seats, and the cards that matter. `asked` says what is
    entered now (`died`, `points`, `holds`; empty for anything else). The entries so far are listed by seat, as in a
    `ResultWish`; None means that a seat was not asked about yet."""

    seats: tuple[PicturedSeat, ...]
    cards: tuple[str, ...]
    asked: str = ""
    points: tuple[int | None, ...] = ()
    dead: tuple[int, ...] | None = None
    held: tuple[int, ...] = ()


class PublicQuestion(Struct, frozen=True):
    """A question on the glass. The time `at` of the box's clock identifies the question, because the same question may
    be asked again. If several answers may be `marked`, the answer has `least` to `most` of them; otherwise it has one.
    A page that only tells people what to do offers no answer, and the result is entered in the `picture`."""

    at: float
    text: str
    answers: tuple[OfferedAnswer, ...]
    marked: bool = False
    least: int = 1
    most: int = 1
    picture: PublicPicture | None = None


def question_time(since: float) -> float:
    """Return the time that identifies a question. Its answer names the same time."""
    return round(since, 4)


class OfferedCard(Struct, frozen=True):
    """A card of the game, how many copies are in the deck, and how many exist. `sign` is the path of its drawing on a
    square of 240, or empty."""

    id: str
    name: str
    count: int
    most: int
    sign: str = ""


class RoleInPlay(Struct, frozen=True):
    """A role that somebody may have in this game: its name and how many cards of it there are, its side, and the
    drawings of both, as in an `OfferedCard`. `side` is empty for a role without one."""

    name: str
    count: int
    sign: str = ""
    side: str = ""
    side_sign: str = ""


class RolesInPlay(Struct, frozen=True, tag="roles"):
    """The roles in play while people talk, as the glass shows them below the clock."""

    roles: tuple[RoleInPlay, ...]


class OfferedDeck(Struct, frozen=True):
    """The deck of a scenario for a number of players, with the changes that people made. `told` is the note on the
    glass: what is missing, or that the deck is ready and what to know before playing. `odds` are the chances of the
    deal in percent."""

    title: str
    players: int
    cards: tuple[OfferedCard, ...]
    told: tuple[str, ...] = ()
    odds: Mapping[str, int] = {}


class ScoredPerson(Struct, frozen=True):
    """A person of the evening with points. The persons are in the order of their places. `out` means that the person
    has lost too often to play on."""

    name: str
    points: int
    losses: int
    out: bool = False


class ScoredGame(Struct, frozen=True):
    """A game that was counted: its name, and the points of each person who played. No other game of any box has the
    same `id`. The number may be used again if the game is removed."""

    number: int
    game: str
    scenario: str
    title: str
    points: Mapping[int, int]
    id: str = ""


class TableScores(Struct, frozen=True, tag="scores"):
    """The standing of the evening while nobody plays, and its newest games. People may correct the last game. `target`
    is used only in a short evening. `champions` are the people who have won the evening."""

    evening: int
    kind: EveningKind
    target: int
    people: tuple[ScoredPerson, ...]
    champions: tuple[int, ...] = ()
    games: tuple[ScoredGame, ...] = ()


class Phase(StrEnum):
    """The part of a game that everybody at the table can hear, such as night or day."""

    HOME = "home"
    CARDS = "cards"
    NIGHT = "night"
    DAY = "day"
    VOTE = "vote"
    ASKED = "asked"
    VERDICT = "verdict"

    @property
    def refusal(self) -> Refusal | None:
        """The reason for which every wish is refused in this phase, no matter who is awake. None if the table may
        decide."""
        if self in {Phase.HOME, Phase.DAY, Phase.VERDICT}:
            return None
        return Refusal.BY_NIGHT if self is Phase.NIGHT else Refusal.ANEW


class PublicClock(Struct, frozen=True):
    """The clock of a discussion. If it runs, `zero` is the time of the box's clock to which it counts down, or from
    which it counts `up`. If it is stopped, it shows `left`."""

    zero: float | None
    left: Seconds
    up: bool


class PublicPerson(Struct, frozen=True):
    """A person of the evening, with the number and the name. `name` is empty if the person is known only by number."""

    person: int
    name: str
    presence: Presence = Presence.PLAYS
    out: bool = False  # has lost too often to play on


class TableShown(Struct, frozen=True, tag="table"):
    """The present state of the table: the public page, and how far the game has come. `call` is the number of the call
    in the show under way. `speakers` have the floor one after the other, and `speaks` is the place of the present
    speaker. `code` is the code that lets a phone in, while the glass shows it. `question` asks about a result.
    `message` comes from the organizer of a hall. `wants_help` means that the table has called the organizer."""

    page: str
    language: Language
    lines: tuple[str, ...]
    phase: Phase = Phase.HOME
    paused: bool = False
    game: str = ""
    call: int = 0
    clock: PublicClock | None = None
    speakers: tuple[PicturedSeat, ...] = ()
    speaks: int = 0
    winners: tuple[PublicPerson, ...] = ()
    loudness: int = 0
    ceiling: int = 0
    code: str = ""
    question: PublicQuestion | None = None
    message: str = ""
    wants_help: bool = False


class LineSaid(Struct, frozen=True, tag="said"):
    """A line that the voices have begun to say, in one language."""

    text: str
    language: Language
    seconds: Seconds


class SignalHeard(Struct, frozen=True, tag="signal"):
    name: str


class WishDone(Struct, frozen=True, tag="done"):
    number: int


class WishRefused(Struct, frozen=True, tag="refused"):
    """The wish with this number was refused. `word` is the screen word for the reason."""

    number: int
    word: Refusal


WishAnswer: TypeAlias = WishDone | WishRefused


class OfferedScenario(Struct, frozen=True):
    """A scenario of a game, with its title and the drawing of its sign, as in an `OfferedCard`."""

    game: str
    id: str
    title: str
    sign: str = ""


class OfferedSetting(Struct, frozen=True):
    """An item of a menu with its values. `now` is the index of the present value, and `told` the line of help."""

    menu: str
    item: str
    label: str
    values: tuple[str, ...]
    now: int
    told: str = ""


class TableOffers(Struct, frozen=True, tag="offers"):
    """The wishes that are possible while nobody plays, with their present values. `deck` is set if people choose the
    cards of the game. `names` are those of roles and groups that people may change, by keys such as `roles.seer`."""

    game: str
    scenario: str
    people: tuple[PublicPerson, ...]
    scenarios: tuple[OfferedScenario, ...]
    settings: tuple[OfferedSetting, ...]
    deck: OfferedDeck | None = None
    names: Mapping[str, str] = {}


PublicNews: TypeAlias = TableShown | TableOffers | TableScores | RolesInPlay | LineSaid | SignalHeard | WishAnswer


class PublicLine(Struct, frozen=True):
    """A line of the record, with the time of the box's clock."""

    at: float
    news: PublicNews


def public_line(at: float, news: PublicNews) -> bytes:
    return msgspec.json.encode(PublicLine(round(at, 4), news)) + b"\n"


def read_public_line(line: bytes) -> PublicLine:
    read: PublicLine = msgspec.json.decode(line, type=PublicLine)
    return read
