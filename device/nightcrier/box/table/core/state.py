"""Contains the state of the table: the game under way, the page over it or over home, what people chose, and what is
broken. `Page` and `Feature` define what each of their kinds must implement."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Caption, Event, Input, Standings
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.conductor import NO_PACES, Paces, Score
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import LONGEST_LOOK, TABLE, Ask, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.effects import Effect, Reached
from nightcrier.box.table.core.house import LOUDEST, Choices, House
from nightcrier.box.table.core.names import Spelling
from nightcrier.box.table.core.talk_clock import LastingClock, TalkClock
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import NOBODY_WAITS, LineId, Seconds, Token
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.people import EveningPerson
from nightcrier.kernel.phrasings import Bags
from nightcrier.kernel.screen import LampState

if TYPE_CHECKING:
    from nightcrier.wire.public_record import TableShown


class LayingOut(Enum):
    """The states of laying out a game's cards. Once the game has begun, all cards are laid out, even after BACK."""

    NOT_BEGUN = auto()
    IN_ITS_MIDST = auto()
    OVER = auto()

    def at(self, stage: Stage) -> "LayingOut":
        """Return the state at this stage of the game. Before the game itself begins, every stage is a Tell."""
        if self is LayingOut.OVER or not isinstance(stage, Tell):
            return LayingOut.OVER
        return LayingOut.IN_ITS_MIDST if stage.lays else self


class TurnState(Struct, frozen=True):
    """The state of one seat's turn. `row` holds the choices of the seat, and `index` the choice shown now (-1: none).
    `held` is when somebody began to hold the dial, which shows a secret for `look` seconds. `touched` is true if
    somebody has used a control since the call or the pause began. `looked` is true if somebody has looked since the
    last choice that must be read."""

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
    latched: float | None = None  # the last press in place of holding: when its look would end, a picture is sent


class PastTurn(Struct, frozen=True):
    """A secret turn of the present show that was answered, with the game before the answer."""

    name: str
    play: Play
    stage: Stage
    acting: TurnState


class GivenAnswer(Struct, frozen=True):
    ask: Ask
    value: Answer
    bags: Bags = Bags()


class Cursor(Struct, frozen=True):
    """The row or choice that people have reached at a stage. `index` is the choice or row that is shown (-1: none yet),
    and `marked` are the chosen options. `held` is when somebody began to hold the dial to see a secret. In a checklist,
    `called` is when the row was called out, and `call_at` when the next row will be. `turned` means that somebody has
    turned to an answer, so that the question is not said again."""

    index: int = 0
    marked: tuple[int, ...] = ()
    held: float | None = None
    called: float | None = None
    call_at: float | None = None
    turned: bool = False


class Session(Struct, frozen=True):
    """The game under way and the stage it has reached."""

    game: str
    setup: Setup
    seed: int
    play: Play
    stage: Stage
    cursor: Cursor = Cursor()
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
    tale: Token = NOBODY_WAITS  # what is told of the game after its verdict
    judged: bool = False  # it had a verdict that counted; BACK may have led on from there
    before: Answer | None = None  # what was answered or marked at this stage when the game was there before
    laying: LayingOut = LayingOut.NOT_BEGUN
    had_night: bool = False  # a night has passed: the next is not the first
    called: Fact | None = None  # the last call of this night before this stage
    bags: Bags = Bags()
    goes_back: bool = False  # BACK has led to this stage: what it says was heard already
    paces: Paces = NO_PACES  # how long people took in their turns until now

    @property
    def clock_over_it(self) -> TalkClock | None:
        """The clock that still runs after its discussion, and will cut this stage at zero, or None if there is no such
        clock."""
        stage, lasting = self.stage, self.lasting
        cut = isinstance(stage, Perform | Ask | Tell) and lasting is not None and "" != lasting.name == stage.clock
        return lasting.clock if cut and lasting and not lasting.clock.up else None

    @property
    def unused_since(self) -> float:
        return self.since if self.unused is None else self.unused

    @property
    def cut_at(self) -> float | None:
        """The time at which a clock cuts this stage, or None if no clock does, or while the show is paused."""
        paused = self.score is not None and self.score.paused
        return None if paused or self.clock_over_it is None else self.clock_over_it.zero

    @property
    def asks_for_second(self) -> bool:
        """True if the present line was requested twice, so that it is said in the second language."""
        return self.said_again > 0 and self.said_again % 2 == 0

    @property
    def is_uncounted(self) -> bool:
        """True if the verdict of the game was withdrawn. If the game ended now, it would count no points."""
        return self.judged and not isinstance(self.stage, Verdict)

    @property
    def keeps_secrets(self) -> bool:
        """True if nobody may read the entries written now: the game demands it, or one seat alone is asked."""
        return self.play.keeps_secrets or self.is_for_one

    @property
    def is_for_one(self) -> bool:
        """True if the stage asks or tells one seat alone, or the host."""
        return isinstance(self.stage, Ask | Tell) and self.stage.who != TABLE


