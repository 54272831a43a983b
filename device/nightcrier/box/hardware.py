"""Defines the ports in which one box differs from another, and how a box starts with these ports."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from nightcrier.box.events import BoothSaid, ChoreSaid, Event
from nightcrier.box.panel.port import Edge, Lamp, Screen
from nightcrier.box.sound.port import SoundPlayer
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.sturdy import TimedPart
from nightcrier.box.table.core.effects import AnswerGuest, BoothEffect, ChoreEffect, OpenBooth
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.witness import Witness, Witnesses
from nightcrier.kernel.booth_messages import BoothClosed, NoBooth
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.chores import undone_news
from nightcrier.kernel.clock import Beat, Clock, TimeOfDay
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import SHIPPED, Settings

Faults: TypeAlias = list[Fault]


class Hands(TimedPart, Protocol):
    """The port of the hands: edges go in, gestures come out."""

    def edge(self, edge: Edge) -> Sequence[Event]: ...


Reader: TypeAlias = Callable[[View], None]
"""A function that is given each view as the glass shows it, also what only one seat may see."""


class Onlooking(Protocol):
    """Tells people outside of the table about each page, like a screen of the box."""

    def show(self, house: House, table: Table, view: View) -> Sequence[Event]:
        """Tell of the view on the glass. If only one seat sees the page, the public view has to be told."""
        ...


class Hardware(Struct, frozen=True):
    """Holds everything that differs from box to box: none, one or several of each kind.

    A person who leans over one of `screens` may see what is meant for one seat."""

    clock: Clock
    chance: Chance
    player: SoundPlayer
    hands: tuple[Hands, ...] = ()
    screens: tuple[Screen, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    live: SpeechMaker | None = None
    time_of_day: TimeOfDay = TimeOfDay()
    own_panel: bool = False  # buttons that people can touch: neither simulated nor rehearsed
    power_off: Callable[[], None] = lambda: None
    files: Files = Disk()
    readers: tuple[Reader, ...] = ()
    record: Callable[[BoothEffect], list[Event]] | None = None
    onlooking: Callable[[Beat], Onlooking] | None = None
    answer: Callable[[AnswerGuest], None] = lambda _: None
    ask_root: Callable[[ChoreEffect], list[Event]] | None = None
    has_version_before: bool = False
    machine: MachineFiles | None = None  # of a box that looks after the machine it runs on


class PowerOn(Struct, frozen=True):
    """The way a box starts: its settings, whether it just crashed, whether it must start clean, and whether people may
    be new to it. With new people START asks how many play, if nobody has said."""

    settings: Settings = SHIPPED
    crashed: bool = False
    clean: bool = False
    newcomers: bool = True


def refuse_record(clock: Clock, effect: BoothEffect) -> list[Event]:
    """Record nothing, since nobody sits at a box that is rehearsed or rendered."""
    return [BoothSaid(clock.now(), BoothClosed(NoBooth.LIBRARIES))] if isinstance(effect, OpenBooth) else []


def refuse_chore(clock: Clock, effect: ChoreEffect) -> list[Event]:
    """Do no chore, since a simulated, rehearsed or rendered box has no root."""
    return [ChoreSaid(clock.now(), undone_news(effect.chore))]


def witness_of(hardware: Hardware) -> Witness:
    """Return one witness that passes everything on to all witnesses, and hides their errors. A single witness is
    returned unchanged, so that a rehearsal sees its errors."""
    return hardware.witnesses[0] if len(hardware.witnesses) == 1 else Witnesses(hardware.witnesses)
