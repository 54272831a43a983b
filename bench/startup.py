"""Measures the time from exec until START works and until the first picture is shown, beside the time for importing the
libraries that such a program uses; and the instructions, counted by valgrind.

The program is packed into one file and its own lists are saved (`bench.installed`), like on a box."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from bench.rows import Held, Row, count
from bench.watching import AS_ON_A_BOX, DISK, GLASS
from tests.tools.process import AT_ONCE, REPO, BoxProcess

SIZE, SMALLEST = 10, 1
"""The number of starts of each program."""
MOST = 1.25
"""The most time until a box is ready and until a picture is shown, as a multiple of the time for the imports."""
IMPORTS = "import gpiozero, pygame, luma.oled.device"
THAN = f"python -c '{IMPORTS}', with what a box has"
LIBRARIES = "import argparse, gpiod, logging, msgspec, random, smbus2, socket, threading"
"""The foreign libraries that a box needs. The box is measured relative to these imports, so that a slower build of
Python gives the same result."""

TELLS = """
import os, socket
from lab.guest import glass_model

class Watched(glass_model.GlassBus):
    told = False

    def _answer(self, address):
        super()._answer(address)
        if not self.told and self.glass.on and any(self.glass.memory):
            self.told = True
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                systemd.sendto(b"PICTURE=1", os.environ["NOTIFY_SOCKET"])

glass_model.GlassBus = Watched
"""
"""Code to run before a daemon, in which the model of its screen reports the first picture."""
READY = 77
ENDS = f"""
import os
from nightcrier.kernel.program import Notifier
Notifier.ready = lambda _: os._exit({READY})
"""
"""Code to run before a daemon, which makes it exit with this status when it is ready, as it never does by itself."""
HEARS = f"""
import os
from nightcrier.box.daemon import Daemon
from nightcrier.box.parts import FirstStart
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.kernel.program import Notifier
FirstStart.due, FirstStart.poll, Desk.greeting = lambda _: None, lambda _: (), property(lambda _: "", lambda *_: None)
begun, take = dict(), Daemon.take

def begin(**what):
    begun.update(what)
    if len(begun) == 2:
        os._exit({READY} if begun["line"]() else 1)

MixerPlayer.play = lambda self, clip, _: begin(line=lambda: self._sound(clip))
Daemon.take = lambda self, *things: (take(self, *things), self.table.session and begin(page=True))
"""
"""Code to run before a daemon, which makes it exit once its first line has begun and START's page is drawn, in any
order. START is pressed before anything was read in advance; valgrind is slow, so the greeting is left out."""
MOST_START = 100.0
"""The most millions of instructions between START, at a box that has just become ready, and the first line."""
SAME = {"PYTHONHASHSEED": "0"}
"""An environment with which Python's hash tables are always the same in memory."""
PACKS = f"{AS_ON_A_BOX}import runpy\nrunpy.run_path('systemd/one_file.py', run_name='__main__')\n"
FROM_ONE_FILE = "made = {'__name__': 'start'}\nexec(open('systemd/start.py').read(), made)\nmade['start_from'](%r)\n"


class Started(BoxProcess):
    """Runs a daemon like systemd does, after this code. `cache` holds what an earlier start has read."""

    patience = 1800.0

    def __init__(self, folder: Path, cache: Path, code: str, *under: str) -> None:
        own = cache / "own" / "device.toml"
        if not own.exists():  # its copy counts for this time of writing, so all starts share the file
            own.parent.mkdir(parents=True)
            own.write_text(AT_ONCE)
        super().__init__(folder, CACHE_DIRECTORY=str(cache), CONFIGURATION_DIRECTORY=str(own.parent), **DISK, **SAME)
        whole = f"{FROM_ONE_FILE % str(packed(cache))}{AS_ON_A_BOX}{code}{GLASS}"
        self._command = [*under, sys.executable, "-P", "-S", "-c", whole, "run"]

    def tells(self, *messages: str) -> dict[str, float]:
        """Wait until the daemon has sent systemd all of these messages, and return the time of each."""
        found = dict[str, float]()
        while not found.keys() >= {*messages}:
            found.setdefault(self._notify.recv(256).decode(), time.perf_counter())
        return found