class Surface(Struct, frozen=True):
    """Everything that people see and use at one moment: the ground, which is home or the stage of a game, or a page
    over it."""

    @abstractmethod
    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        """Do what a gesture means on this page or stage. If it means nothing, change nothing."""

    @abstractmethod
    def view(self, house: House, table: "Table") -> View: ...

    @abstractmethod
    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines with which the spoken menu reads this page or stage, or none if there is nothing to read."""

    def title(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines that say where people are. They are said when a page opens, before its other lines."""
        return ()

    def controls(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines that say what the controls do. They are said once after power-on, after the other lines."""
        return ()

    def all_lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """Return the lines that say where people are, what is chosen, and what the controls do."""
        return *self.title(house, table), *self.lines(house, table), *self.controls(house, table)

    def due(self, table: "Table") -> float | None:
        """Return the next time at which this page or stage changes by itself, or None. A game under way has its own
        times."""
        return None


class Page(Surface, frozen=True):
    """A page over the ground. Two pages that show the same place are equal values."""

    is_open: ClassVar[bool] = False
    """True if wishes may change the next game while this page is shown."""

    stays: ClassVar[bool] = False
    """True if this page stays open when the game moves on to its next stage."""

    reads_along: ClassVar[bool] = False
    """True if this page shows what is being said even if a voice says it well."""

    def go_on(self, house: House, table: "Table", at: float) -> "TableStep":
        """Do what comes next after everything on this page has been said."""
        return table, ()

    def take_up(self, house: House, table: "Table") -> "TableStep":
        """Continue after the notice of a fault is gone from this page, or after the loudspeaker was repaired."""
        return table, ()

    def pass_time(self, house: House, table: "Table", at: float) -> "TableStep":
        """Leave this page by itself if its time is over."""
        return table, ()

    def without_cover(self) -> "Page | None":
        """Return the page under a message or a call for help, or this page if nothing covers it."""
        return self

    def tell(self, shown: "TableShown") -> "TableShown":
        """Return the public state, with what a companion may know about this page apart from its lines."""
        return shown

    def is_in_hand(self, caption: Caption) -> bool:
        """Say whether the caption must not cover this page, because the reader turns its pages or reads it alone."""
        return caption.menu


class Feature(Struct, frozen=True):
    """Holds the state of one feature while it is in use, and the hooks that the table calls."""

    keeps_on: ClassVar[bool] = False
    """True if the box must not switch itself off while the feature is in use."""

    @property
    def asks_root(self) -> bool:
        return False

    def due(self, house: House, table: "Table") -> float | None:
        """Return the next time at which the feature acts or looks different by itself, or None."""
        return None

    def lamp(self, table: "Table") -> LampState | None:
        """Return the state of the lamp that the feature wants, or None. It has priority over every other state."""
        return None

    def tell(self, shown: "TableShown") -> "TableShown":
        return shown

    def settle(self, house: House, table: "Table", event: Event) -> "TableStep":
        """Do what is due for the feature. The table calls this method after every event, including a tick."""
        return table, ()


_F = TypeVar("_F", bound=Feature)


class HeldDial(Enum):
    """Says what holding the dial has done. People may turn the dial while they still hold it."""

    NOTHING = auto()
    SPEECH = auto()
    READING = auto()
    ANSWER = auto()


class Rest(Struct, frozen=True):
    """When the box was last touched, and how far it sleeps because nobody uses it. The gesture that wakes the box does
    nothing else."""

    touched: float = 0.0
    dozing: bool = False  # the loudspeaker
    asleep: bool = False
    leaving: bool = False  # it is being switched off
    swallow: bool = False
    looked_up: bool = False  # whether the scores were asked for them since power-on


class Scan(Struct, frozen=True):
    """The gesture that scanning offers now, by its index, or None. It is offered `until` a time, and `left` more follow
    it. Before the time `late`, a press takes the offer `before` this one, or nothing if there was none. `taken` means
    that this turn was just taken, and may be taken again. `held` means that the next press releases a held dial."""

    offer: int | None = None
    until: float | None = None
    left: int = 0
    late: float = 0.0
    before: int | None = None
    taken: bool = False
    held: bool = False


class GameBefore(Struct, frozen=True):
    """The previous game at its beginning, the numbers of its players in the evening, and how many games in a row used
    its deck. `result` says how people want to enter results this evening, and `tipped` whether they were told the tip
    about it."""

    play: Play | None = None
    people: tuple[int, ...] = ()
    deck: tuple[str, ...] = ()
    times: int = 0
    result: str = ""
    tipped: bool = False

    def in_new_evening(self) -> "GameBefore":
        """Return what stays valid in a new evening, in which nobody has a number yet."""
        return replace(self, people=(), result="", tipped=False)


class Table(Struct, frozen=True):
    """The state of the table. A step takes a table and an event, and returns the next table."""

    choices: Choices
    now: float = 0.0
    page: Page | None = None  # None: the ground, which is the stage of the game under way, or else home
    starts: bool = False  # START was pressed on a page where it begins the next game
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
    trying: Score | None = None  # the call to try, of the welcome
    held_dial: HeldDial | Page | None = HeldDial.NOTHING  # or the page held on; turned while still held, it is back
    gauge_until: float = 0.0  # the picture of the loudness stands over the page until then
    ceiling: int = LOUDEST  # no choice is heard louder than this
    before: GameBefore = GameBefore()
    spelling: Spelling = Spelling.WHOLE  # how much of each name the page is drawn with: see `look`
    by_number: bool = False  # the voices call people by number, although all have names
    features: Mapping[type[Feature], Feature] = {}  # that few boxes have, while they are in use
    advised: frozenset[str] = frozenset()  # what was said once already since the box was switched on

    @property
    def bags(self) -> Bags:
        return self.session.bags if self.session else self.choices.bags

    @property
    def stage(self) -> Stage | None:
        return self.session.stage if self.session else None

    @property
    def at_home(self) -> bool:
        """True if home is shown: no game is under way, and no page is open."""
        return self.page is None and self.session is None

    @property
    def turned_now(self) -> Page | Cursor | None:
        """The page or cursor that turning the dial would change now, or None at home."""
        return self.page or (self.session.cursor if self.session else None)

    @property
    def has_music(self) -> bool:
        """True while the music of a verdict plays and no voice has begun to say who has won."""
        return self.session is not None and NOBODY_WAITS != self.session.sting == self.token

    def with_cursor(self, cursor: Cursor) -> "Table":
        return replace(self, session=replace(self.session, cursor=cursor)) if self.session else self

    def of(self, kind: type[_F]) -> _F | None:
        """Return the state of a feature, or None if the feature is not in use."""
        found = self.features.get(kind)
        return found if isinstance(found, kind) else None

    def with_feature(self, feature: Feature) -> "Table":
        return replace(self, features={**self.features, type(feature): feature})

    def without(self, kind: type[Feature]) -> "Table":
        return replace(self, features={each: kept for each, kept in self.features.items() if each is not kind})


TableStep: TypeAlias = tuple[Table, tuple[Effect, ...]]


def step_after(before: Iterable[Effect], step: TableStep) -> TableStep:
    table, effects = step
    return table, (*before, *effects)
