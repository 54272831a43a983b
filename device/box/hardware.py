"""What differs from box to box, and how a box starts."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from device.box.daemon import Hands
from device.box.face import Onlooking, Reader
from device.box.performers import Chores, RecordingRoom
from device.box.witness import Witness, Witnesses
from device.kernel.chance import Chance
from device.kernel.chores import not_done
from device.kernel.clock import Beat, Clock
from device.kernel.events import ChoreSaid, Event, Fault
from device.kernel.files import Disk, Files
from device.kernel.machine_state import MachineFiles
from device.kernel.settings import SHIPPED, Settings
from device.kernel.time_of_day import TimeOfDay, UnknownTime
from device.panel.port import Lamp, Screen
from device.sound.player import SoundPlayer
from device.sound.voices.live_speech import SpeechMaker
from device.table.effects import AnswerGuest, ChoreEffect

Faults: TypeAlias = list[Fault]


class NoRootChores:
    """Of a box for which nobody does anything: simulated, rehearsed, rendered."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def perform(self, effect: ChoreEffect) -> list[Event]:
        return [ChoreSaid(self._clock.now(), not_done(effect.chore))]


class Hardware(Struct, frozen=True):
    """What differs from box to box. Of each there may be none, one or several.

    Whoever leans over one of `screens` may see what is meant for one seat; `public_screens` are those that anybody may
    look at, and the table does not ask whether they work."""

    clock: Clock
    chance: Chance
    player: SoundPlayer
    hands: tuple[Hands, ...] = ()
    screens: tuple[Screen, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    public_screens: tuple[Screen, ...] = ()
    live: SpeechMaker | None = None
    time_of_day: TimeOfDay = UnknownTime()
    own_panel: bool = False  # buttons that people can touch: neither simulated nor rehearsed
    power_off: Callable[[], None] = lambda: None
    files: Files = Disk()
    readers: tuple[Reader, ...] = ()
    recording: Callable[[], RecordingRoom] | None = None
    onlooking: Callable[[Beat], Onlooking] | None = None
    answer: Callable[[AnswerGuest], None] = lambda _: None
    chores: Chores | None = None
    has_version_before: bool = False
    machine: MachineFiles | None = None  # of a box that looks after the machine it runs on


class PowerOn(Struct, frozen=True):
    """How a box starts: its settings, whether it crashed just now, whether it must not look back, and whether people
    may be new to it: then START asks how many play, where nobody has said so."""

    settings: Settings = SHIPPED
    crashed: bool = False
    clean: bool = False
    newcomers: bool = True


def witness_of(hardware: Hardware) -> Witness:
    """One alone stands for itself: what it raises is for whoever rehearses to hear."""
    return hardware.witnesses[0] if len(hardware.witnesses) == 1 else Witnesses(hardware.witnesses)
