"""Measures how exactly a whole night keeps its schedule in real time: every word, bed, signal and window of the real
daemon with the real mixer, against the same night in virtual time.

The usual way runs at the same time: a loop that polls every 10 ms whether the last sound or wait is over."""

import os
import queue
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from bench.hearing import muted
from bench.rows import Row
from nightcrier.box.assembly import build_box
from nightcrier.box.events import Control, Event, Gesture, Input, Stop
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.loop import Inbox, Loop
from nightcrier.box.machine import Crashes
from nightcrier.box.rehearsal import PictureScreen, Rehearsal
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import BedSet, Heard, SilentPlayer
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import Clock, RealClock, VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.program import Notifier
from nightcrier.kernel.settings import SHIPPED

SIZE, SMALLEST = 1000, 4
"""The most events of the night that are compared, more than any night has; and the fewest."""
MOST, FEWEST = 0.05, 30
"""The most that a cue may be early or late, as a fraction of the final error of the polling loop; and the fewest
cues of a night."""
_AT_ONCE = replace(SHIPPED, table=replace(SHIPPED.table, explain="never"))
"""The settings with which START begins a game at once, without asking whether to explain it."""

ASKING = """
import sys, time
began = last = time.monotonic()
for length in map(float, sys.argv[1:]):
    while time.monotonic() - last < length:
        time.sleep(0.01)
    last = time.monotonic()
print((last - began - sum(map(float, sys.argv[1:]))) * 1000)
"""


class Diary(LogWitness):
    """Notes the time of each event of the night from its first bed on, up to `most` of them, and plays the hands."""

    def __init__(self, clock: Clock, put: Callable[[Event], None], most: int) -> None:
        self._clock, self._put, self._most, self._page = clock, put, most, ""
        self.things: list[tuple[float, str]] = []

    def hear(self, heard: Heard) -> None:
        self._note(type(heard).__name__)

    def window(self, at: float, name: str, seconds: float) -> None:
        self._note(f"window {name}")

    def turn_page(self, at: float, page: str, before: str) -> None:
        self._page = page
        if page in {"home", "tell"}:  # at the second lies what cards are laid out
            self._put(Input(self._clock.now(), Control.START, Gesture.PRESS))
        elif page == "day":
            self._put(Stop(self._clock.now()))

    def _note(self, what: str) -> None:
        if self._page == "night" and len(self.things) < self._most and (self.things or what == BedSet.__name__):
            self.things.append((self._clock.now(), what))
            if len(self.things) == self._most:
                self._put(Stop(self._clock.now()))


def imagined(where: Folders, most: int) -> Diary:
    """Return the diary of a night in virtual time, which is the plan."""
    clock, hands = VirtualClock(), deque[Event]()
    diary = Diary(clock, hands.append, most)
    night = Rehearsal(where, clock, SilentPlayer(), 1, diary)
    while not isinstance(event := hands.popleft(), Stop):
        night.take(event)
        night.until(lambda: bool(hands), 900)
    return diary


def real(where: Folders, most: int) -> Diary:
    """Return the diary of a night with everything that a box has, except hands and a card. Its screen is fake,
    because a box without one would read its pages aloud."""
    clock, faults = RealClock(), list[Fault]()
    inbox: Inbox = queue.SimpleQueue()
    diary = Diary(clock, inbox.put, most)
    player = MixerPlayer(clock, Output(SHIPPED.sound, "disk"))
    hardware = Hardware(clock, SeededChance(1), player, screens=(PictureScreen(),), witnesses=(diary,))
    with muted():
        box = build_box(where, hardware, PowerOn(_AT_ONCE, newcomers=False), faults)
        Loop(box, inbox, clock, Notifier({}), Crashes(Disk(), where.runtime / "crashes")).run()
        box.close()
    return diary


def lateness(done: Diary, plan: Diary) -> list[float]:
    """Return how many milliseconds early or late each later event was. Raises ValueError if the nights differ."""
    if [what for _, what in done.things] != [what for _, what in plan.things]:
        raise ValueError(f"The real night was another than the imagined one: {done.things} and {plan.things}.")
    off = done.things[0][0] - plan.things[0][0]
    return [(at - meant - off) * 1000 for (at, _), (meant, _) in zip(done.things, plan.things, strict=True)]


def rows(size: int) -> Iterator[Row]:
    os.environ["SDL_DISKAUDIOFILE"] = os.devnull
    with tempfile.TemporaryDirectory() as folder:
        plan = imagined(standard_folders({}, Path(folder) / "imagined"), size)
        moments = [at for at, _ in plan.things]
        lengths = [str(later - earlier) for earlier, later in pairwise(moments)]
        asking = subprocess.Popen([sys.executable, "-c", ASKING, *lengths], stdout=subprocess.PIPE, text=True)
        off = lateness(real(standard_folders({}, Path(folder) / "real"), size), plan)
        usual = float(asking.communicate()[0])
    if len(off) < min(size, FEWEST):
        raise ValueError(f"The night had {len(off)} cues, not {FEWEST}.")
    note = f"{len(off)} cues in {moments[-1]:.0f} s, {median(off):.2f} ms in the median, {off[-1]:.2f} in the end"
    what, than = "the cue that is most early or late", "asking every 10 ms, in the end"
    yield Row(what, max(map(abs, off)), MOST * usual, "ms", rival=usual, than=than, note=note)
