"""Contains everything that the table asks of the daemon, apart from the conductor's own effects: journal entries,
changes to the scores, and others. After a power cut a game is rebuilt from its entries. A change to the scores may have
to wait until the disk accepts it."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.events import KeyUse
from nightcrier.box.show import cues as show
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.booth_messages import Licence, TakeMade, TakeOrder
from nightcrier.kernel.chores import Chore, RootChore
from nightcrier.kernel.ids import Language, LineId, Token
from nightcrier.kernel.people import DEFAULT_TARGET, EveningKind, EveningPerson, SeatedPerson
from nightcrier.kernel.refusal import Refusal


class Began(Struct, frozen=True, tag="began"):
    """Journal entry: a game began. This entry and the answers after it are enough to rebuild the whole session."""

    game: str
    setup: Setup
    seed: int


class Answered(Struct, frozen=True, tag="answered"):
    """Journal entry: people gave this answer to a stage."""

    value: Answer


class Chosen(Struct, frozen=True, tag="chosen"):
    """Journal entry: the choices so far in the secret turn under way. It is written at every press, before the screen
    shows the result. Otherwise somebody could pull the plug after a look, and choose again to see more."""

    turn: str
    row: Picks


class TakenBack(Struct, frozen=True, tag="taken-back"):
    """Journal entry: the last secret turn is called again, and its seat may choose again."""


class Reached(Struct, frozen=True, tag="reached"):
    """Journal entry: the show under way has reached this cue, or the discussion has this many seconds left."""

    cue: int = 0
    left: float = 0.0


class ClockKept(Struct, frozen=True, tag="clock"):
    """Journal entry: a discussion is over, and its clock continues in the next stages with this many seconds."""

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
    """Counts the points of a judged game, by seat, for the people who sat there in that evening. If `seated` is empty,
    all people of the evening have played. If no evening exists yet, the new one gets this `kind`. The new standings are
    returned as `Standings`."""

    game: str
    scenario: str
    points: tuple[int, ...]
    seated: tuple[SeatedPerson, ...] = ()
    evening: int = 0
    kind: EveningKind = EveningKind.OPEN
    target: int = DEFAULT_TARGET


class WithdrawGame(Struct, frozen=True, tag="withdraw"):
    """Withdraws the verdict of the game under way. Its points and its sheet do not count until the next verdict."""


class NewEvening(Struct, frozen=True, tag="new-evening"):
    """Begins a new evening without points. `target` is the number of points that wins a short evening. `sits_out` are
    the numbers of the people who do not play yet."""

    kind: EveningKind
    target: int
    names: tuple[str, ...]
    sits_out: tuple[int, ...] = ()


class SeatPeople(Struct, frozen=True, tag="seat-people"):
    """Changes the people of the evening: somebody gets a name, sits out, comes or leaves. If `evening` is not 0,
    nothing changes unless it is the latest evening, because a command may have begun another one. `places` are the old
    numbers of the people, if they moved. A person whose old number is missing leaves the evening."""

    people: tuple[EveningPerson, ...]
    evening: int = 0
    places: tuple[int, ...] = ()


class Amend(Struct, frozen=True, tag="amend"):
    """Corrects a game of this evening whose result was wrong. `points` are its points by person; None means that the
    game no longer counts. `game` is the number of the game; without it, the last game is corrected."""

    points: Mapping[int, int] | None = None
    evening: int = 0
    game: int = 0


class ForgetName(Struct, frozen=True, tag="forget-name"):
    """Erases a name, and all names that look like it, in every evening. The points stay, without a name. Synthesized
    speech is deleted, too, because the name may be in it."""

    name: str


ScoreChange: TypeAlias = CountGame | WithdrawGame | NewEvening | SeatPeople | Amend | ForgetName


class SetLoudness(Struct, frozen=True):
    """Sets the loudness of voice and bed, each from 0 to 1."""

    voice: float
    bed: float


class SetDrone(Struct, frozen=True):
    """Sets the loudness of the low drone under the night, from 0 (silence) to 1."""

    share: float


class SampleVoice(Struct, frozen=True):
    """Speaks a line in the first language, unless another sound plays. With `over_page`, the line interrupts the
    reading of a page, and is heard over a bed."""

    line: LineId
    over_page: bool = False


class Doze(Struct, frozen=True):
    """Closes the sound device while nobody uses the box."""


class FindEarCards(Struct, frozen=True):
    """Finds the sound cards that people may choose for the private ear."""


class Rouse(Struct, frozen=True):
    """Opens the sound device at a touch."""


class Remember(Struct, frozen=True):
    """Saves what people chose, so that a power cut does not lose it."""

    choices: Choices


class Record(Struct, frozen=True):
    """Writes an entry into the journal before anything else happens. With `beside`, the entry reveals neither a secret
    nor a call, and is written while its outcome is already shown and said. Nobody can read a `sealed` entry. `empty` is
    the number of empty entries written with it, so that the number of entries reveals nothing. An entry that is not
    `forced` survives a power cut only once the next forced entry is written."""

    entry: Entry
    sealed: bool = False
    empty: int = 0
    beside: bool = False
    forced: bool = True


class KeepSheet(Struct, frozen=True):
    """Saves the course of a judged game as a table in a file, once per game."""

    game: str
    text: str


class LookUp(Struct, frozen=True):
    """Asks for the standings of the evening."""


class OpenBooth(Struct, frozen=True):
    """Opens the booth to record lines: those of one `game`, those of a scenario's `deck` with its present `cards`, or
    all. With `again`, lines that were recorded before are included."""

    language: Language
    person: str
    licence: Licence
    game: str = ""
    deck: str = ""
    cards: tuple[str, ...] = ()
    again: bool = False


class DirectTake(Struct, frozen=True):
    """Gives an order to the program that records."""

    order: TakeOrder


class LeaveBooth(Struct, frozen=True):
    """Closes the booth after recording."""


class HearTake(Struct, frozen=True):
    """Plays the clip that was made from a take."""

    token: Token
    take: TakeMade


class RereadVoices(Struct, frozen=True):
    """Loads a person's new clip, so that the box uses it from now on."""


