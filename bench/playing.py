"""The same evening twice: in virtual time, as it is meant, and with the real daemon, loop and mixer in real time."""

import queue
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from bench.hearing import muted, progress
from device.box.assembly import build_box
from device.box.folders import Folders
from device.box.hardware import Hardware, PowerOn
from device.box.loop import Inbox, Loop
from device.box.rehearsal import Rehearsal
from device.box.systemd import Crashes, Notifier
from device.box.witness import LogWitness
from device.kernel.chance import SeededChance
from device.kernel.clock import Clock, RealClock, VirtualClock
from device.kernel.events import Control, Event, Fault, Gesture, Input, Stop
from device.kernel.files import Disk
from device.kernel.settings import SHIPPED
from device.sound.players.mixer import MixerPlayer
from device.sound.players.open_device import Output
from device.sound.players.silent import SilentPlayer
from device.sound.port import BedSet, Heard

_AT_ONCE = replace(SHIPPED, table=replace(SHIPPED.table, explain="never"))
"""START begins a game: nobody is asked whether to explain first, as in a rehearsal."""
HAND = "hand"
"""The thing that happens when a hand does something."""

Answer: TypeAlias = Callable[[str, float], Event | None]
"""What hands do when a page comes up, if anything. `Stop` ends the evening."""


def press(control: Control, at: float) -> Input:
    return Input(at, control, Gesture.PRESS)


class Diary(LogWitness):
    """When each thing happened, by the clock of the loop; and the hands of the table."""

    def __init__(self, clock: Clock, answer: Answer, put: Callable[[Event], None]) -> None:
        self._clock, self._answer, self._put = clock, answer, put
        self.things: list[tuple[float, str]] = []
        self.bed: list[tuple[float, bool]] = []
        """From when on it should be heard, and from when on no more."""

    def heard(self, heard: Heard) -> None:
        self._note(type(heard).__name__)
        if isinstance(heard, BedSet):
            self.bed.append((self._clock.now(), bool(heard.name)))

    def window(self, at: float, name: str, seconds: float) -> None:
        self._note(f"window {name}")

    def turned(self, at: float, page: str, before: str) -> None:
        if (event := self._answer(page, self._clock.now())) is not None:
            self._note(HAND)
            self._put(event)

    def _note(self, what: str) -> None:
        self.things.append((self._clock.now(), what))


class Shown(Diary):
    """Tells on a terminal how far it is."""

    def _note(self, what: str) -> None:
        super()._note(what)
        progress(f"real time: {len(self.things)} cues")


def imagined(where: Folders, answer: Answer) -> Diary:
    """As it is meant, in no time."""
    clock, hands = VirtualClock(), deque[Event]()
    diary = Diary(clock, answer, hands.append)
    evening = Rehearsal(where, clock, SilentPlayer(), 1, diary)
    while not isinstance(event := hands.popleft(), Stop):
        evening.take(event)
        evening.until(lambda: bool(hands), 900)
    return diary


def real(where: Folders, answer: Answer, output: Output) -> Diary:
    """As it is, with everything a box has but hands, a screen and a card."""
    clock, faults = RealClock(), list[Fault]()
    inbox: Inbox = queue.SimpleQueue()
    diary = Shown(clock, answer, inbox.put)
    hardware = Hardware(clock, SeededChance(1), MixerPlayer(clock, output), witnesses=(diary,))
    with muted():
        box = build_box(where, hardware, PowerOn(_AT_ONCE, newcomers=False), faults)
        Loop(box, inbox, clock, Notifier({}), Crashes(Disk(), where.runtime / "crashes")).run()
        box.close()
    progress("")
    return diary


def lateness(done: Diary, plan: Diary) -> list[list[float]]:
    """Milliseconds, for each thing that happened, in a row for each stretch between two hands: a hand begins the
    schedule anew. Raises ValueError when it was another evening."""
    if [what for _, what in done.things] != [what for _, what in plan.things]:
        raise ValueError("The real evening was another than the imagined one.")
    rows: list[list[float]] = []
    off = 0.0
    for (at, what), (meant, _) in zip(done.things, plan.things, strict=True):
        if what == HAND:
            rows.append([])
        elif rows:
            off = off if rows[-1] else at - meant
            rows[-1].append((at - meant - off) * 1000)
    return [row for row in rows if row]
