"""The state of the table: which page stands on the screen, the game under way, what people chose, what is broken."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TypeAlias

from msgspec import Struct

from device.kernel.booth import Spoilt, TakeMade
from device.kernel.chores import Chore, ChoreDone, StickIn, WifiUp
from device.kernel.events import Caption, Fault, Part, Standings
from device.kernel.ids import Decibels, LineId, Seconds, Token
from device.kernel.machine_state import Battery
from device.kernel.people import EveningPerson
from device.show.play import Play
from device.show.score import Score
from device.table.effects import Effect
from device.table.given_names import Spelling
from device.table.house import LOUDEST, Choices
from device.table.lying_cards import LyingCards
from device.table.page_kinds import HomePage, Page
from device.table.session_state import Session


class HeldDial(Enum):
    """What came of it that the finger on the dial holds it: it may want to turn yet."""

    NOTHING = auto()
    SPEECH = auto()
    ANSWER = auto()
    LEAVING = auto()


class BoothMood(Enum):
    """What somebody who records does now: at `LICENCE` reads that of a voice that is there already; a
    take that is `CUT` is being made into a clip."""

    KEYS = auto()
    LICENCE = auto()
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
    licence: str = ""  # of the voice, where it is another than stood in the menu

    @property
    def keeps_again(self) -> bool:
        """Whether the card took nothing of a take that is still there."""
        return self.mood is BoothMood.REFUSED and self.why == Spoilt.NOT_KEPT and self.take is not None


class OwnWifi(Struct, frozen=True):
    """The box's own: `up` once root has said so, None while root is at it; `used` is when something last came of it."""

    up: WifiUp | None
    used: float


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
    leaving: bool = False  # it is being switched off, as nobody was there
    faults: Mapping[Part, Fault] = {}
    untold: tuple[Fault, ...] = ()  # of the machine, until the game is over
    battery: Battery | None = None
    caption: Caption | None = None
    standings: Standings | None = None
    anew: tuple[EveningPerson, ...] = ()  # the people of the new evening that the game begins which was asked for
    looked_up: bool = False  # whether the scores were asked for them since power-on
    trying: Score | None = None  # the call to try, of the welcome
    held_dial: HeldDial = HeldDial.NOTHING
    left: Page | None = None  # the page that was left by holding the dial; turned while still held, it comes back
    gauge_until: float = 0.0  # the picture of the loudness stands over the page until then
    ceiling: int = LOUDEST  # no choice is heard louder than this
    last: Play | None = None  # the game before, as it was begun
    lying: Mapping[str, LyingCards] = {}  # what may lie there of each game, as far as that is known
    playing: tuple[int, ...] = ()  # who played the game before, by their numbers in the evening
    spelling: Spelling = Spelling.WHOLE  # how much of each name the page is drawn with: see `look`
    by_number: bool = False  # the voices call people by number, although all have names
    booth: OpenedBooth | None = None  # while somebody records
    stick: StickIn | None = None
    stick_waits: bool = False  # nobody was asked yet what to do with it
    chore: Chore | ChoreDone | None = None  # what root was asked for, then what came of it
    late: tuple[ChoreDone, ...] = ()  # of the card, or that nothing was forgotten: as far as it waits for home
    chore_free: float = 0.0  # from then on a phone may ask root for something again
    wifi: OwnWifi | None = None  # of the box itself, where it is in no network
    dusk: float | None = None  # when the nights of all tables of the hall begin, where that was announced
    wants_help: bool = False  # the organiser of the hall is called
    found_until: float = 0.0  # the lamp blinks until then, for whoever looks for this box
    advised: frozenset[str] = frozenset()  # what was said once already since the box was switched on

    @property
    def games_before(self) -> int:
        """It decides which lines are said in their second phrasing: one number for a whole game, known to everybody."""
        return self.session.setup.games_before if self.session else self.choices.games


FILES = frozenset({Part.CONFIG, Part.ASIDE, Part.WORDS, Part.VOICES, Part.GAME})
"""Parts that are files: nothing mends them while the box runs, so they are told once."""


MACHINE = frozenset({Part.POWER, Part.HEAT, Part.BATTERY})
"""Parts of the machine under the box: what befalls it in a game is told after it, even where that is over by then."""


def lasting_faults(table: Table) -> tuple[Part, ...]:
    """What is broken and may be mended while the box runs: the pages that people look at for long name it."""
    return tuple(part for part in table.faults if part not in FILES)


TableStep: TypeAlias = tuple[Table, tuple[Effect, ...]]
