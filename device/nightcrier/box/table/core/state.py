"""Contains the state of the table: its page, the game under way with the clock of its discussion, what people chose,
and what is broken."""

import math
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Caption, Standings
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.conductor import NO_PACES, Paces, Score
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import NO_CARDS, Setup
from nightcrier.box.show.stages import LONGEST_LOOK, TABLE, Ask, Perform, Stage, Tell, Verdict, in_the_dark
from nightcrier.box.table.core.effects import Effect, Reached
from nightcrier.box.table.core.feature_kinds import Feature
from nightcrier.box.table.core.house import LOUDEST, Choices, LyingCards
from nightcrier.box.table.core.names import Spelling
from nightcrier.box.table.core.page_kinds import HomePage, Page
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import NOBODY_WAITS, LineId, Seconds, Token
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.people import EveningPerson

_HAIR: Seconds = 1e-6
"""A time that is longer than any rounding error in a sum of times, and shorter than anybody can notice."""


class TalkClock(Struct, frozen=True):
    """The clock of a discussion. A running clock counts down to `zero` or `up` from it; a stopped one shows `left`."""

    zero: float | None
    left: Seconds = 0.0
    up: bool = False

    def seconds(self, at: float) -> Seconds:
        """Return the seconds left of the discussion. If the discussion has no end, return how long it has lasted."""
        if self.zero is None:
            return self.left
        return max(0.0, at - self.zero if self.up else self.zero - at)

    def whole_seconds(self, at: float) -> int:
        """Return the whole seconds on the clock. Everything that is due at a full second uses this number, because a
        sum of fractions may miss the second by a rounding error."""
        seconds = self.seconds(at)
        return math.floor(seconds + _HAIR) if self.up else math.ceil(seconds - _HAIR)

    def next_second(self, at: float) -> float | None:
        """Return the time at which the clock will show another second. Return None while the clock is stopped."""
        if self.zero is None:
            return None
        shown = self.whole_seconds(at)
        return self.zero + shown + 1 if self.up else self.zero - max(0, shown - 1)

    def stop(self, at: float) -> "TalkClock":
        return TalkClock(None, float(self.whole_seconds(at)), self.up)

    def running(self, at: float) -> "TalkClock":
        """Return the clock running on from the time that it shows. A running clock stays unchanged."""
        return TalkClock(at - self.left if self.up else at + self.left, up=self.up) if self.zero is None else self


class LastingClock(Struct, frozen=True):
    """A clock that keeps running after its discussion. A later discussion with the same name continues the clock."""

    name: str
    clock: TalkClock


def is_for_nobody(stage: Stage) -> bool:
    """Say whether a stage is a call at night for which nobody acts. It sounds as if somebody were asked."""
    return isinstance(stage, Perform) and stage.still and in_the_dark(stage)


class LayingOut(Enum):
    """The states of laying out a game's cards. Once the game is played, all cards are laid out, even after BACK."""

    NOT_BEGUN = auto()
    IN_ITS_MIDST = auto()
    OVER = auto()

    def at(self, stage: Stage) -> "LayingOut":
        """Return the state at this stage of the game. Before the play, all stages only tell people something."""
        if self is LayingOut.OVER or not isinstance(stage, Tell):
            return LayingOut.OVER
        return LayingOut.IN_ITS_MIDST if stage.lays else self


class TurnState(Struct, frozen=True):
    """The state of one seat's turn. `row` holds the choices of the seat, and `index` the choice shown now (-1: none).
    `held` is the time at which somebody began to hold the dial, which shows a secret for `look` seconds. `touched` is
    true if somebody has used a control since the call or the pause began. `looked` is true if somebody has looked since
    the last choice that has to be read."""

    name: str
    row: Picks = ()
    pressed: int = 0
    index: int = -1
    touched: bool = False
    looked: bool = False
    held: float | None = None
    look: Seconds = LONGEST_LOOK
    settled: bool = False  # what came of the last choice may have been seen: BACK takes it back no more
    late: bool = False  # chosen so late that it could not be written down before the end: it shows nothing


class PastTurn(Struct, frozen=True):
    """A secret turn of the show under way that was answered, with the game before the answer."""

    name: str
    play: Play
    stage: Stage
    acting: TurnState


