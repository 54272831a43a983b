"""From a finger that lets START go to the picture and to the first sample, where each sync takes the card 150 ms, as on
a worn one; beside a box that writes at once, as it did before.

The voice is the shipped one, with its decoding. SQLite syncs by itself, which is as on this machine. A picture counts
when the screen is given it: what the bus takes is in `bench.bus`."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import gpiozero

from bench.hearing import DiskEar, muted
from bench.press import BUFFER, pins, press
from bench.rows import Row
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.table.core.house import NO_BED, Choices
from nightcrier.box.witness import LogWitness
from nightcrier.box.writer import AT_ONCE as WRITES_AT_ONCE
from nightcrier.kernel.files import Disk
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import Frame
from nightcrier.kernel.settings import SHIPPED
from nightcrier.kernel.state_file import ChoicesFile
from tests.tools.process import AT_ONCE

SIZE, SMALLEST = 5, 1
"""Games of each."""
SYNC = 0.15
WAYS = ("beside", "at once")
PICTURE_MS, SOUND_MS = 40.0, BUFFER / SAMPLE_RATE * 1000 + 10.0
_CALM, _SILENCE, _HOLD, _PATIENCE = 2.0, 1.5, 1.2, 30.0
"""Seconds: until the box has written all, longer than between two lines of a call, of a press that is a hold, and for
which a page is awaited."""


class Watch(PictureScreen, LogWitness):
    """The glass, which notes when it is given another picture, and a witness who knows the page."""

    shown: tuple[tuple[str, float], ...] = ()
    page = ""

    def show(self, frame: Frame) -> None:
        if frame != self.frame:
            self.shown = (*self.shown, (self.page, time.perf_counter()))
        super().show(frame)

    def turn_page(self, at: float, page: str, before: str) -> None:
        self.page = page


class Table:
    """Plays a game by START alone, and notes what each press waits for."""

    def __init__(self, ear: DiskEar, watch: Watch) -> None:
        self.found: dict[str, tuple[float, float]] = {}
        self._ear, self._watch = ear, watch
        _, back = pins()
        self._start = gpiozero.Device.pin_factory.pin(f"GPIO{SHIPPED.panel.start}")
        press(back)  # the deck, read aloud: from now on the device is open
        time.sleep(_CALM)
        press(back)

    def play(self) -> None:
        self._measure("START at home, what is laid out", "tell")
        self._measure("the night falls", "night")
        self._measure("the night pauses", "pause")
        time.sleep(_CALM)
        paused = time.perf_counter()
        press(self._start)
        self._await("night", paused)
        while self._watch.page == "night":
            self._hold()
            time.sleep(_CALM)
        self._measure("the day ends", "vote")

    def _measure(self, what: str, page: str) -> None:
        time.sleep(_CALM)
        self._ear.until_silence(_SILENCE)
        left = list[float]()

        def leaves() -> float:
            left.append(time.perf_counter())
            return left[0]

        # A recording begins softly and passes `QUIET` after 20 ms. There is no bed, so any sample is its first.
        heard = self._ear.first_sample_after(lambda: press(self._start, leaves), above=0.0)
        if heard is None:
            raise LookupError(f"{what}: no sound answered, or one that began before")
        self.found[what] = (self._await(page, left[0]) - left[0]) * 1000, heard * 1000

    def _hold(self) -> None:
        self._start.drive_low()  # type: ignore[attr-defined]
        time.sleep(_HOLD)
        self._start.drive_high()  # type: ignore[attr-defined]

    def _await(self, page: str, after: float) -> float:
        """Return when the first picture of this page was shown."""
        until = time.perf_counter() + _PATIENCE
        while time.perf_counter() < until:
            if found := [at for shown, at in self._watch.shown if shown == page and at > after]:
                return found[0]
            time.sleep(0.01)
        raise TimeoutError(f"The page is {self._watch.page}.")


def play_out(way: str) -> None:
    """Run one box in this process, and print what was found."""
    from nightcrier.cli import main as nightcrier
    from nightcrier.tools import run

    watch, found, faults = Watch(), dict[str, tuple[float, float]](), list[Exception]()

    def hands(ear: DiskEar) -> None:
        try:
            table = Table(ear, watch)
            table.play()
            found.update(table.found)
        except (LookupError, TimeoutError) as wrong:
            faults.append(wrong)
        finally:
            os.kill(os.getpid(), 15)

    run.OledScreen, run.LogWitness = lambda _: watch, lambda: watch  # type: ignore[assignment,misc]
    if way == "at once":
        run.Writer = lambda _: WRITES_AT_ONCE  # type: ignore[assignment,misc]
    with tempfile.TemporaryDirectory() as name, DiskEar() as ear:
        folder = Path(name)
        english = Choices(languages=(Language("en"),), bed=NO_BED, explain="never")
        ChoicesFile(Disk(), folder / "state" / "choices.json", Choices).save(english)
        (folder / "own").mkdir()
        (folder / "own" / "device.toml").write_text(f"[sound]\nbuffer = {BUFFER}\n{AT_ONCE}")
        places = {"STATE": folder / "state", "RUNTIME": folder / "run", "CONFIGURATION": folder / "own"}
        os.environ |= {f"{what}_DIRECTORY": str(path) for what, path in places.items()}
        os.environ |= {"GPIOZERO_PIN_FACTORY": "mock", "SDL_AUDIODRIVER": "disk"}
        (folder / "run").mkdir()
        os.fsync = lambda _: time.sleep(SYNC)  # the thread that waits holds no lock, as with a card
        threading.Thread(target=hands, args=(ear,), daemon=True).start()
        with muted():
            nightcrier(["run"])
    if faults:  # told here, since nothing is told while it is muted
        raise faults[0]
    print(json.dumps(found))


def found_with(way: str) -> dict[str, tuple[float, float]]:
    command = [sys.executable, "-m", "bench.slow_card", way]
    found: dict[str, tuple[float, float]] = json.loads(subprocess.check_output(command))
    return found


def rows(size: int) -> Iterator[Row]:
    found: dict[str, list[dict[str, tuple[float, float]]]] = {way: [] for way in WAYS}
    for _ in range(size):
        for way in WAYS:
            found[way].append(found_with(way))
    for what in found["beside"][0]:
        for kind, at, most in (("the picture", 0, PICTURE_MS), ("the first sample", 1, SOUND_MS)):
            ours, others = ([each[what][at] for each in found[way]] for way in WAYS)
            note = (
                f"{median(ours):.1f} in the median; any sample counts, however soft;"
                " Python's syncs are slow, SQLite's are not, and no glass is sent to"
            )
            than = "writing at once"
            yield Row(f"{what}: {kind}, worst", max(ours), most, "ms", rival=max(others), than=than, note=note)


if __name__ == "__main__":
    play_out(sys.argv[1])
