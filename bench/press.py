"""Measures the time from a finger's release to the change of the screen and to the first sample in the mixer's output,
through the whole daemon on gpiozero's mock pins; beside a minimal program with gpiozero, luma and pygame.

A press counts when the finger leaves, so the time runs from there. A picture counts when its first bytes have changed
the memory of a modeled screen."""

import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median
from unittest.mock import patch

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from bench.hearing import DiskEar, level, muted
from bench.rows import Row
from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.sound.players.open_device import import_mixer
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.files import Disk
from nightcrier.kernel.ids import Language
from nightcrier.kernel.state_file import ChoicesFile
from tests.tools.process import AT_ONCE

SIZE, SMALLEST = 25, 2
MOST_PICTURE, MOST_SOUND = 5.0, 2.0
"""The most time of a press, as a multiple of the minimal program's."""
BUFFER = 1024
FINGER = 0.1
LONG_SILENCE = 0.5
"""The seconds of a silence that is longer than any pause within an announcement."""


ALOUD = Choices(languages=(Language("en"),), spoken_menu=True)
"""The choices with which a press is answered both on the screen and aloud."""


class TimedGlass(GlassModel):
    """Notes when it begins to show another picture."""

    def __init__(self) -> None:
        super().__init__("ssd1306")
        self.changed = list[float]()

    def transfer(self, payload: bytes) -> None:
        before = bytes(self.memory)
        super().transfer(payload)
        if before != self.memory:
            self.changed.append(time.perf_counter())

    def seconds_after(self, moment: float) -> float:
        """Wait for the first change after this moment, and return the seconds. The change may come after the sound."""
        while time.perf_counter() < moment + LONG_SILENCE:
            if found := next((at - moment for at in self.changed if at >= moment), 0.0):
                return found
            time.sleep(0.001)
        return math.inf


class Answer(Struct, frozen=True):
    """Holds the effect of a press: the milliseconds until the picture, and until the first sample."""

    picture: float
    sound: float


def voice(folder: Path) -> None:
    """Write a pack in which every line begins at full level, and has no text that would be spoken instead."""
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
    """Return the mock pins of START and BACK, once the daemon has taken them."""
    import gpiozero

    while gpiozero.Device.pin_factory is None:
        time.sleep(0.05)
    time.sleep(1.0)
    factory = gpiozero.Device.pin_factory
    return factory.pin("GPIO22"), factory.pin("GPIO27")


def press(pin: object, leaves: Callable[[], float] = time.perf_counter) -> float:
    """Press too briefly for a hold, and return the moment at which the finger leaves."""
    pin.drive_low()  # type: ignore[attr-defined]
    time.sleep(FINGER)
    left = leaves()
    pin.drive_high()  # type: ignore[attr-defined]
    return left


def answer(ear: DiskEar, glass: TimedGlass, pin: object) -> Answer:
    left = list[float]()

    def leaves() -> float:
        left.append(time.perf_counter())
        return left[0]

    heard = ear.first_sample_after(lambda: press(pin, leaves))
    return Answer(glass.seconds_after(left[0]) * 1000, math.inf if heard is None else heard * 1000)


def measure(ear: DiskEar, glass: TimedGlass, found: list[Answer], times: int) -> None:
    """Open a page that is read aloud, and leave it, again and again. Add each answer to `found`."""
    dial, back = pins()
    press(back)  # the deck, read aloud: from now on the device is open
    ear.until_silence(LONG_SILENCE)
    press(back)
    for _ in range(times + 1):
        ear.until_silence(LONG_SILENCE)
        found.append(answer(ear, glass, dial))
        press(back)
    os.kill(os.getpid(), signal.SIGTERM)


def daemons(times: int) -> list[Answer]:
    """Return the effects of presses at the whole daemon."""
    from nightcrier.cli import main as nightcrier

    found, glass = list[Answer](), TimedGlass()
    with tempfile.TemporaryDirectory() as name, DiskEar() as ear, patch("smbus2.SMBus", GlassBus(glass)):
        folder = Path(name)
        voice(folder / "state" / "voices" / "en-own")
        ChoicesFile(Disk(), folder / "state" / "choices.json", Choices).save(ALOUD)
        (folder / "own").mkdir()
        (folder / "own" / "device.toml").write_text(f"[sound]\nbuffer = {BUFFER}\n{AT_ONCE}")
        places = {"STATE": folder / "state", "RUNTIME": folder, "CONFIGURATION": folder / "own"}
        os.environ |= {f"{what}_DIRECTORY": str(path) for what, path in places.items()}
        os.environ |= {"GPIOZERO_PIN_FACTORY": "mock", "SDL_AUDIODRIVER": "disk"}
        threading.Thread(target=measure, args=(ear, glass, found, times), daemon=True).start()
        with muted():
            nightcrier(["run"])
    return found


def usual(times: int) -> list[Answer]:
    """Return the effects of presses at a program that draws a line and plays a preloaded sound."""
    from gpiozero import Button
    from gpiozero.pins.mock import MockFactory
    from luma.core.interface.serial import i2c
    from luma.core.render import canvas
    from luma.oled.device import ssd1306

    glass, drawn = TimedGlass(), count()
    with tempfile.TemporaryDirectory() as name, DiskEar() as ear, patch("smbus2.SMBus", GlassBus(glass)), muted():
        os.environ["SDL_AUDIODRIVER"] = "disk"
        mixer = import_mixer().mixer
        mixer.init(SAMPLE_RATE, -16, 2, BUFFER, allowedchanges=0)
        sound = mixer.Sound(file=str(level(Path(name) / "a.wav", 0.3, 0.5)))
        display, button = ssd1306(i2c(port=1, address=0x3C)), Button(17, pin_factory=MockFactory())

        def answers() -> None:
            sound.play()
            with canvas(display) as draw:
                draw.text((0, 20), f"Players: {next(drawn)}", fill="white")

        button.when_released = answers
        return [answer(ear, glass, button.pin) for _ in range(times + 1)]


def rows(size: int) -> Iterator[Row]:
    command = (sys.executable, "-P", "-m", "bench.press", str(size))
    beside = msgspec.json.decode(subprocess.check_output(command), type=list[Answer])[1:]
    found = daemons(size)[1:]  # the first opens the device
    found += [Answer(math.inf, math.inf)] * (size - len(found))  # nothing came of these: that is no figure
    note, than = f"{sum(each.sound < math.inf for each in found)} of {size} heard", "gpiozero, luma and pygame alone"
    for what, of, most in (("picture", 0, MOST_PICTURE), ("first sample", 1, MOST_SOUND)):
        ours, others = (median(astuple(each)[of] for each in every) for every in (found, beside))
        yield Row(f"finger off to the {what}, median", ours, most * others, "ms", rival=others, than=than, note=note)


if __name__ == "__main__":
    print(msgspec.json.encode(usual(int(sys.argv[1]))).decode())
