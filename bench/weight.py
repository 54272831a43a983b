"""Measures what the box weighs and how often it wakes: at home, in the night, and with a second language.

Beside it runs a program with gpiozero's own buttons and encoder, and pygame as it comes."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bench.broker import free_port
from bench.net_evening import net_beside
from bench.rest import computed, forget_peak, peak, wakes, wakes_since
from bench.rows import Row
from bench.watching import AS_ON_A_BOX, DISK, MEMORY, running
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.files import Disk
from nightcrier.kernel.ids import Language
from nightcrier.kernel.state_file import ChoicesFile
from tests.tools.process import BoxProcess

SIZE, SMALLEST = 10, 0
"""Seconds for which each box is watched."""
AFTER = 2.5
"""So often as long it is let alone before: after twenty quiet seconds the loudspeaker dozes."""
MOST_WAKES, MOST_SHARE = 1.0, 3.0
ENGLISH, ITALIAN, CHINESE = Language("en"), Language("it"), Language("zh-Hant")
PLAIN = Choices(languages=(ENGLISH,), explain="never")
BOTH = replace(PLAIN, languages=(ENGLISH, ITALIAN))
MORE_SOUNDS = replace(PLAIN, cast="cast", foley=True, drone=True, day_bed=True)


class Way(Struct, frozen=True):
    """A box that is watched: at home, or in a night, or after it; with the page of its network beside it or without.
    `mib` is the most that it may weigh: while it is watched, or since it was begun."""

    what: str
    mib: float
    page: str = ""
    choices: Choices = PLAIN
    net: bool = False
    since_begun: bool = False


WAYS = (
    Way("at home, nobody near", 38.0),
    Way("at home, its page served", 40.0, net=True),
    Way("narrating, English", 43.0, "night"),
    Way("narrating, its page served", 43.0, "night", net=True),
    Way("narrating, with all of more sounds", 46.0, "night", MORE_SOUNDS),
    Way("narrating, English and Italian", 46.0, "night", BOTH),
    Way("narrating, English and Chinese", 46.0, "night", replace(PLAIN, languages=(ENGLISH, CHINESE))),
    Way("a whole night and the day, in English", 46.0, "day", since_begun=True),
    Way("a whole night and the day, in English and Italian", 50.0, "day", BOTH, since_begun=True),
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
    """How a program rests: MiB at its heaviest, wake-ups a second, per cent of a core."""

    mib: float
    wakes: float
    share: float


def watched(pid: int, seconds: int, *, since_begun: bool = False) -> Rests:
    if not since_begun:
        forget_peak(pid)
    time.sleep(AFTER * seconds)
    before, used, began = wakes(pid), computed(pid), time.perf_counter()
    time.sleep(seconds)
    took = time.perf_counter() - began
    return Rests(peak(pid), wakes_since(before, pid) / took, (computed(pid) - used) / took * 100)


def measured(way: Way, seconds: int) -> Rests:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        (folder / "state").mkdir()
        ChoicesFile(Disk(), folder / "state" / "choices.json", Choices).save(way.choices)
        settings = f"[net]\nenabled = true\nport = {port}\n" if way.net else ""
        with running(folder, settings) as box, net_beside(folder, port) if way.net else nullcontext():
            if way.page:
                reach(box, way.page, skipping=not seconds)
            else:
                box.hand("dial +1")
                box.says("Saved choices")
            return watched(box.process.pid, seconds, since_begun=way.since_begun)


def reach(box: BoxProcess, page: str, *, skipping: bool) -> None:
    """Through the whole night, with all that it decodes; or from call to call, each of which is skipped."""
    box.hand("start", "start")
    box.says("Page night")
    if page == "day":
        box.hand(*["start hold"] * (20 if skipping else 0))
        box.says("Page day")


def usual(seconds: int) -> Rests:
    """Buttons that can be held, an encoder, a mixer that stays open."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    command = [sys.executable, "-c", AS_ON_A_BOX + USUAL]
    with subprocess.Popen(command, env=os.environ | DISK | MEMORY, stdin=pipe, stdout=pipe, stderr=nothing) as child:
        if child.stdout:
            child.stdout.readline()
        found = watched(child.pid, seconds)
        child.kill()
    return found


def rows(size: int) -> Iterator[Row]:
    beside, than = usual(size), "gpiozero, pygame and luma, waiting"
    for way in WAYS if size else WAYS[1::3]:
        found = measured(way, size)
        yield Row(way.what, found.mib, way.mib, "MiB at most", rival=beside.mib, than=than)
        if way.page:
            yield Row(way.what, found.share, MOST_SHARE, "% of a core")
        else:
            yield Row(way.what, found.wakes, MOST_WAKES, "wake-ups a second", rival=beside.wakes, than=than)
