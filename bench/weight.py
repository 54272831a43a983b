"""What the box weighs and how often it wakes: at home, in the night, and with a second language; beside a program with
gpiozero's own buttons and encoder, and pygame as it comes. `python -m bench.weight`."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from bench.broker import free_port
from bench.hearing import progress
from bench.net_evening import net_beside
from bench.rest import computed, resident, wakes
from bench.watching import DISK, running
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.files import Disk
from nightcrier.kernel.ids import Language
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.words.catalogue import LANGUAGES
from tests.tools.process import BoxProcess

SETTLE, WATCH = 22.0, 10.0
"""After twenty quiet seconds the loudspeaker dozes."""

MOST_MIB, PAGE_MIB, MOST_WAKES = 46.0, 2.0, 5.0
NIGHT = 25.0
ENGLISH, ITALIAN, CHINESE = Language("en"), Language("it"), Language("zh-Hant")
PLAIN = Choices(languages=(ENGLISH,), explain="never")
MORE_SOUNDS = replace(PLAIN, cast="cast", foley=True, drone=True, day_bed=True)

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


def watched(pid: int) -> tuple[float, float, float]:
    """MiB, wake-ups a second, per cent of a core."""
    before, used = wakes(pid), computed(pid)
    time.sleep(WATCH)
    return resident(pid), (wakes(pid) - before) / WATCH, (computed(pid) - used) / WATCH * 100


def at_home() -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as box:
        return left_alone(box)


def at_home_with_page() -> tuple[float, float, float]:
    """Beside the second program, which serves the page."""
    port = free_port()
    settings = f"[net]\nenabled = true\nport = {port}\n"
    with tempfile.TemporaryDirectory() as name, running(Path(name), settings) as box, net_beside(Path(name), port):
        return left_alone(box)


def left_alone(box: BoxProcess) -> tuple[float, float, float]:
    box.hand("dial +1")
    time.sleep(SETTLE)
    return watched(box.process.pid)


def narrating(choices: Choices) -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        (state := Path(folder, "state")).mkdir()
        ChoicesFile(Disk(), state / "choices.json", Choices).save(choices)
        with running(Path(folder)) as box:
            box.hand("start", "start")
            box.says("Page night")
            time.sleep(NIGHT)
            return watched(box.process.pid)


def by_day() -> tuple[float, float, float]:
    """After a whole night, with all that it decoded."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as box:
        box.hand("start", "start")
        box.says("Page day")
        time.sleep(SETTLE)
        return watched(box.process.pid)


def usual() -> tuple[float, float, float]:
    """Buttons that can be held, an encoder, a mixer that stays open."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    command = [sys.executable, "-c", USUAL]
    with subprocess.Popen(command, env=os.environ | DISK, stdin=pipe, stdout=pipe, stderr=nothing) as child:
        if child.stdout:
            child.stdout.readline()
        found = watched(child.pid)
        child.kill()
    return found


def main() -> int:
    print(f"{'':36}{'MiB':>8}{'wake-ups/s':>12}{'% of a core':>13}")
    rows = {}
    ways = {
        "at home, nobody near": at_home,
        "at home, its page served": at_home_with_page,
        "narrating, English": lambda: narrating(PLAIN),
        "by day, after that night": by_day,
        "narrating, with all of more sounds": lambda: narrating(
            replace(PLAIN, cast="cast", foley=True, drone=True, day_bed=True)
        ),
        "narrating, English and Italian": lambda: narrating(replace(PLAIN, languages=(ENGLISH, ITALIAN))),
        "narrating, English and Chinese": lambda: narrating(replace(PLAIN, languages=(ENGLISH, CHINESE))),
        "gpiozero, pygame and luma, waiting": usual,
    }
    for what, way in ways.items():
        progress(what)
        rows[what] = way()
        progress("")
        mib, woken, busy = rows[what]
        print(f"{what:36}{mib:8.1f}{woken:12.2f}{busy:13.2f}")
    home, served, english, _, _, italian, _ = list(rows.values())[:-1]
    print(f"one more language: {italian[0] - english[0]:.1f} MiB; the other {len(LANGUAGES) - 2} stay on the disk")
    print(f"asked for: at most {MOST_MIB:.0f} MiB, at home at most {MOST_WAKES:.0f} wake-ups a second")
    print(f"and for the page at most {PAGE_MIB:.0f} MiB more")
    good = max(row[0] for row in list(rows.values())[:-1]) <= MOST_MIB and served[0] - home[0] <= PAGE_MIB
    return 0 if good and max(home[1], served[1]) <= MOST_WAKES else 1


if __name__ == "__main__":
    raise SystemExit(main())
