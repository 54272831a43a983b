"""Defines the ports that differ from box to box, and the values with which a box starts."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from nightcrier.box.events import BoothSaid, ChoreSaid, Event
from nightcrier.box.panel.port import Edge, Lamp, Screen
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import SoundPlayer
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.sturdy import TimedPart
from nightcrier.box.table.core.effects import AnswerGuest, BoothEffect, ChoreEffect, KeyEffect, OpenBooth
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.witness import Witness, Witnesses
from nightcrier.box.writer import AT_ONCE, Writer
from nightcrier.kernel.booth_messages import BoothClosed, NoBooth
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.chores import undone_news
from nightcrier.kernel.clock import Beat, Clock, TimeOfDay
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import SHIPPED, PanelSettings, Settings

if TYPE_CHECKING:
    from nightcrier.box.ear import Ear

Faults: TypeAlias = list[Fault]


class Hands(TimedPart, Protocol):
    """The port of the controls: it receives the edges of the pins and returns gestures."""

    def edge(self, edge: Edge) -> Sequence[Event]: ...

    def follow(self, settings: PanelSettings) -> None:
        """Use these settings for the controls from now on."""
        ...


Reader: TypeAlias = Callable[[View], None]
"""A function that receives each view as the glass shows it. Views that only one seat may see are included."""


class Onlooking(Protocol):
    """Passes each page on to people outside the table. The daemon uses it like a screen."""

    def show(self, house: House, table: Table, view: View) -> Sequence[Event]:
        """Pass on the view on the glass. If only one seat may see the page, pass on the public view instead."""
        ...


class Hardware(Struct, frozen=True):
    """Holds everything that differs from box to box. A box may have no, one or several devices of a kind.

    The `screens` also show pages that are meant for one seat alone."""

    clock: Clock
    chance: Chance
    player: SoundPlayer
    hands: tuple[Hands, ...] = ()
    screens: tuple[Screen, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    live: SpeechMaker | None = None
    ear: "Callable[[], Ear | None]" = lambda: None
    output: Output | None = None  # where people may choose a card for the ear
    time_of_day: TimeOfDay = TimeOfDay()
    own_panel: bool = False  # buttons that people can touch: neither simulated nor rehearsed
    power_off: Callable[[], None] = lambda: None
    files: Files = Disk()
    writer: Writer = AT_ONCE
    readers: tuple[Reader, ...] = ()
    record: Callable[[BoothEffect], list[Event]] | None = None
    onlooking: Callable[[Beat], Onlooking] | None = None
    answer: Callable[[AnswerGuest], None] = lambda _: None
    ask_root: Callable[[ChoreEffect], list[Event]] | None = None
    follow_keys: Callable[[KeyEffect], None] | None = None
    has_version_before: bool = False
    worked: Callable[[], int] | None = None  # nanoseconds of the processor for the loop, where they are to be even
    machine: MachineFiles | None = None  # of a box that looks after the machine it runs on
    words_seed: int = 0  # by which a new box draws its words: of another source than the cards


class PowerOn(Struct, frozen=True):
    """The facts about a start: the settings, whether the box has just crashed, whether it must start clean, and whether
    its people may be new to it. For newcomers, START asks how many people play if nobody has entered a number."""

    settings: Settings = SHIPPED
    crashed: bool = False
    clean: bool = False
    newcomers: bool = True


def refuse_record(clock: Clock, effect: BoothEffect) -> list[Event]:
    """Record nothing, because nobody sits at a box that is rehearsed or rendered."""
    return [BoothSaid(clock.now(), BoothClosed(NoBooth.LIBRARIES))] if isinstance(effect, OpenBooth) else []


def refuse_chore(clock: Clock, effect: ChoreEffect) -> list[Event]:
    """Do no chore, because a simulated, rehearsed or rendered box has no program that runs as root."""
    return [ChoreSaid(clock.now(), undone_news(effect.chore))]


def witness_of(hardware: Hardware) -> Witness:
    """Return one witness that passes everything on to all witnesses, and hides their errors. A single witness is
    returned unchanged, so that a rehearsal sees its errors."""
    return hardware.witnesses[0] if len(hardware.witnesses) == 1 else Witnesses(hardware.witnesses)
