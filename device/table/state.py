"""The state of the table: which page stands on the screen, the game under way, what people chose, what is broken."""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.events import Caption, Fault, Part, Standings
from device.kernel.ids import Seconds, Token
from device.kernel.machine_state import Battery
from device.kernel.people import EveningPerson
from device.show.play import Play
from device.show.score import Score
from device.show.stages import Stage
from device.table.effects import Effect
from device.table.feature import Feature
from device.table.given_names import Spelling
from device.table.house import LOUDEST, Choices
from device.table.page_kinds import HomePage, Page
from device.table.session_state import LyingCards, Session

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

    def having(self, feature: Feature) -> "Table":
        return replace(self, features={**self.features, type(feature): feature})

    def without(self, kind: type[Feature]) -> "Table":
        return replace(self, features={each: kept for each, kept in self.features.items() if each is not kind})


FILES = frozenset({Part.CONFIG, Part.ASIDE, Part.WORDS, Part.VOICES, Part.GAME})
"""Parts that are files: nothing mends them while the box runs, so they are told once."""


MACHINE = frozenset({Part.POWER, Part.HEAT, Part.BATTERY})
"""Parts of the machine under the box: what befalls it in a game is told after it, even where that is over by then."""


def lasting_faults(table: Table) -> tuple[Part, ...]:
    """Return what is broken and may be mended while the box runs: the pages that people look at for long name it."""
    return tuple(part for part in table.faults if part not in FILES)


TableStep: TypeAlias = tuple[Table, tuple[Effect, ...]]


def step_after(before: Iterable[Effect], step: TableStep) -> TableStep:
    """Put these effects before those of the step."""
    table, effects = step
    return table, (*before, *effects)
