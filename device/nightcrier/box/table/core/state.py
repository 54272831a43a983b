"""Has the state of the table: its page, the game under way with the clock of its talk, what people chose, what is
broken."""

import math
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Caption, Standings
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.conductor import Score
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import NO_CARDS, Setup
from nightcrier.box.show.stages import TABLE, Ask, Perform, Stage, Tell, Verdict, night_bed
from nightcrier.box.table.core.effects import Effect, Reached
from nightcrier.box.table.core.house import LOUDEST, Choices
from nightcrier.box.table.core.names import Spelling
from nightcrier.box.table.core.page_kinds import Feature, HomePage, Page
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import NOBODY_WAITS, LineId, Seconds, Token
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.people import EveningPerson

_HAIR: Seconds = 1e-6
"""More than the error of any sum of moments, and less than anybody can notice."""


class TalkClock(Struct, frozen=True):
    """The clock of a talk: it runs down to `zero`, or `up` from there; or it stands and shows `left`."""

    zero: float | None
    left: Seconds = 0.0
    up: bool = False

    def seconds(self, at: float) -> Seconds:
        """Return what is left of the talk; if it has no end, how long it has lasted."""
        if self.zero is None:
            return self.left
        return max(0.0, at - self.zero if self.up else self.zero - at)

    def whole_seconds(self, at: float) -> int:
        """The whole seconds that stand on the clock. Whatever happens at one of them goes by this number, and the
        wake-up does too: a moment is a sum of fractions, and may lie a hair beside the second it is meant for."""
        seconds = self.seconds(at)
        return math.floor(seconds + _HAIR) if self.up else math.ceil(seconds - _HAIR)

    def next_second(self, at: float) -> float | None:
        """Return when it will show another second; None while it stands."""
        if self.zero is None:
            return None
        shown = self.whole_seconds(at)
        return self.zero + shown + 1 if self.up else self.zero - max(0, shown - 1)

    def stop(self, at: float) -> "TalkClock":
        return TalkClock(None, float(self.whole_seconds(at)), self.up)

    def running(self, at: float) -> "TalkClock":
        """Return the clock running again, from the time it shows. One that runs already stays as it is."""
        return TalkClock(at - self.left if self.up else at + self.left, up=self.up) if self.zero is None else self


class LastingClock(Struct, frozen=True):
    """A clock that goes on after its talk, until a talk of the same name takes it up."""

    name: str
    clock: TalkClock


NIGHT_PAGE = "night"
"""The page of a show that people hear with their eyes shut."""


def in_the_dark(stage: Stage) -> bool:
    """Whether people have their eyes shut."""
    return stage.page == NIGHT_PAGE if isinstance(stage, Perform) else night_bed(stage) is not None


def is_for_nobody(stage: Stage) -> bool:
    """Whether a call waits as if somebody were asked in it."""
    return isinstance(stage, Perform) and stage.still and in_the_dark(stage)


class LayingOut(Enum):
    """The state of laying out the cards of a game. Once it is played they all lie there, wherever BACK leads then."""

    NOT_BEGUN = auto()
    IN_ITS_MIDST = auto()
    OVER = auto()

    def at(self, stage: Stage) -> "LayingOut":
        """Return the state when the game has come to this stage: before it is played, people are only told things."""
        if self is LayingOut.OVER or not isinstance(stage, Tell):
            return LayingOut.OVER
        return LayingOut.IN_ITS_MIDST if stage.lays else self


class TurnState(Struct, frozen=True):
    """The state of one seat's turn: what it chose, in how many presses, the choice before it now (-1: none), whether a
    hand was at it since the call or the pause, and since when the dial is held."""

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
    early: bool = False  # the dial is held, and the next window is not open yet
    past: tuple[PastTurn, ...] = ()
    unheeded: int = 0  # how often in a row a turn was called to which nobody came
    told: tuple[LineId, ...] = ()  # what was said last, before this stage
    given: tuple[GivenAnswer, ...] = ()  # what was answered so far
    left: tuple[GivenAnswer, ...] = ()  # what was marked where BACK led away, until that comes again
    sting: Token = NOBODY_WAITS  # while a verdict waits for it with its words
    judged: bool = False  # it had a verdict that counted; BACK may have led on from there
    before: Answer | None = None  # what was answered or marked at this stage when the game was there before
    laying: LayingOut = LayingOut.NOT_BEGUN
    had_night: bool = False  # the one under way is not its first
    called: tuple[Fact, ...] = ()  # in the night under way, before this stage: up to the call heard last

    @property
    def is_uncounted(self) -> bool:
        """Whether it had a verdict that was taken back: ended now, it counts nothing."""
        return self.judged and not isinstance(self.stage, Verdict)

    @property
    def keeps_secrets(self) -> bool:
        """Whether what is written now, nobody may read: by the game's word, or because only some are asked."""
        return self.play.keeps_secrets or (isinstance(self.stage, Ask | Tell) and self.stage.who != TABLE)


