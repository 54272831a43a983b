"""Has the ports in which one box differs from another, and starts a box with them."""

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
from nightcrier.kernel.booth_pipe import BoothClosed, NoBooth
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.chores import undone_news
from nightcrier.kernel.clock import Beat, Clock, TimeOfDay
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import SHIPPED, Settings

Faults: TypeAlias = list[Fault]


class Hands(TimedPart, Protocol):
    """Edges in, gestures out."""

    def edge(self, edge: Edge) -> Sequence[Event]: ...


Reader: TypeAlias = Callable[[View], None]
"""Is given each view as it stands on the glass, with what one seat may see there: whoever stands before the glass."""


class Onlooking(Protocol):
    """Tells people outside of the table. It stands in a row with the screens."""

    def show(self, house: House, table: Table, view: View) -> Sequence[Event]:
        """The view as it stands on the glass: of a page that one seat sees it has to take the public one."""
        ...


class Hardware(Struct, frozen=True):
    """Holds everything that differs from box to box. There may be none, one or several of each.

    Somebody who leans over one of `screens` may see what is meant for one seat."""

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
    """How a box starts: its settings, whether it crashed just now, whether it must not look back, and whether people
    may be new to it: then START asks how many play, where nobody has said so."""

    settings: Settings = SHIPPED
    crashed: bool = False
    clean: bool = False
    newcomers: bool = True


def refuse_record(clock: Clock, effect: BoothEffect) -> list[Event]:
    """Record nothing: nobody sits at a box that is rehearsed or rendered."""
    return [BoothSaid(clock.now(), BoothClosed(NoBooth.LIBRARIES))] if isinstance(effect, OpenBooth) else []


def refuse_chore(clock: Clock, effect: ChoreEffect) -> list[Event]:
    """Do nothing for the box: simulated, rehearsed or rendered, it has no root."""
    return [ChoreSaid(clock.now(), undone_news(effect.chore))]


def witness_of(hardware: Hardware) -> Witness:
    """Return the one that stands for all witnesses. A single one stands for itself: its errors are for the person who
    rehearses to hear."""
    return hardware.witnesses[0] if len(hardware.witnesses) == 1 else Witnesses(hardware.witnesses)
