"""What the table asks of the daemon beside the conductor's own effects."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.booth import Licence, TakeMade, TakeOrder
from device.kernel.ids import Language, LineId, Token
from device.kernel.people import EveningKind, EveningPerson, SeatedPerson
from device.show import cues as show
from device.show.answers import Answer, Picks
from device.show.setup import OptionValue, Setup
from device.table.house import Choices


class SetLoudness(Struct, frozen=True):
    """How loud voice and bed are from now on, each from 0 to 1."""

    voice: float
    bed: float


class SetDrone(Struct, frozen=True):
    """The low drone under the night has come so far on its way up, from 0, silence, to 1."""

    share: float


class SampleVoice(Struct, frozen=True):
    """Say this in the first language, unless something can be heard already: so people hear how loud that is."""

    line: LineId


class Doze(Struct, frozen=True):
    """Nobody is there: the loudspeaker may sleep."""


class Rouse(Struct, frozen=True):
    """A hand moved: the loudspeaker must be ready."""


class Remember(Struct, frozen=True):
    """Keep what people chose over a power cut."""

    choices: Choices


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


Entry: TypeAlias = Began | FormerBegan | Answered | Chosen | TakenBack | Reached | ClockKept | Closed


class Record(Struct, frozen=True):
    """Write this entry into the journal before anything else happens; `sealed`, so that nobody can read it there, and
    after so many `empty` ones that their number tells nothing."""

    entry: Entry
    sealed: bool = False
    empty: int = 0


class CountGame(Struct, frozen=True, tag="count"):
    """A game was judged: write down its points, by seat, for those who sat there in that evening. Without any, they are
    all who sit there. How the evening stands comes back as `Standings`."""

    game: str
    scenario: str
    points: tuple[int, ...]
    seated: tuple[SeatedPerson, ...] = ()
    evening: int = 0


class WithdrawGame(Struct, frozen=True, tag="withdraw"):
    """The verdict on the game under way was taken back: it counts nothing, and its sheet is no sheet, until the game is
    judged anew."""


class KeepSheet(Struct, frozen=True):
    """A game was judged that tells its course as a table: keep that as a file, once for each game."""

    game: str
    text: str


class NewEvening(Struct, frozen=True, tag="new-evening"):
    """Begin to count afresh; `target` counts in a short evening."""

    kind: EveningKind
    target: int
    names: tuple[str, ...]


class SeatPeople(Struct, frozen=True, tag="seat-people"):
    """These are the people of the evening now: somebody has a name, sits out, comes or leaves. Of no other evening than
    this one, where it has a number yet: another may have begun by command, and nothing is changed where the number is
    not known. `places` are the numbers they had before, where somebody has moved or was removed; who is in none of them
    is no more in this evening."""

    people: tuple[EveningPerson, ...]
    evening: int = 0
    places: tuple[int, ...] = ()


class Amend(Struct, frozen=True, tag="amend"):
    """A game of this evening was dialled in wrong: these are its points, by person; None when it does not count at all.
    `game` is the number of the one that was shown; older boxes noted none, and meant the last."""

    points: Mapping[int, int] | None = None
    evening: int = 0
    game: int = 0


class LookUp(Struct, frozen=True):
    """Somebody wants to know how the evening stands."""


class OpenBooth(Struct, frozen=True):
    """Somebody wants to record these lines: those of a `game` where one is named, of a scenario's `deck` where one is
    (with these `cards`, where it has others now), else all; with those that were kept before where they are spoken
    `again`."""

    language: Language
    person: str
    licence: Licence
    game: str = ""
    deck: str = ""
    cards: tuple[str, ...] = ()
    again: bool = False


class DirectTake(Struct, frozen=True):
    """An order to the program that records."""

    order: TakeOrder


class LeaveBooth(Struct, frozen=True):
    """Nobody records any more."""


class HearTake(Struct, frozen=True):
    """Play the clip that was made of a take."""

    token: Token
    take: TakeMade


class RereadVoices(Struct, frozen=True):
    """A person's clip is new: from now on it is heard."""


class PowerOff(Struct, frozen=True):
    """Shut the machine down safely."""


SoundEffect: TypeAlias = (
    show.HeardEffect | SetLoudness | SetDrone | SampleVoice | Doze | Rouse | HearTake | RereadVoices
)
"""The loudspeaker's."""
NoteEffect: TypeAlias = show.WindowOpened
"""The witness's."""
MemoryEffect: TypeAlias = Remember | Record
"""The keeper's."""
ScoreChange: TypeAlias = CountGame | WithdrawGame | NewEvening | SeatPeople | Amend
"""What changes how the evening stands."""
ScoreEffect: TypeAlias = ScoreChange | KeepSheet | LookUp
"""The bookkeeper's."""
BoothEffect: TypeAlias = OpenBooth | DirectTake | LeaveBooth
"""The recording program's."""
PowerEffect: TypeAlias = PowerOff
"""The machine's."""

Effect: TypeAlias = SoundEffect | NoteEffect | MemoryEffect | ScoreEffect | BoothEffect | PowerEffect
"""Each belongs to one performer, by its union."""
