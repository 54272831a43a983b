"""Has everything the table asks of the daemon beside the conductor's own effects: entries of the journal, changes
of the scores, and all else. From the entries a game is rebuilt after a power cut. A change of the scores may have
to wait in a note until they can be written."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.show import cues as show
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.booth_pipe import Licence, TakeMade, TakeOrder
from nightcrier.kernel.chores import RootChore
from nightcrier.kernel.ids import Language, LineId, Token
from nightcrier.kernel.people import DEFAULT_TARGET, EveningKind, EveningPerson, SeatedPerson
from nightcrier.kernel.refusal import Refusal


class Began(Struct, frozen=True, tag="began"):
    """Journal: a game began. With the answers that follow, the whole session can be rebuilt."""

    game: str
    setup: Setup
    seed: int


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


Entry: TypeAlias = Began | Answered | Chosen | TakenBack | Reached | ClockKept | CalledByNumber | Closed


class CountGame(Struct, frozen=True, tag="count"):
    """Write down the points of a game that was judged, by seat, for those who sat there in that evening. Without any,
    they are all who sit there. If it is the first game of all, its evening is of this kind. How the evening stands
    comes back as `Standings`."""

    game: str
    scenario: str
    points: tuple[int, ...]
    seated: tuple[SeatedPerson, ...] = ()
    evening: int = 0
    kind: EveningKind = EveningKind.OPEN
    target: int = DEFAULT_TARGET


class WithdrawGame(Struct, frozen=True, tag="withdraw"):
    """Take back the verdict on the game under way: it counts nothing, and its sheet is no sheet, until the game is
    judged anew."""


class NewEvening(Struct, frozen=True, tag="new-evening"):
    """Begin to count afresh; `target` counts in a short evening. `sits_out` are the numbers of those who do not play
    yet."""

    kind: EveningKind
    target: int
    names: tuple[str, ...]
    sits_out: tuple[int, ...] = ()


class SeatPeople(Struct, frozen=True, tag="seat-people"):
    """Seat these people in the evening: somebody has a name, sits out, comes or leaves. If the evening has a number, no
    other is changed: another may have begun by command; where the number is not known, nothing is changed. `places` are
    the numbers they had before, if somebody has moved or was removed; who is in none of them is no more in this
    evening."""

    people: tuple[EveningPerson, ...]
    evening: int = 0
    places: tuple[int, ...] = ()


class Amend(Struct, frozen=True, tag="amend"):
    """Mend a game of this evening that was dialled in wrong: these are its points, by person; None if it does not count
    at all. `game` is the number of the one that was shown; without one it is the last."""

    points: Mapping[int, int] | None = None
    evening: int = 0
    game: int = 0


ScoreChange: TypeAlias = CountGame | WithdrawGame | NewEvening | SeatPeople | Amend


class SetLoudness(Struct, frozen=True):
    """Set the loudness of voice and bed, each from 0 to 1."""

    voice: float
    bed: float


class SetDrone(Struct, frozen=True):
    """Raise the low drone under the night so far, from 0, silence, to 1."""

    share: float


class SampleVoice(Struct, frozen=True):
    """Say this in the first language, unless something can be heard already: so people hear how loud that is."""

    line: LineId


class Doze(Struct, frozen=True):
    """Let the loudspeaker sleep: nobody is there."""


class Rouse(Struct, frozen=True):
    """Wake the loudspeaker: a hand moved."""


class Remember(Struct, frozen=True):
    """Keep what people chose over a power cut."""

    choices: Choices


class Record(Struct, frozen=True):
    """Write this entry into the journal before anything else happens; `sealed`, so that nobody can read it there, and
    after so many `empty` ones that their number tells nothing."""

    entry: Entry
    sealed: bool = False
    empty: int = 0


class KeepSheet(Struct, frozen=True):
    """Keep the course of a game that was judged, as a table in a file, once for each game."""

    game: str
    text: str


class LookUp(Struct, frozen=True):
    """Ask how the evening stands."""


class OpenBooth(Struct, frozen=True):
    """Open the booth for these lines: those of a `game` if one is named, of a scenario's `deck` if one is (with these
    `cards`, if it has others now), else all; also those that were kept before if they are spoken `again`."""

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
    """Close the booth: nobody records any more."""


class HearTake(Struct, frozen=True):
    """Play the clip that was made of a take."""

    token: Token
    take: TakeMade


class RereadVoices(Struct, frozen=True):
    """Read a person's new clip: from now on it is heard."""


class AskRoot(Struct, frozen=True):
    """Ask root for what the box may not do itself."""

    chore: RootChore


class AnswerGuest(Struct, frozen=True):
    """Tell a guest what came of a wish: `word` says why it was refused, as the screen would; None if it was not."""

    guest: int
    number: int
    word: Refusal | None


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
ScoreEffect: TypeAlias = ScoreChange | KeepSheet | LookUp
"""The bookkeeper's."""
BoothEffect: TypeAlias = OpenBooth | DirectTake | LeaveBooth
"""The recording program's."""
ChoreEffect: TypeAlias = AskRoot
"""Root's."""
PowerEffect: TypeAlias = PowerOff
"""The machine's."""

PortEffect: TypeAlias = SoundEffect | NoteEffect | MemoryEffect | ScoreEffect | BoothEffect | ChoreEffect | PowerEffect
"""Each belongs to one performer, by its union."""
Effect: TypeAlias = PortEffect | AnswerGuest
"""An answer goes out once what came of the wish is shown."""
