"""Contains everything that the table starts with. Games, words, voices and beds stay the same for the whole evening.
What people choose survives a power cut."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import KeyUse
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.drawing.ink import LEAST_STEP
from nightcrier.kernel.booth_messages import Licence
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import Language, LineId, Seconds
from nightcrier.kernel.people import EveningKind
from nightcrier.kernel.phrasings import Bags
from nightcrier.kernel.screen import GLASS, ScreenFormat
from nightcrier.kernel.settings import SHIPPED, ExplainFirst, PanelSettings, Scanning, Settings
from nightcrier.words.catalogue import Words


class House(Struct, frozen=True):
    """Holds everything about the box that any step of the table uses. It does not change while the box runs."""

    games: Mapping[str, Game]
    words: Words
    languages: tuple[Language, ...]
    voices: Mapping[Language, tuple[str, ...]] = {}
    beds: tuple[str, ...] = ("tapping",)
    settings: Settings = SHIPPED
    has_screen: bool = True
    screen: ScreenFormat = GLASS
    version: str = ""
    address: str = ""  # of the project, where it has one
    has_version_before: bool = False  # an older version is there to go back to
    has_root: bool = False  # root does chores for this box
    has_radio: bool = True  # root can open a network for phones, as in no tab of a browser
    has_keys: bool = False  # keypads and such may be plugged into it
    has_guests: bool = False  # guests have brought some of its games, decks, names or voices
    may_leave_hall: bool = False  # a file lets it into its hall, which root can take away
    call: str = "nightcrier"  # the name of the command on this machine
    asks_number: bool = False  # START asks how many play, where nobody has ever said so
    answers: tuple[LineId, ...] = ()  # words that games offer beside seats: no name may be one

    def with_letters(self, letters: "Letters") -> "House":
        return self if letters == "usual" else replace(self, screen=replace(self.screen, least=LEAST_STEP))

    def sees(self, faults: Collection[Part]) -> bool:
        return self.has_screen and Part.SCREEN not in faults

    @property
    def awake(self) -> Seconds:
        """The time after the last touch after which the box falls asleep."""
        return 60.0 * self.settings.screen.sleep_minutes


LOUDEST = 20
BRIGHTEST = 3

NO_BED = "none"
"""The value of the choice "no sound under the night"."""

Casting: TypeAlias = Literal["one", "cast"]
"""Says which voices a language has: one voice for everything, or a narrator and a second voice for the calls."""


Captions: TypeAlias = Literal["needed", "always"]
"""Says whether the glass shows captions only for what no good voice says, or for everything that is said."""


Letters: TypeAlias = Literal["usual", "large"]
"""Says whether the glass shows all rows of a page, or only the main rows, in large letters."""


Crier: TypeAlias = Literal["full", "plain"]
"""Says whether the box draws among all phrasings of a line, or says the same words every time, for learners."""


IdleOff: TypeAlias = Literal["never", "30", "60", "120"]
"""The minutes without a touch on the home page after which the box switches itself off."""


def loudness_of(percent: int) -> int:
    """Return the step of loudness for a percentage of the highest loudness, at least 1."""
    return max(1, percent * LOUDEST // 100)


class WelcomeStep(StrEnum):
    LANGUAGE = "language"
    SOUND = "sound"
    PLAYERS = "players"
    READ = "read"
    HANDS = "hands"
    START = "start"
    BACK = "back"
    PRESS = "press"
    TURN = "turn"
    CALL = "call"
    DONE = ""

    @classmethod
    def _missing_(cls, value: object) -> "WelcomeStep":  # noqa: ARG003 - as Enum has it
        """Treat an unknown step from another version as the end of the welcome."""
        return cls.DONE


DECK, COMMON, ALL = "deck", "house", "all"


class OwnVoice(Struct, frozen=True):
    """Says what is to be recorded at the box. `lines` is the id of a game, or one of `DECK`, `COMMON` and `ALL`."""

    person: str = ""
    lines: str = DECK
    again: bool = False  # also what was kept before
    licences: Mapping[str, Licence] = {}  # by person, as each has chosen it

    @property
    def licence(self) -> Licence:
        """The license that the present speaker has chosen. One person's choice never applies to another's voice."""
        return self.licences.get(self.person, "own")

    def under(self, licence: Licence) -> "OwnVoice":
        return replace(self, licences={**self.licences, self.person: licence})


HOLDS, STRIKES, PACES = range(3, 31), range(11), (5, 7, 10, 15, 20, 30, 40, 60, 100)
"""The values that people may choose, in tenths of a second: for a hold, for how long a second press is ignored, and for
how long scanning offers a gesture."""
_SHAKEN = 5
"""The time in tenths of a second in which a shaking hand may press a switch twice."""


class HandsChoice(Struct, frozen=True):
    """The choices for hands that are slow, that shake, or that can use only one finger. Times are in tenths of a
    second. None means the value in the settings, until somebody chooses another."""

    hold: int | None = None
    strike: int | None = None
    swap: bool | None = None
    reverse: bool | None = None
    scanning: Scanning | None = None
    pace: int = 20  # how long scanning offers a gesture
    turned: bool = False  # the picture stands on its head
    latch: bool = False  # a press begins to show a secret, and a press ends it

    def for_one_switch(self, *, on: bool) -> "HandsChoice":
        """Return the choices with which one switch does everything, for a hand that may shake, or with `on=False` the
        choices without this. Choices that depend on where the box is stay unchanged."""
        if on:
            return replace(self, scanning="one", strike=_SHAKEN, latch=True)
        return replace(self, scanning="off", strike=None, latch=False)

    def over(self, panel: PanelSettings) -> PanelSettings:
        """Return the settings of the panel with these choices applied."""
        chosen: dict[str, object] = {name: getattr(self, name) for name in ("swap", "reverse", "scanning")}
        times = {"hold_ms": self.hold, "strike_ms": self.strike}
        chosen |= {name: tenths * 100 for name, tenths in times.items() if tenths is not None}
        return replace(panel, **{name: value for name, value in chosen.items() if value is not None})


LyingCards: TypeAlias = tuple[Setup, ...]
"""The setups whose cards may be on the table. One setup means the game that was laid out last. Several mean that people
stopped while laying out cards, so nobody knows which cards are on the table. None means that no cards were ever laid
out at this box."""


class Choices(Struct, frozen=True):
    """Holds everything that people can change in the menus, and what a table remembers of its games. The steps of
    loudness, from 1 to `LOUDEST`, sound equally large."""

    game: str = ""
    setups: Mapping[str, Setup] = {}
    languages: tuple[Language, ...] = tuple(map(Language, SHIPPED.table.languages))
    second_on_back: bool = False  # the second language is said only where BACK asks twice for it
    voices: Mapping[Language, str] = {}  # the pack chosen for a language
    loudness: int = loudness_of(SHIPPED.sound.first_volume)
    usual_loudness: int = loudness_of(SHIPPED.sound.first_volume)  # of the voice, before it was made the loudest
    low_loudness: int = LOUDEST  # of the voice, under a ceiling that lies below its loudness
    bed_loudness: int = 12  # beside the loudness; past an end of the scale, where the voice went on alone
    bed: str = "tapping"
    day_bed: bool = True
    drone: bool = False
    foley: bool = False  # the sound of who is called, under the call
    cast: Casting = "one"
    spoken_menu: bool = False
    captions: Captions = "needed"
    letters: Letters = "usual"
    ear: str = ""  # the sound card of the private ear, in the place of that of the settings
    explain: ExplainFirst = SHIPPED.table.explain
    brightness: int = 2
    idle_off: IdleOff = "never"
    tournament: str = EveningKind.OPEN.value  # the kind of the next evening; of a short one with its target: short-5
    players: int = 0  # how many sit at this table, whatever a scenario allows; 0 while nobody has said
    one_leads: bool = False  # one of those here leads every game that can be led, and `players` counts the others
    leader_plays: bool = False  # this game has no leader, so that one plays, and `players` counts everybody
    welcome: WelcomeStep = WelcomeStep.DONE  # the step that comes next
    not_offered: tuple[str, ...] = ()  # names of evenings past that are not offered any more
    played: Mapping[str, tuple[str, ...]] = {}  # by game, that begun last at the end: the roles this table has met
    decks: Mapping[str, tuple[Setup, ...]] = {}  # by game: the scenario as it was changed for other numbers of players
    lying: Mapping[str, LyingCards] = {}  # by game: the cards that may lie on the table, or in their box since then
    games: int = 0  # how many were begun
    bags: Bags = Bags()  # what the table has heard of each line's phrasings
    crier: Crier = "full"
    theme: Crier = "full"  # of an evening: the motif at its turns, the bed of the day, the remark half-way
    guests_play: bool = False  # what guests brought was played with: it goes with the next new evening
    hidden: tuple[str, ...] = ()  # games that the dial does not find at home
    own_voice: OwnVoice = OwnVoice()
    keys: Mapping[str, KeyUse] = {}  # of keypads, foot switches and gamepads, by the name of the key
    hands: HandsChoice = HandsChoice()

    @property
    def language(self) -> Language:
        """The first language of the table, which the screen uses."""
        return self.languages[0]

    def languages_said(self, *, second: bool) -> tuple[Language, ...]:
        """Return the languages in which a line is said: all, or only one if the second is said only after BACK."""
        if not self.second_on_back:
            return self.languages
        return self.languages[-1:] if second else self.languages[:1]

    @property
    def setup(self) -> Setup:
        return self.setups[self.game]

    def with_setup(self, setup: Setup) -> "Choices":
        return replace(self, setups={**self.setups, self.game: setup})

    @property
    def people_here(self) -> int:
        """The number of people at this table. Until somebody enters it, this is the number of players."""
        return self.players or self.setup.players