LyingCards: TypeAlias = tuple[Setup, ...]
"""Of the game that was laid out last. Where laying out others was given up in its midst, theirs as well: then nobody
knows which cards lie there, or whether any do. Empty where none were touched since the box was switched on."""


def cards_on_table(lying: Mapping[str, LyingCards], session: Session) -> Mapping[str, LyingCards]:
    """Return the cards that lie there if this game ends now."""
    setup, known = session.setup, lying.get(session.game, ())
    own = Setup(setup.scenario, setup.players, setup.deck, setup.options)
    if session.laying is LayingOut.OVER:
        return {**lying, session.game: (own,)}
    mixed = session.laying is LayingOut.IN_ITS_MIDST and own not in known
    return {**lying, session.game: (*(known or (NO_CARDS,)), own)} if mixed else lying


def restore_cards(lying: Mapping[str, LyingCards], session: Session) -> Mapping[str, LyingCards]:
    """Return the cards that lie there after a power cut: what lay there before the game stands in its setup."""
    return cards_on_table({**lying, session.game: session.setup.before}, session)


_F = TypeVar("_F", bound=Feature)


class HeldDial(Enum):
    """The outcome of holding the dial, which may want to turn yet."""

    NOTHING = auto()
    SPEECH = auto()
    ANSWER = auto()


class Rest(Struct, frozen=True):
    """The last touch, and what the box does because none came since. The gesture that woke it is swallowed, not acted
    on."""

    touched: float = 0.0
    dozing: bool = False  # the loudspeaker
    asleep: bool = False
    leaving: bool = False  # it is being switched off
    swallow: bool = False


class GameBefore(Struct, frozen=True):
    """The game before, as it was begun, and who played it, by their numbers in the evening."""

    play: Play | None = None
    people: tuple[int, ...] = ()


class Table(Struct, frozen=True):
    """The state of the table. A step takes one of these and an event, and gives the next."""

    choices: Choices
    now: float = 0.0
    page: Page = HomePage()
    session: Session | None = None
    seed: int = 0
    token: Token = 0
    rest: Rest = Rest()
    disk_pace: Seconds = 0.0  # how long an entry may take to be on the card
    faults: Mapping[Part, Fault] = {}
    untold: tuple[Fault, ...] = ()  # of the machine, until the game is over
    battery: Battery | None = None
    caption: Caption | None = None
    standings: Standings | None = None
    anew: tuple[EveningPerson, ...] = ()  # the people of the new evening that the game begins which was asked for
    looked_up: bool = False  # whether the scores were asked for them since power-on
    trying: Score | None = None  # the call to try, of the welcome
    held_dial: HeldDial | Page = HeldDial.NOTHING  # or the page left so; turned while still held, it is back
    gauge_until: float = 0.0  # the picture of the loudness stands over the page until then
    ceiling: int = LOUDEST  # no choice is heard louder than this
    before: GameBefore = GameBefore()
    lying: Mapping[str, LyingCards] = {}  # what may lie there of each game, as far as that is known
    spelling: Spelling = Spelling.WHOLE  # how much of each name the page is drawn with: see `look`
    by_number: bool = False  # the voices call people by number, although all have names
    features: Mapping[type[Feature], Feature] = {}  # that few boxes have, while they are in use
    advised: frozenset[str] = frozenset()  # what was said once already since the box was switched on

    @property
    def games_before(self) -> int:
        """Return how many games came before; it decides which lines are said in their second phrasing: one number for a
        whole game, known to everybody."""
        return self.session.setup.games_before if self.session else self.choices.games

    @property
    def stage(self) -> Stage | None:
        """The stage of the game under way."""
        return self.session.stage if self.session else None

    def of(self, kind: type[_F]) -> _F | None:
        """Return what is kept for this feature while it is in use."""
        found = self.features.get(kind)
        return found if isinstance(found, kind) else None

    def with_feature(self, feature: Feature) -> "Table":
        return replace(self, features={**self.features, type(feature): feature})

    def without(self, kind: type[Feature]) -> "Table":
        return replace(self, features={each: kept for each, kept in self.features.items() if each is not kind})


FILES = frozenset({Part.CONFIG, Part.ASIDE, Part.WORDS, Part.VOICES, Part.GAME})
"""Parts that are files: nothing mends them while the box runs, so they are told once."""


MACHINE = frozenset({Part.POWER, Part.HEAT, Part.BATTERY})
"""Parts of the machine under the box: what befalls it in a game is told after it, even where that is over by then."""


def mendable_faults(table: Table) -> tuple[Part, ...]:
    """Return what is broken and may be mended while the box runs: the pages that people look at for long name it."""
    return tuple(part for part in table.faults if part not in FILES)


TableStep: TypeAlias = tuple[Table, tuple[Effect, ...]]


def step_after(before: Iterable[Effect], step: TableStep) -> TableStep:
    """Put these effects before those of the step."""
    table, effects = step
    return table, (*before, *effects)