class GivenAnswer(Struct, frozen=True):
    ask: Ask
    value: Answer


class Session(Struct, frozen=True):
    """The game under way and the stage it has reached."""

    game: str
    setup: Setup
    seed: int
    play: Play
    stage: Stage
    since: float = 0.0  # when the stage was entered; after a power cut, when it was taken up again
    unused: float | None = None  # since when no stage has needed the loudspeaker, if that is before this stage
    score: Score | None = None
    clock: TalkClock | None = None
    lasting: LastingClock | None = None
    place: Reached = Reached()  # where a power cut left it
    held: bool = False  # the show waits for a loudspeaker or a screen that was pulled
    said_again: int = 0  # how often the present call, or what this stage told, was asked for again
    reminded: bool = False  # the box has said once more that this show pauses
    acting: TurnState | None = None
    early: bool = False  # the dial is held, and the next window is not open yet
    past: tuple[PastTurn, ...] = ()
    unheeded: int = 0  # how often in a row a turn was called to which nobody came
    told: tuple[LineId, ...] = ()  # what was said last, before this stage
    given: tuple[GivenAnswer, ...] = ()  # what was answered so far
    left: tuple[GivenAnswer, ...] = ()  # answers and marks of questions that BACK has left
    sting: Token = NOBODY_WAITS  # the sting that sounds before the words of a verdict
    judged: bool = False  # it had a verdict that counted; BACK may have led on from there
    before: Answer | None = None  # what was answered or marked at this stage when the game was there before
    laying: LayingOut = LayingOut.NOT_BEGUN
    had_night: bool = False  # a night has passed: the next is not the first
    called: Fact | None = None  # the last call of this night before this stage
    paces: Paces = NO_PACES  # how long people took in their turns until now

    @property
    def clock_over_it(self) -> TalkClock | None:
        """The clock that still runs after its discussion, and cuts this stage at zero. None if there is no such
        clock."""
        stage, lasting = self.stage, self.lasting
        cut = isinstance(stage, Perform | Ask | Tell) and lasting is not None and "" != lasting.name == stage.clock
        return lasting.clock if cut and lasting and not lasting.clock.up else None

    @property
    def unused_since(self) -> float:
        return self.since if self.unused is None else self.unused

    @property
    def cut_at(self) -> float | None:
        """The time at which a clock cuts this stage. None if no clock does, or while the show is paused."""
        paused = self.score is not None and self.score.paused
        return None if paused or self.clock_over_it is None else self.clock_over_it.zero

    @property
    def asks_for_second(self) -> bool:
        """True if what is said now was asked for a second time, so that it comes in the second language."""
        return self.said_again > 0 and self.said_again % 2 == 0

    @property
    def is_uncounted(self) -> bool:
        """True if the verdict of the game was withdrawn. If the game ends now, it counts no points."""
        return self.judged and not isinstance(self.stage, Verdict)

    @property
    def keeps_secrets(self) -> bool:
        """True if nobody may read what is written now: the game demands it, or not everybody is asked."""
        return self.play.keeps_secrets or self.is_for_one

    @property
    def is_for_one(self) -> bool:
        """Say whether the stage asks or tells one seat alone, or the host."""
        return isinstance(self.stage, Ask | Tell) and self.stage.who != TABLE


MOST_LYING = 4
"""The most setups that are kept for a game. Of so many nobody knows which one lies there."""


def cards_on_table(lying: Mapping[str, LyingCards], session: Session) -> Mapping[str, LyingCards]:
    """Return the cards that lie on the table if this game ends now."""
    setup, known = session.setup, lying.get(session.game, ())
    own = Setup(setup.scenario, setup.players, setup.deck, setup.options)
    if session.laying is LayingOut.OVER:
        return {**lying, session.game: (own,)}
    mixed = session.laying is LayingOut.IN_ITS_MIDST and own not in known
    return {**lying, session.game: (*(known or (NO_CARDS,)), own)[-MOST_LYING:]} if mixed else lying


_F = TypeVar("_F", bound=Feature)


class HeldDial(Enum):
    """The result of holding the dial. People may turn the dial while they still hold it."""

    NOTHING = auto()
    SPEECH = auto()
    READING = auto()
    ANSWER = auto()


