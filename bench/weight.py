"""Measures the memory of the box and how often it wakes: at home, and over a night and the day, with a second language.

A minimal program with gpiozero's own buttons and encoder, and unchanged pygame, runs beside it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bench.broker import free_port
from bench.net_evening import net_beside
from bench.rest import forget_peak, peak, wakes, wakes_since
from bench.rows import Row
from bench.watching import AS_ON_A_BOX, DISK, MEMORY, running
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.files import Disk
from nightcrier.kernel.ids import Language
from nightcrier.kernel.state_file import ChoicesFile
from tests.tools.process import BoxProcess

SIZE, SMALLEST = 60, 0
"""The seconds for which a box at home is watched."""
CALM = 60.0
"""The seconds for which a box is first left alone, while it reads what it put off, and the speaker goes to sleep."""
MOST_WAKES = 1 / 300
"""The most wake-ups, as a fraction of those of the minimal program. The box itself wakes once in four seconds."""
ENGLISH, ITALIAN = Language("en"), Language("it")
PLAIN = Choices(languages=(ENGLISH,), explain="never")
MORE = replace(PLAIN, languages=(ENGLISH, ITALIAN), cast="cast", foley=True, drone=True, day_bed=True)


class Way(Struct, frozen=True):
    """Describes a box that is watched at home, or weighed over a night until it is day; with its network page or
    without. `most` is the most memory, as a fraction of that of the minimal program."""

    what: str
    most: float
    choices: Choices = PLAIN
    plays: bool = False
    net: bool = False


WAYS = (
    Way("at home, nobody near", 1.1),
    Way("at home, its page served", 1.16, net=True),
    Way("a whole night and the day, in English", 1.2, plays=True),
    Way("a whole night and the day, in English and Italian, with all of more sounds", 1.3, MORE, plays=True),
)

USUAL = """
import sys
from gpiozero import Button, RotaryEncoder
from gpiozero.pins.mock import MockFactory
import pygame
import luma.oled.device
factory = MockFactory()
buttons = [Button(pin, pin_factory=factory, hold_time=1) for pin in (17, 27, 22)]
for button in buttons:
    button.when_held = lambda: None
dial = RotaryEncoder(23, 24, pin_factory=factory)
pygame.mixer.init()
print("ready", flush=True)
sys.stdin.read()
"""


class Rests(Struct, frozen=True):
    """Holds the peak memory of a program in MiB, and its wake-ups a second."""

    mib: float
    wakes: float = 0.0


def watched(pid: int, seconds: int) -> Rests:
    time.sleep(CALM if seconds else 0.0)
    forget_peak(pid)
    before, began = wakes(pid), time.perf_counter()
    time.sleep(seconds or 0.1)
    return Rests(peak(pid), wakes_since(before, pid) / (time.perf_counter() - began))


def measured(way: Way, seconds: int) -> Rests:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        (folder / "state").mkdir()
        ChoicesFile(Disk(), folder / "state" / "choices.json", Choices).save(way.choices)
        settings = f"[net]\nenabled = true\nport = {port}\n" if way.net else ""
        with running(folder, settings) as box, net_beside(folder, port) if way.net else nullcontext():
            if way.plays:
                play(box, skipping=not seconds)
                return Rests(peak(box.process.pid))
            box.hand("dial +1")
            box.says("Saved choices")
            return watched(box.process.pid, seconds)


def play(box: BoxProcess, *, skipping: bool) -> None:
    """Play the whole night, with everything that it decodes, or skip each call."""
    box.hand("start", "start")
    box.says("Page night")
    box.hand(*["start hold"] * (20 if skipping else 0))
    box.says("Page day")


def usual(seconds: int) -> Rests:
    """Measure the minimal program: buttons that can be held, an encoder, a mixer that stays open."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    command = [sys.executable, "-c", AS_ON_A_BOX + USUAL]
    with subprocess.Popen(command, env=os.environ | DISK | MEMORY, stdin=pipe, stdout=pipe, stderr=nothing) as child:
        if child.stdout:
            child.stdout.readline()
        found = watched(child.pid, seconds)
        child.kill()
    return found


def rows(size: int) -> Iterator[Row]:
    """Yield the rows. All programs are watched at the same time, because each waits by itself and is counted alone."""
    ways, than = WAYS if size else WAYS[1:2], "gpiozero, pygame and luma, waiting"
    with ThreadPoolExecutor(len(ways) + 1) as at_once:
        waits = at_once.submit(usual, size)
        found = list(at_once.map(partial(measured, seconds=size), ways))
    beside = waits.result()
    for way, rests in zip(ways, found, strict=True):
        yield Row(f"{way.what}: at most", rests.mib, way.most * beside.mib, "MiB", rival=beside.mib, than=than)
        if not way.plays:
            most = MOST_WAKES * beside.wakes
            yield Row(f"{way.what}: wake-ups", rests.wakes, most, "a second", rival=beside.wakes, than=than)
