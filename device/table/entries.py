"""What the journal of a game holds: from these entries it is rebuilt after a power cut."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.people import SeatedPerson
from device.show.answers import Answer, Picks
from device.show.setup import OptionValue, Setup


class Began(Struct, frozen=True, tag="game-began"):
    """Journal: a game began. With the answers that follow, the whole session can be rebuilt."""

    game: str
    setup: Setup
    seed: int


class FormerSetup(Struct, frozen=True):
    """What older boxes wrote of a game that began."""

    scenario: str
    players: int
    deck: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = {}
    fresh: tuple[str, ...] = ()
    practice: bool = False
    ledger: tuple[int, ...] = ()
    people: tuple[SeatedPerson, ...] = ()
    evening: int = 0
    heard: bool = False
    told: bool = False
    again: bool = False  # the same cards lay there, and were dealt anew; else nothing was asked before the night
    wording: int = 0  # how many games that box had begun

    def today(self) -> Setup:
        """The same game, as it is written now."""
        known = {name: getattr(self, name) for name in self.__struct_fields__ if name in Setup.__struct_fields__}
        setup = Setup(**known, seated=self.people, games_before=self.wording)
        same = Setup(self.scenario, self.players, self.deck, self.options)
        return replace(setup, asked=self.again, before=(same,) if self.again else ())


class FormerBegan(Struct, frozen=True, tag="began"):
    """Journal: the same in a journal of an older box; it is read, and never written."""

    game: str
    setup: FormerSetup
    seed: int

    def today(self) -> Began:
        """The same game, as it is written now."""
        return Began(self.game, self.setup.today(), self.seed)


class Answered(Struct, frozen=True, tag="answered"):
    """Journal: a stage was done, with this answer."""

    value: Answer


class Chosen(Struct, frozen=True, tag="chosen"):
    """Journal: so far this was chosen in the secret turn under way. Written at every press, before the press shows
    anything: whoever pulls the plug sees again what was seen, and nothing else."""

    turn: str
    row: Picks


class TakenBack(Struct, frozen=True, tag="taken-back"):
    """Journal: the call of the last turn is said again, and its seat may choose anew."""


class Reached(Struct, frozen=True, tag="reached"):
    """Journal: the show under way has come to this cue, the day to so many seconds left."""

    cue: int = 0
    left: float = 0.0


class ClockKept(Struct, frozen=True, tag="clock"):
    """Journal: a talk is over, and its clock goes on in the stages after it, with so many seconds on it."""

    name: str
    seconds: float
    up: bool = False


class Closed(Struct, frozen=True, tag="closed"):
    """Journal: the game is over; nothing of it needs to be kept."""


class CalledByNumber(Struct, frozen=True, tag="called-by-number"):
    """Journal: from here on the voices call people by number, although all have names; or `on=False`: by name again."""

    on: bool = True


Entry: TypeAlias = Began | FormerBegan | Answered | Chosen | TakenBack | Reached | ClockKept | CalledByNumber | Closed