class Rest(Struct, frozen=True):
    """The time of the last touch, and how far the box sleeps because nobody uses it. The gesture that wakes the box
    does nothing else."""

    touched: float = 0.0
    dozing: bool = False  # the loudspeaker
    asleep: bool = False
    leaving: bool = False  # it is being switched off
    swallow: bool = False


class Scan(Struct, frozen=True):
    """The gesture that scanning offers now, by its index, or None: it stands `until` then, and `left` more follow it.
    Until `late` a press still means the offer `before`, or nothing if there was none. `taken` means that this turn was
    just taken, and may be again. `held` means that a held dial was taken, which the next press lets go."""

    offer: int | None = None
    until: float | None = None
    left: int = 0
    late: float = 0.0
    before: int | None = None
    taken: bool = False
    held: bool = False


class GameBefore(Struct, frozen=True):
    """The previous game at its beginning, the numbers of its players in the evening, and how many games in a row had
    its deck."""

    play: Play | None = None
    people: tuple[int, ...] = ()
    deck: tuple[str, ...] = ()
    times: int = 0


class Table(Struct, frozen=True):
    """The state of the table. A step takes a table and an event, and returns the next table."""

    choices: Choices
    now: float = 0.0
    page: Page = HomePage()
    session: Session | None = None
    seed: int = 0
    token: Token = 0
    rest: Rest = Rest()
    scan: Scan = Scan()
    disk_pace: Seconds = 0.0  # how long an entry may take to be on the card
    faults: Mapping[Part, Fault] = {}
    untold: tuple[Fault, ...] = ()  # of the machine, until the game is over
    battery: Battery | None = None
    caption: Caption | None = None
    standings: Standings | None = None
    anew: tuple[EveningPerson, ...] = ()  # the people of the new evening that the next game begins
    looked_up: bool = False  # whether the scores were asked for them since power-on
    trying: Score | None = None  # the call to try, of the welcome
    held_dial: HeldDial | Page = HeldDial.NOTHING  # or the page held on; turned while still held, it is back
    gauge_until: float = 0.0  # the picture of the loudness stands over the page until then
    ceiling: int = LOUDEST  # no choice is heard louder than this
    before: GameBefore = GameBefore()
    spelling: Spelling = Spelling.WHOLE  # how much of each name the page is drawn with: see `look`
    by_number: bool = False  # the voices call people by number, although all have names
    features: Mapping[type[Feature], Feature] = {}  # that few boxes have, while they are in use
    advised: frozenset[str] = frozenset()  # what was said once already since the box was switched on

    @property
    def games_before(self) -> int:
        """The number of games that began before this one. Everybody knows this number. It decides which lines are said
        in other words during the whole game."""
        return self.session.setup.games_before if self.session else self.choices.games

    @property
    def stage(self) -> Stage | None:
        return self.session.stage if self.session else None

    def of(self, kind: type[_F]) -> _F | None:
        """Return the state of a feature, or None if the feature is not in use."""
        found = self.features.get(kind)
        return found if isinstance(found, kind) else None

    def with_feature(self, feature: Feature) -> "Table":
        return replace(self, features={**self.features, type(feature): feature})

    def without(self, kind: type[Feature]) -> "Table":
        return replace(self, features={each: kept for each, kept in self.features.items() if each is not kind})


FILES = frozenset({Part.CONFIG, Part.ASIDE, Part.TRIAL, Part.WORDS, Part.VOICES, Part.GAME})
"""The parts that are files. Nobody can repair a file while the box runs, so each of their faults is shown only once."""


MACHINE = frozenset({Part.POWER, Part.HEAT, Part.BATTERY})
"""The parts of the machine under the box. If a fault comes during a game, it is shown after the game, even if
mended."""


def mendable_faults(table: Table) -> tuple[Part, ...]:
    """Return the broken parts that people can repair while the box runs. Home page and page of the day name them."""
    return tuple(part for part in table.faults if part not in FILES)


TableStep: TypeAlias = tuple[Table, tuple[Effect, ...]]


def step_after(before: Iterable[Effect], step: TableStep) -> TableStep:
    """Return the step with these effects before its own effects."""
    table, effects = step
    return table, (*before, *effects)
