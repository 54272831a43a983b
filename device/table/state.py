"""The state of the table: which page stands on the screen, the game under way, what people chose, what is broken."""

import math
from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from typing import TypeAlias

from msgspec import Struct

from device.kernel.booth import TakeMade
from device.kernel.events import Caption, Fault, Part, Standings
from device.kernel.ids import NOBODY_WAITS, Decibels, LineId, Seconds, Token
from device.show.conductor import Score
from device.show.facts import Word
from device.show.stages import TABLE, Answer, Ask, Picks, Play, Setup, Stage, Tell
from device.show.teaching import Topic
from device.table.effects import Effect, Reached
from device.table.given_names import Spelling
from device.table.house import LOUDEST, Choices, WelcomeStep


class HomePage(Struct, frozen=True, tag="home"):
    """Game and scenario by dial; START begins."""


class WelcomePage(Struct, frozen=True, tag="welcome"):
    """A step of the welcome; `turned`: the dial has been, so the question need not be said again."""

    step: WelcomeStep
    turned: bool = False


class ListingPage(Struct, frozen=True, tag="listing"):
    """A list of things to set. While one is being set, `draft` is the place of the value shown."""

    menu: str
    under: "Page"
    index: int = 0
    draft: int | None = None


class DeckPage(Struct, frozen=True, tag="deck"):
    """What lies open on the table, all cards in play, the order in which they are called, and the rules. `index` is the
    place of the dial among all that. `held`: the dial, since when, by whoever may look at something alone."""

    under: "Page"
    index: int = 0
    held: float | None = None


class StagePage(Struct, frozen=True, tag="staged"):
    """What the game's stage asks for; `index` is the choice or the row shown (-1: none yet), `marked` are the choices
    that were marked. `held`: the dial, since when, by whoever alone may see it."""

    index: int = 0
    marked: tuple[int, ...] = ()
    held: float | None = None


class SheetPage(Struct, frozen=True, tag="sheet"):
    """The sheet of whoever leads the game, over a stage that goes on under it; `index` is the first row shown."""

    under: StagePage
    index: int = 0


class ScoresPage(Struct, frozen=True, tag="scores"):
    """How the evening stands, seat by seat."""

    under: "Page"
    index: int = 0


class WhoPage(Struct, frozen=True, tag="who"):
    """Not so many people are known as were chosen to play: who sits out, who comes, or is it a new evening? `picked`
    are the numbers of those who were named so far, 0 for somebody new; `starts`, where a game waits for the answer."""

    under: "Page"
    starts: bool = False
    picked: tuple[int, ...] = ()
    index: int = 0


class SpellPage(Struct, frozen=True, tag="spell"):
    """A name letter by letter: what stands there so far, and the letter that the dial has come to."""

    under: "Page"
    person: int
    text: str = ""
    index: int = 0


class Question(StrEnum):
    """What a page asks over another; its words are `ask.<value>`, or those of the menu that led there."""

    END_GAME = "end-game"
    GO_ON = "go-on"
    POWER_OFF = "power-off"
    EXPLAIN = "explain"
    FORGET = "forget"
    NEW_EVENING = "new-evening"
    STRIKE_GAME = "strike-game"


class QuestionPage(Struct, frozen=True, tag="question"):
    """START says yes, BACK says no."""

    ask: Question
    under: "Page"


class NoticePage(Struct, frozen=True, tag="notice"):
    """Something is broken: what it is, to read through by dial. Any press goes on."""

    fault: Fault
    under: "Page"
    index: int = 0


class AdvicePage(Struct, frozen=True, tag="advice"):
    """What to know before this deck is played, by dial; START begins, BACK thinks again."""

    facts: tuple[Word, ...]
    under: "Page"
    index: int = 0


class ExplainPage(Struct, frozen=True, tag="explain"):
    """Topics that are explained one after the other, aloud and to read by dial, `part` by part; START goes on. The last
    leads back to the page under it, or `begins` the game."""

    topics: tuple[Topic, ...]
    under: "Page"
    index: int = 0
    part: int = 0
    begins: bool = False


class BoothPage(Struct, frozen=True, tag="booth"):
    """Somebody records lines, one after the other."""

    under: "Page"


EveningPage: TypeAlias = ScoresPage | WhoPage | SpellPage
"""Of the people and their points."""

OutsidePage: TypeAlias = HomePage | WelcomePage | ListingPage | AdvicePage | ExplainPage | BoothPage
"""Of a box at which no game is under way; a talk may be explained too."""

Page: TypeAlias = OutsidePage | EveningPage | DeckPage | StagePage | SheetPage | QuestionPage | NoticePage


HAIR: Seconds = 1e-6
"""More than the error of any sum of moments, and less than anybody can notice."""


class TalkClock(Struct, frozen=True):
    """The clock of a talk: it runs down to `zero`, or `up` from there; or it stands and shows `left`."""

    zero: float | None
    left: Seconds = 0.0
    up: bool = False

    def seconds(self, at: float) -> Seconds:
        """What is left of the talk; of one without an end, how long it has lasted."""
        if self.zero is None:
            return self.left
        return max(0.0, at - self.zero if self.up else self.zero - at)

    def shown_seconds(self, at: float) -> int:
        """The whole seconds that stand on the clock. Whatever happens at one of them goes by this number, and the
        wake-up does too: a moment is a sum of fractions, and may lie a hair beside the second it is meant for."""
        seconds = self.seconds(at)
        return math.floor(seconds + HAIR) if self.up else math.ceil(seconds - HAIR)

    def next_second(self, at: float) -> float | None:
        """When it will show another second; None while it stands."""
        if self.zero is None:
            return None
        shown = self.shown_seconds(at)
        return self.zero + shown + 1 if self.up else self.zero - max(0, shown - 1)

    def stopped(self, at: float) -> "TalkClock":
        return TalkClock(None, float(self.shown_seconds(at)), self.up)

    def running(self, at: float) -> "TalkClock":
        """Going on from what it shows."""
        return TalkClock(at - self.left if self.up else at + self.left, up=self.up) if self.zero is None else self


