"""Contains everything that the table asks of the daemon, apart from the conductor's own effects: entries of the
journal, changes of the scores, and the rest. A game is rebuilt from its entries after a power cut. A change of the
scores may wait in a note until it can be written."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.show import cues as show
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.booth_messages import Licence, TakeMade, TakeOrder
from nightcrier.kernel.chores import RootChore
from nightcrier.kernel.ids import Language, LineId, Token
from nightcrier.kernel.people import DEFAULT_TARGET, EveningKind, EveningPerson, SeatedPerson
from nightcrier.kernel.refusal import Refusal


class Began(Struct, frozen=True, tag="began"):
    """Journal entry: a game began. With the answers that follow, the whole session can be rebuilt."""

    game: str
    setup: Setup
    seed: int


class Answered(Struct, frozen=True, tag="answered"):
    """Journal entry: a stage was done with this answer."""

    value: Answer


class Chosen(Struct, frozen=True, tag="chosen"):
    """Journal entry: the choices made so far in the secret turn under way. The entry is written at every press, before
    the press shows anything, so that pulling the plug lets nobody see more."""

    turn: str
    row: Picks


class TakenBack(Struct, frozen=True, tag="taken-back"):
    """Journal entry: the call of the last turn is said again, and its seat may choose anew."""


class Reached(Struct, frozen=True, tag="reached"):
    """Journal entry: the show under way has reached this cue, or the talk has this many seconds left."""

    cue: int = 0
    left: float = 0.0


class ClockKept(Struct, frozen=True, tag="clock"):
    """Journal entry: a talk is over, and its clock goes on in the next stages with this many seconds."""

    name: str
    seconds: float
    up: bool = False


class Closed(Struct, frozen=True, tag="closed"):
    """Journal entry: the game is over, and its entries may be deleted."""


class CalledByNumber(Struct, frozen=True, tag="called-by-number"):
    """Journal entry: the voices now call people by number although all have names, or by name again (`on=False`)."""

    on: bool = True


Entry: TypeAlias = Began | Answered | Chosen | TakenBack | Reached | ClockKept | CalledByNumber | Closed


class CountGame(Struct, frozen=True, tag="count"):
    """Write the points of a judged game, by seat, for the people who sat there in that evening. Without `seated`
    people, all people of the evening have played. The first game of all gives its evening this kind. The new standings
    come back as `Standings`."""

    game: str
    scenario: str
    points: tuple[int, ...]
    seated: tuple[SeatedPerson, ...] = ()
    evening: int = 0
    kind: EveningKind = EveningKind.OPEN
    target: int = DEFAULT_TARGET


class WithdrawGame(Struct, frozen=True, tag="withdraw"):
    """Take back the verdict on the game under way. Its points and its sheet do not count until the game is judged
    again."""


class NewEvening(Struct, frozen=True, tag="new-evening"):
    """Begin a new evening with no points. `target` is the points that win a short evening, and `sits_out` the numbers
    of the people who do not play yet."""

    kind: EveningKind
    target: int
    names: tuple[str, ...]
    sits_out: tuple[int, ...] = ()


class SeatPeople(Struct, frozen=True, tag="seat-people"):
    """Change the people of the evening: somebody gets a name, sits out, comes or leaves. With a number in `evening`,
    only that evening changes, since a command may have begun another; an unknown number changes nothing. `places` are
    the old numbers, if people moved; a number missing there leaves the evening."""

    people: tuple[EveningPerson, ...]
    evening: int = 0
    places: tuple[int, ...] = ()


class Amend(Struct, frozen=True, tag="amend"):
    """Correct a game of this evening that was entered wrong. `points` are its points by person, or None if the game
    does not count at all. `game` is its number; without one, the last game is corrected."""

    points: Mapping[int, int] | None = None
    evening: int = 0
    game: int = 0


ScoreChange: TypeAlias = CountGame | WithdrawGame | NewEvening | SeatPeople | Amend


class SetLoudness(Struct, frozen=True):
    """Set the loudness of voice and bed, each from 0 to 1."""

    voice: float
    bed: float


class SetDrone(Struct, frozen=True):
    """Set the loudness of the low drone under the night, from 0 (silence) to 1."""

    share: float


class SampleVoice(Struct, frozen=True):
    """Speak a line in the first language, unless something else is heard, so that people hear how loud the voice is."""

    line: LineId


class Doze(Struct, frozen=True):
    """Let the loudspeaker sleep while nobody uses the box."""


class Rouse(Struct, frozen=True):
    """Wake the loudspeaker at a touch."""


class Remember(Struct, frozen=True):
    """Save what people chose, so that a power cut does not lose it."""

    choices: Choices


class Record(Struct, frozen=True):
    """Write an entry into the journal before anything else happens. A `sealed` entry cannot be read there; `empty`
    entries are written with it, so that the number of entries tells nothing."""

    entry: Entry
    sealed: bool = False
    empty: int = 0


class KeepSheet(Struct, frozen=True):
    """Save the course of a judged game as a table in a file, once for each game."""

    game: str
    text: str


class LookUp(Struct, frozen=True):
    """Ask for the standings of the evening."""


class OpenBooth(Struct, frozen=True):
    """Open the booth to record lines: those of one `game`, of a scenario's `deck` with its present `cards`, or all. If
    `again` is true, lines recorded before are included."""

    language: Language
    person: str
    licence: Licence
    game: str = ""
    deck: str = ""
    cards: tuple[str, ...] = ()
    again: bool = False


class DirectTake(Struct, frozen=True):
    """Give an order to the program that records."""

    order: TakeOrder


class LeaveBooth(Struct, frozen=True):
    """Close the booth after recording."""


class HearTake(Struct, frozen=True):
    """Play the clip that was made of a take."""

    token: Token
    take: TakeMade


class RereadVoices(Struct, frozen=True):
    """Load a person's new clip, so that the box uses it from now on."""


class AskRoot(Struct, frozen=True):
    """Ask root for a task that the box itself is not allowed to do."""

    chore: RootChore


class AnswerGuest(Struct, frozen=True):
    """Tell a guest what became of a wish. `word` is the reason of a refusal, as on the screen, or None without one."""

    guest: int
    number: int
    word: Refusal | None


class PowerOff(Struct, frozen=True):
    """Shut the machine down safely."""


SoundEffect: TypeAlias = (
    show.HeardEffect | SetLoudness | SetDrone | SampleVoice | Doze | Rouse | HearTake | RereadVoices
)
"""The effects for the loudspeaker."""
NoteEffect: TypeAlias = show.WindowOpened
"""The effects for the witness."""
MemoryEffect: TypeAlias = Remember | Record
"""The effects for the keeper."""
ScoreEffect: TypeAlias = ScoreChange | KeepSheet | LookUp
"""The effects for the bookkeeper."""
BoothEffect: TypeAlias = OpenBooth | DirectTake | LeaveBooth
"""The effects for the program that records."""
ChoreEffect: TypeAlias = AskRoot
"""The effects for root."""
PowerEffect: TypeAlias = PowerOff
"""The effects for the machine's power."""

PortEffect: TypeAlias = SoundEffect | NoteEffect | MemoryEffect | ScoreEffect | BoothEffect | ChoreEffect | PowerEffect
"""All effects that a performer does. Each performer does the effects of one union."""
Effect: TypeAlias = PortEffect | AnswerGuest
"""All effects of the table. The answer to a guest goes out once the outcome of the wish is shown."""
