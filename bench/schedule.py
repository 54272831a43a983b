"""How exactly a whole night keeps its schedule in real time: every word, bed, signal and window of the real daemon with
the real mixer, against the same night in virtual time. `python -m bench.schedule`

Beside it the usual way, in the same minutes: a loop that asks every 10 ms whether the last thing is over."""

import os
import queue
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

from bench.hearing import muted, progress
from device.box.adapters import NoHands
from device.box.assembly import Hardware, Starting, assemble
from device.box.folders import Folders, folders
from device.box.library import library
from device.box.loop import Inbox, Loop
from device.box.rehearsal import Rehearsal
from device.box.systemd import Notifier
from device.box.witness import LogWitness
from device.kernel.chance import SeededChance
from device.kernel.clock import Clock, RealClock, VirtualClock
from device.kernel.events import Control, Fault, Gesture, Input, Stop
from device.memory.crashes import Crashes
from device.memory.files import Disk
from device.panel.nothing import NoLamp, NoScreen
from device.sound.mixer import MixerPlayer, Output
from device.sound.port import Heard
from device.sound.silent import SilentPlayer

WORST_MS, DRIFT_MS = 50.0, 20.0

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
    """When each thing happened, by the clock on the wall of the loop, until the day begins."""

    def __init__(self, clock: Clock, inbox: "Inbox | None" = None) -> None:
        self._clock, self._inbox = clock, inbox
        self.things: list[tuple[float, str]] = []

    def heard(self, heard: Heard) -> None:
        self._note(type(heard).__name__)

    def window(self, at: float, name: str, seconds: float) -> None:
        self._note(f"window {name}")

    def turned(self, at: float, page: str, before: str) -> None:
        if page == "day" and self._inbox:
            self._inbox.put(Stop(at))

    def _note(self, what: str) -> None:
        self.things.append((self._clock.now(), what))
        if self._inbox:
            progress(f"a night in real time: {len(self.things)} cues")


def imagined(where: Folders) -> list[tuple[float, str]]:
    clock = VirtualClock()
    diary = Diary(clock)
    night = Rehearsal(where, clock, SilentPlayer(), 1, diary)
    night.take(Input(0.0, Control.START, Gesture.PRESS))
    night.until(lambda: night.box.daemon.table.session.countdown is not None, 900)
    return diary.things


def real(where: Folders) -> list[tuple[float, str]]:
    clock, faults = RealClock(), list[Fault]()
    inbox: Inbox = queue.SimpleQueue()
    diary = Diary(clock, inbox)
    player = MixerPlayer(clock, Output("disk", buffer=1024))
    hardware = Hardware(clock, SeededChance(1), NoHands(), NoScreen(), NoLamp(), player)
    box = assemble(where, library(where, faults.append), hardware, Starting(), diary, faults)
    inbox.put(Input(clock.now(), Control.START, Gesture.PRESS))
    Loop(box, inbox, clock, Notifier({}), Crashes(Disk(), where.runtime / "crashes")).run()
    box.close()
    progress("")
    return diary.things


def main() -> int:
    os.environ["SDL_DISKAUDIOFILE"] = os.devnull
    with tempfile.TemporaryDirectory() as folder:
        plan = imagined(folders({}, Path(folder) / "imagined"))
        lengths = [str(later[0] - earlier[0]) for earlier, later in pairwise(plan)]
        asking = subprocess.Popen([sys.executable, "-c", ASKING, *lengths], stdout=subprocess.PIPE, text=True)
        with muted():
            done = real(folders({}, Path(folder) / "real"))
        usual = float(asking.communicate()[0])
    if [what for _, what in done] != [what for _, what in plan]:
        print("The real night was another than the imagined one.")
        return 1
    off = [(at - done[0][0] - planned + plan[0][0]) * 1000 for (at, _), (planned, _) in zip(done, plan, strict=True)]
    drift = off[-1]
    print(f"a night of {plan[-1][0]:.0f} s, {len(plan)} cues    {'median':>9}{'most':>9}{'at the end':>12}   ms late")
    print(f"{'ours':32}{median(off):9.2f}{max(off):9.2f}{drift:12.2f}")
    print(f"{'asking every 10 ms':32}{'':9}{'':9}{usual:12.2f}   ratio {usual / max(drift, 0.1):.0f}")
    print(f"asked for: no cue more than {WORST_MS:.0f} ms late, at the end no more than {DRIFT_MS:.0f}")
    return 0 if max(off) <= WORST_MS and abs(drift) <= DRIFT_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