class LastingClock(Struct, frozen=True):
    """A clock that goes on after its talk, until a talk of the same name takes it up."""

    name: str
    clock: TalkClock


class TurnState(Struct, frozen=True):
    """What one seat has done in its turn: what it chose, in how many presses, the choice before it now (-1: none), and
    since when the dial is held."""

    name: str
    row: Picks = ()
    pressed: int = 0
    index: int = -1
    touched: bool = False
    looked: bool = False
    held: float | None = None
    late: bool = False  # chosen so late that it could not be written down before the end: it shows nothing


class PastTurn(Struct, frozen=True):
    """A turn of the show under way that was answered, and the game as it was before."""

    name: str
    play: Play
    stage: Stage
    acting: TurnState


class GivenAnswer(Struct, frozen=True):
    """A question, and its answer."""

    ask: Ask
    value: Answer


class Session(Struct, frozen=True):
    """The game under way and the stage it has come to."""

    game: str
    setup: Setup
    seed: int
    play: Play
    stage: Stage
    since: float = 0.0  # when the stage was entered; after a power cut, when it was taken up again
    score: Score | None = None
    clock: TalkClock | None = None
    lasting: LastingClock | None = None
    place: Reached = Reached()  # where a power cut left it
    held: bool = False  # the show waits for a loudspeaker or a screen that was pulled
    acting: TurnState | None = None
    past: tuple[PastTurn, ...] = ()
    unheeded: int = 0  # how often in a row a turn was called to which nobody came
    told: tuple[LineId, ...] = ()  # what was said last, before this stage
    given: tuple[GivenAnswer, ...] = ()  # what was answered so far
    sting: Token = NOBODY_WAITS  # while a verdict waits for it with its words
    before: Answer | None = None  # what was answered at this stage, before BACK led to it again

    @property
    def keeps_secrets(self) -> bool:
        """Whether what is written now, nobody may read: by the game's word, or because only some are asked."""
        return self.play.keeps_secrets or (isinstance(self.stage, Ask | Tell) and self.stage.who != TABLE)


class HeldDial(Enum):
    """What came of it that the finger on the dial holds it: it may want to turn yet."""

    NOTHING = auto()
    SPEECH = auto()
    ANSWER = auto()


class BoothMood(Enum):
    """What somebody who records does now; a take that is `CUT` is being made into a clip."""

    KEYS = auto()
    READING = auto()
    COUNTED_IN = auto()
    SPEAKING = auto()
    CUT = auto()
    HEARING = auto()
    REFUSED = auto()
    CLOSED = auto()


class OpenedBooth(Struct, frozen=True):
    """Recording at the box: the lines, which of them is read and what `part` of it, and what came of the last take;
    `why` nothing did, as a word."""

    mood: BoothMood = BoothMood.KEYS
    lines: tuple[tuple[LineId, str], ...] = ()
    index: int = 0
    part: int = 0
    kept: frozenset[LineId] = frozenset()
    count: int = 0
    level_db: Decibels = 0.0
    take: TakeMade | None = None
    why: str = ""


class Table(Struct, frozen=True):
    """Everything. A step takes one of these and an event, and gives the next."""

    choices: Choices
    now: float = 0.0
    page: Page = HomePage()
    session: Session | None = None
    seed: int = 0
    token: Token = 0
    touched: float = 0.0
    asleep: bool = False
    disk_pace: Seconds = 0.0  # how long an entry may take to be on the card
    swallow: bool = False  # the gesture that woke the box is not acted on
    dozing: bool = False
    faults: Mapping[Part, Fault] = {}
    caption: Caption | None = None
    standings: Standings | None = None
    looked_up: bool = False  # whether the scores were asked for them since power-on
    trying: Score | None = None  # the call to try, of the welcome
    held_dial: HeldDial = HeldDial.NOTHING
    gauge_until: float = 0.0  # the picture of the loudness stands over the page until then
    ceiling: int = LOUDEST  # no choice is heard louder than this
    last: Play | None = None  # the game before, as it was begun
    begun: Mapping[str, Setup] = {}  # each game that was begun since the box was switched on, as it was begun last
    playing: tuple[int, ...] = ()  # who played the game before, by their numbers in the evening
    spelling: Spelling = Spelling.WHOLE  # how much of each name the page is drawn with: see `look`
    booth: OpenedBooth | None = None  # while somebody records
    advised: frozenset[str] = frozenset()  # what was said once already since the box was switched on

    @property
    def games_before(self) -> int:
        """It decides which lines are said in their second phrasing: one number for a whole game, known to everybody."""
        return self.session.setup.games_before if self.session else self.choices.games


FILES = frozenset({Part.CONFIG, Part.WORDS, Part.VOICES, Part.GAME})
"""Parts that are files: nothing mends them while the box runs, so they are told once."""


def lasting_faults(table: Table) -> tuple[Part, ...]:
    """What is broken and may be mended while the box runs: the pages that people look at for long name it."""
    return tuple(part for part in table.faults if part not in FILES)


TableStep: TypeAlias = tuple[Table, tuple[Effect, ...]]
