"""From a contact that closes to the first sample in the mixer's output, through gpiozero's mock pins and the whole
daemon.

A press counts when the finger leaves, so the time runs from there."""

import math
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from unittest.mock import patch

from bench.hearing import DiskEar, level, muted
from bench.rows import Row
from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.files import Disk
from nightcrier.kernel.ids import Language
from nightcrier.kernel.state_file import ChoicesFile
from tests.tools.process import AT_ONCE

SIZE, SMALLEST = 50, 2
ALLOWED_MS, WORST_MS = 5.0, 100.0
BUFFER = 1024
FINGER = 0.1
LONG_SILENCE = 0.5
"""Longer than any pause within an announcement."""


ALOUD = Choices(languages=(Language("en"),), spoken_menu=True)
"""A press is answered on the glass and aloud."""


def voice(folder: Path) -> None:
    """A pack in which every line begins at full height; it names no text that it would speak."""
    from nightcrier.box.library import words_folders
    from nightcrier.kernel.folders import share
    from nightcrier.words.shelf import read_words

    folder.mkdir(parents=True)
    level(folder / "a.wav", 0.3, 0.5)
    book = read_words(words_folders(share("assets") / "words"), Language("en"))
    scenarios = (share("config") / "scenarios").glob("*.toml")
    lines = [f"screen.{key}" for key in book.screen] + list(book.lines)
    lines += [f"scenario.one-night.{file.stem}" for file in scenarios]
    rows = "\n".join(f'"{line}" = {{ file = "a.wav", seconds = 0.3 }}' for line in lines)
    about = 'language = "en"\nname = "a"\nlicence = "CC0"\ncredit = "a"\nquality = "human"\n'
    (folder / "pack.toml").write_text(f"{about}[clips]\n{rows}\n", "utf-8")


def pins() -> tuple[object, object]:
    """The mock pins of START and BACK, once the daemon has taken them."""
    import gpiozero

    while gpiozero.Device.pin_factory is None:
        time.sleep(0.05)
    time.sleep(1.0)
    factory = gpiozero.Device.pin_factory
    return factory.pin("GPIO22"), factory.pin("GPIO27")


def press(pin: object, leaves: Callable[[], float] = time.perf_counter) -> float:
    """Press for a moment, too short for a hold, and return when the finger leaves."""
    pin.drive_low()  # type: ignore[attr-defined]
    time.sleep(FINGER)
    left = leaves()
    pin.drive_high()  # type: ignore[attr-defined]
    return left


def measure(ear: DiskEar, found: list[tuple[float, float]], times: int) -> None:
    """Into a page that says itself, and out again, over and over: milliseconds until it is heard,
    and for which the loop computes."""
    dial, back = pins()
    loop = time.pthread_getcpuclockid(threading.main_thread().ident or 0)
    press(back)  # the deck, read aloud: from now on the device is open
    ear.until_silence(LONG_SILENCE)
    press(back)
    used = 0.0

    def leaves() -> float:
        nonlocal used
        used = time.clock_gettime(loop)
        return time.perf_counter()

    for _ in range(times + 1):
        ear.until_silence(LONG_SILENCE)
        heard = ear.first_sample_after(lambda: press(dial, leaves))
        computed = time.clock_gettime(loop) - used
        found.append((math.inf, math.inf) if heard is None else (heard * 1000, computed * 1000))
        press(back)
    os.kill(os.getpid(), signal.SIGTERM)


def rows(size: int) -> Iterator[Row]:
    from nightcrier.cli import main as nightcrier

    found: list[tuple[float, float]] = []
    with (
        tempfile.TemporaryDirectory() as name,
        DiskEar() as ear,
        patch("smbus2.SMBus", GlassBus(GlassModel("ssd1306"))),
    ):
        folder = Path(name)
        voice(folder / "state" / "voices" / "en-own")
        ChoicesFile(Disk(), folder / "state" / "choices.json", Choices).save(ALOUD)
        (folder / "own").mkdir()
        (folder / "own" / "device.toml").write_text(f"[sound]\nbuffer = {BUFFER}\n{AT_ONCE}")
        places = {"STATE": folder / "state", "RUNTIME": folder, "CONFIGURATION": folder / "own"}
        os.environ |= {f"{what}_DIRECTORY": str(path) for what, path in places.items()}
        os.environ |= {"GPIOZERO_PIN_FACTORY": "mock", "SDL_AUDIODRIVER": "disk"}
        threading.Thread(target=measure, args=(ear, found, size), daemon=True).start()
        with muted():
            nightcrier(["run"])
    answered = sum(heard < math.inf for heard, _ in found[1:])  # the first opens the device
    found += [(math.inf, math.inf)] * (size + 1 - len(found))  # nothing was heard of these: that is no figure
    heard, computed = zip(*found[1:], strict=True)
    allowed = BUFFER / SAMPLE_RATE * 1000 + ALLOWED_MS
    note = f"one buffer and {ALLOWED_MS:.0f} ms; from {min(heard):.1f}, {answered} of {size} heard"
    yield Row("finger off to first sample, median", median(heard), allowed, "ms", note=note)
    yield Row("finger off to first sample, worst", max(heard), WORST_MS, "ms")
    yield Row("the loop until then, median", median(computed), ALLOWED_MS, "ms of processor")