class AskRoot(Struct, frozen=True):
    """Asks root for a task that the box itself is not allowed to do."""

    chore: RootChore


CLEAR_OUT, GUESTS_GO = AskRoot(Chore.CLEAR_OUT), AskRoot(Chore.GUESTS_GO)
"""The effects that remove files: the first removes files that phones may fetch and a damaged saved box, because an
erased name may be in them. The second removes everything that guests brought."""


class FollowKeys(Struct, frozen=True):
    """Makes the box listen to these keys of keypads, foot switches and gamepads. While the box `asks` for a key, a
    press only reports which key it was."""

    uses: Mapping[str, KeyUse]
    asks: bool = False


class AnswerGuest(Struct, frozen=True):
    """Sends a guest the outcome of a wish. `word` names the reason for a refusal, in the words of the screen. It is
    None if the wish was granted."""

    guest: int
    number: int
    word: Refusal | None


class PowerOff(Struct, frozen=True):
    """Shuts the machine down safely."""


SoundEffect: TypeAlias = (
    show.HeardEffect | SetLoudness | SetDrone | SampleVoice | FindEarCards | Doze | Rouse | HearTake | RereadVoices
)
NoteEffect: TypeAlias = show.WindowOpened
"""The effects that are passed to the witness."""
MemoryEffect: TypeAlias = Remember | Record
"""The effects that the keeper carries out."""
ScoreEffect: TypeAlias = ScoreChange | KeepSheet | LookUp
"""The effects that the scorebook carries out."""
BoothEffect: TypeAlias = OpenBooth | DirectTake | LeaveBooth
"""The effects that the recording program carries out."""
ChoreEffect: TypeAlias = AskRoot
"""The effects that root carries out."""
KeyEffect: TypeAlias = FollowKeys
"""The effects for keypads, foot switches and gamepads."""
PowerEffect: TypeAlias = PowerOff

PortEffect: TypeAlias = (
    SoundEffect | NoteEffect | MemoryEffect | ScoreEffect | BoothEffect | ChoreEffect | KeyEffect | PowerEffect
)
"""All effects that the performers carry out. Each performer carries out the effects of one of these unions."""
Effect: TypeAlias = PortEffect | AnswerGuest
"""All effects of the table. The answer to a guest is sent only after the outcome of its wish is shown."""