def packed(cache: Path) -> Path:
    """Return the one file of the program, which is made only once."""
    file = cache / "code"
    if not file.exists():
        subprocess.run((sys.executable, "-P", "-c", PACKS, file), cwd=REPO, env=os.environ, check=True)
    return file


def milliseconds(cache: Path) -> dict[str, float]:
    """Return the milliseconds from exec to each message of one box."""
    with tempfile.TemporaryDirectory() as name:
        began = time.perf_counter()
        with Started(Path(name), cache, TELLS) as box:
            return {what: (at - began) * 1000 for what, at in box.tells("READY=1", "PICTURE=1").items()}


def imports() -> float:
    began = time.perf_counter()
    subprocess.run(
        (sys.executable, "-c", f"{AS_ON_A_BOX}{IMPORTS}"), env=os.environ, cwd=REPO, check=True, capture_output=True
    )
    return (time.perf_counter() - began) * 1000


def valgrind(folder: Path) -> tuple[str, ...]:
    """Return the command that counts a program's instructions into this folder."""
    return ("valgrind", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={folder / 'counted'}")


def counted(folder: Path, named: str = "counted-*") -> list[float]:
    """Return the millions of instructions of each thread, the first thread's first."""
    files = [file.read_text() for file in sorted(folder.glob(named))]
    return [int(re.findall(r"\ntotals: (\d+)", text)[0]) / 1e6 for text in files]


def instructions(cache: Path, code: str = ENDS, *gestures: str) -> list[float]:
    """Return a box's millions of instructions by thread, the loop's first, until it is ready or did the gestures."""
    with tempfile.TemporaryDirectory() as name:
        with Started(Path(name), cache, code, *valgrind(Path(name))) as box:
            if gestures:
                box.tells("READY=1")
                box.hand(*gestures)
            if (status := box.wait()) != READY:
                raise SystemExit(f"it ended with {status}, not with {READY}: {box.log[-1:]}")
        return counted(Path(name))


def instructions_of(*command: str, named: str = "counted-*") -> list[float]:
    """Return the millions of instructions of a program, by thread, or by part if it is counted in parts."""
    with tempfile.TemporaryDirectory() as name:
        under = (*valgrind(Path(name)), *command)
        subprocess.run(under, cwd=REPO, env=os.environ | SAME, check=True, capture_output=True)
        return counted(Path(name), named)


def imports_instructions(code: str = AS_ON_A_BOX + LIBRARIES) -> float:
    return sum(instructions_of(sys.executable, "-c", code))


def rows(size: int) -> Iterator[Row]:
    found: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name)
        milliseconds(cache)
        for _ in range(size):  # in turn, so that a machine that slows down slows all
            for what, took in milliseconds(cache).items():
                found[what].append(took)
            found["imports"].append(imports())
        took = {what: median(times) for what, times in found.items()}
        beside = took["imports"]
        for message, what in (("READY=1", "ready for START"), ("PICTURE=1", "the first picture on the glass")):
            yield Row(what, took[message], MOST * beside, "ms", rival=beside, than=THAN)
        if size > SMALLEST:
            alone = imports_instructions()
            more = sum(instructions(cache)) - alone
            note = f"{more:,.0f} million more than the {alone:,.0f} of its libraries"
            yield count("ready for START", 100 * more / alone, "% of its libraries' instructions", note, Held.PYTHON)
            yield from (start_at_once(languages) for languages in (["en"], ["th"]))


def start_at_once(languages: Sequence[str]) -> Row:
    """Return the cost of START at a box that speaks these languages. Of all ten, Thai takes longest to lay out."""
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name)
        (own := cache / "own" / "device.toml").parent.mkdir()
        own.write_text(f"{AT_ONCE}languages = {languages}\n")
        milliseconds(cache)
        at_ready, at_line = instructions(cache), instructions(cache, HEARS, "start")
    note = f"{at_line[0] - at_ready[0]:,.0f} in the loop, the rest in threads; {sum(at_ready):,.0f} before"
    what = f"START at once in {' and '.join(languages)}, to the first line"
    return Row(what, sum(at_line) - sum(at_ready), MOST_START, "million instructions", note=note)
