"""Everything the table asks of the daemon beside the conductor's own effects."""

from typing import TypeAlias

from msgspec import Struct

from device.kernel.booth import Licence, TakeMade, TakeOrder
from device.kernel.chores import RootChore
from device.kernel.ids import Language, LineId, Token
from device.kernel.refusal import Refusal
from device.show import cues as show
from device.table.entries import Entry
from device.table.house import Choices
from device.table.score_changes import ScoreChange


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
