"""From exec to ready for START and to the first picture on the glass, beside merely importing the libraries that such a
program uses.

The program is compiled and its own lists are kept (`bench.installed`), as pip compiled the libraries."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median

from bench.rest import computed
from bench.rows import Row
from bench.watching import AS_ON_A_BOX, DISK, GLASS
from tests.tools.process import AT_ONCE, REPO, BoxProcess

SIZE, SMALLEST = 10, 1
"""Starts of each."""
LATER, FIRST, PICTURE, ALL_OF_IT = 0.6, 0.9, 1.0, 2.6
"""The most, as a part of what the imports take: for a later start, for the first one after an installation, until a
picture shines, and for all that is put off, up to the first line of a game."""
REST, LITTLE = 10.0, 0.1
"""A box rests when it computes that little in that many seconds."""
IMPORTS = "import gpiozero, pygame, luma.oled.device"
THAN = f"python -c '{IMPORTS}', with what a box has"

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
"""Before a daemon: the model of its glass tells when the first picture shines."""
READY = 77
ENDS = f"""
import os
from nightcrier.box.machine import Notifier
Notifier.ready = lambda _: os._exit({READY})
"""
"""Before a daemon: it ends with this status when it is ready, and with none of its own."""
ENDS_AT_SOUND = f"""
import os
from nightcrier.box.witness import LogWitness
LogWitness.hear = lambda _, heard: os._exit({READY})
"""
"""Before a daemon: it ends with this status when its first line is heard, after the picture."""


class Started(BoxProcess):
    """A daemon as systemd starts it, behind this code; `cache` is what an earlier start has read."""

    patience = 1800.0

    def __init__(self, folder: Path, cache: Path, code: str, *under: str) -> None:
        own = cache / "own" / "device.toml"
        if not own.exists():  # its copy counts for this time of writing, so all starts share the file
            own.parent.mkdir(parents=True)
            own.write_text(AT_ONCE)
        super().__init__(folder, CACHE_DIRECTORY=str(cache), CONFIGURATION_DIRECTORY=str(own.parent), **DISK)
        self._command = [*under, sys.executable, "-P", "-c", f"{AS_ON_A_BOX}{code}{GLASS}", "run"]

    def tells(self, *messages: str) -> dict[str, float]:
        """Wait until it has told systemd all of them, and return when."""
        found = dict[str, float]()
        while not found.keys() >= {*messages}:
            found.setdefault(self._notify.recv(256).decode(), time.perf_counter())
        return found


def milliseconds(cache: Path) -> dict[str, float]:
    """From exec to each message of one box."""
    with tempfile.TemporaryDirectory() as name:
        box, began = Started(Path(name), cache, TELLS), time.perf_counter()
        with box:
            return {what: (at - began) * 1000 for what, at in box.tells("READY=1", "PICTURE=1").items()}


def imports() -> float:
    began = time.perf_counter()
    subprocess.run(
        (sys.executable, "-c", f"{AS_ON_A_BOX}{IMPORTS}"), env=os.environ, cwd=REPO, check=True, capture_output=True
    )
    return (time.perf_counter() - began) * 1000


VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def counted(said: str) -> float:
    """Millions of instructions, of what valgrind said."""
    return int(re.findall(r"I +refs: +([\d,]+)", said)[0].replace(",", "")) / 1e6


def instructions(cache: Path, ends: str = ENDS, *gestures: str) -> float:
    """Return those of a box until it ends by `ends`. Gestures are given once it rests."""
    with tempfile.TemporaryDirectory() as name, Started(Path(name), cache, ends, *VALGRIND) as box:
        if gestures:
            box.tells("READY=1")
            until_rest(box.process.pid)
            box.hand(*gestures)
        if (status := box.wait()) != READY:
            raise SystemExit(f"it ended with {status}, not with {READY}: {box.log[-1:]}")
        return counted("\n".join(box.log))


def until_rest(pid: int) -> None:
    """Wait until the box has read in what it puts off, piece by piece with pauses."""
    before = -REST
    while (now := computed(pid)) - before > LITTLE:
        before = now
        time.sleep(REST)


def imports_instructions(code: str = AS_ON_A_BOX + IMPORTS) -> float:
    command = (*VALGRIND, sys.executable, "-c", code)
    return counted(subprocess.run(command, cwd=REPO, check=True, capture_output=True, text=True).stderr)


def rows(size: int) -> Iterator[Row]:
    found: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        cache, fresh = Path(name, "kept"), (Path(name, f"fresh-{turn}") for turn in count())
        milliseconds(cache)
        for _ in range(size):  # in turn, so that a machine that slows down slows all
            kept = milliseconds(cache)
            found["ready"].append(kept["READY=1"])
            found["picture"].append(kept["PICTURE=1"])
            found["fresh"].append(milliseconds(next(fresh))["READY=1"])
            found["imports"].append(imports())
        took = {what: median(times) for what, times in found.items()}
        beside = took["imports"]
        yield Row("ready for START, a later start", took["ready"], LATER * beside, "ms", rival=beside, than=THAN)
        yield Row("ready for START, the first start", took["fresh"], FIRST * beside, "ms", rival=beside, than=THAN)
        yield Row("the first picture on the glass", took["picture"], PICTURE * beside, "ms", rival=beside, than=THAN)
        if size > SMALLEST:
            beside = imports_instructions()
            for start, place, most in (("a later", cache, LATER), ("the first", next(fresh), FIRST)):
                what, bar = f"ready for START, {start} start", most * beside
                yield Row(what, instructions(place), bar, "million instructions", rival=beside, than=THAN)
            all_of_it = instructions(cache, ENDS_AT_SOUND, "start")
            what, bar = "until rest, and then START to its first line", ALL_OF_IT * beside
            yield Row(what, all_of_it, bar, "million instructions", rival=beside, than=THAN)
