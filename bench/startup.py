"""From exec to ready for START and to the first picture on the glass, beside merely importing the libraries that such a
program uses. `python -m bench.startup`.

The program is compiled beforehand, as the installer does it and as pip did it with the libraries."""

import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.hearing import progress
from bench.watching import DISK
from tests.tools.process import AT_ONCE, REPO, BoxProcess

RUNS = 9
MOST_RATIO = 0.75
IMPORTS = "import gpiozero, pygame, luma.oled.device"

GLASS = """
import os, socket, sys
import smbus2
from lab.guest.glass_model import GlassBus, GlassModel

class Watched(GlassBus):
    def _answer(self, address):
        super()._answer(address)
        if self.glass.on and any(self.glass.memory):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
                told.sendto(b"PICTURE=1", os.environ["NOTIFY_SOCKET"])

smbus2.SMBus = Watched(GlassModel("ssd1306"))
from nightcrier.cli import main
sys.exit(main(["run"]))
"""
"""The daemon with a model of the glass on its bus, which tells when the first picture shines."""


class Started(BoxProcess):
    """A daemon as systemd starts it, from the given code."""

    def __init__(self, folder: Path, code: str, cache: Path) -> None:
        super().__init__(folder, CACHE_DIRECTORY=str(cache), **DISK)
        self._command = [sys.executable, "-c", code]


def until(message: str, settings: str, code: str, cache: Path) -> float:
    """Seconds from exec to this message, of a box that has been started before: `cache` is what it read then."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "own").mkdir()
        (folder / "own" / "device.toml").write_text(f"{settings}\n{AT_ONCE}")
        box = Started(folder, code, cache)
        began = time.perf_counter()
        with box:
            box.tells_systemd(message)
            return time.perf_counter() - began


def ready(cache: Path) -> float:
    code = "import sys; from nightcrier.cli import main; sys.exit(main(['run']))"
    return until("READY=1", "[screen]\ncontroller = 'none'\n", code, cache)


def picture(cache: Path) -> float:
    return until("PICTURE=1", "", GLASS, cache)


def imports(_cache: Path) -> float:
    began = time.perf_counter()
    subprocess.run((sys.executable, "-c", IMPORTS), env=os.environ, cwd=REPO, check=True, capture_output=True)
    return time.perf_counter() - began


def main() -> int:
    ways: dict[str, Callable[[Path], float]] = {"ready": ready, "picture": picture, "imports": imports}
    found: dict[str, list[float]] = {name: [] for name in ways}
    compileall.compile_dir(REPO / "device" / "nightcrier", quiet=1)
    with tempfile.TemporaryDirectory() as cache:
        for turn in range(RUNS + 1):  # in turn, so that a machine that slows down slows all; the first only warms up
            progress(f"starting: {turn} of {RUNS}")
            for name, way in ways.items():
                found[name].append(way(Path(cache)))
    progress("")
    took = {name: statistics.median(times[1:]) for name, times in found.items()}
    print(f"{'from exec to':44}{'median ms':>10}{'ratio':>8}")
    for name, what in (("ready", "ready for START"), ("picture", "the first picture on the glass")):
        print(f"{what:44}{took[name] * 1000:10.0f}{took[name] / took['imports']:8.2f}")
    print(f"{f'python -c {IMPORTS!r}':44.44}{took['imports'] * 1000:10.0f}{1:8.2f}")
    print(f"asked for: ready within ratio {MOST_RATIO}")
    return 0 if took["ready"] <= MOST_RATIO * took["imports"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
