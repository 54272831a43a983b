"""From a contact that closes to the first sample in the mixer's output, through gpiozero's mock pins and the whole
daemon. `python -m bench.press`.

A press counts when the finger leaves, so the time runs from there."""

import os
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

from bench.hearing import DiskEar, level, muted, progress
from nightcrier.box.sound.port import SAMPLE_RATE
from tests.tools.process import AT_ONCE

TIMES = 50
ALLOWED_MS = 5.0
BUFFER = 1024
FINGER = 0.1
LONG_SILENCE = 0.5
"""Longer than any pause within an announcement: a finger that waits on the dial would become a hold."""


def voice(folder: Path) -> None:
    """A pack in which every line begins at full height."""
    from nightcrier.box.folders import share
    from nightcrier.kernel.ids import Language
    from nightcrier.words.shelf import read_book

    folder.mkdir(parents=True)
    level(folder / "a.wav", 0.3, 0.5)
    book = read_book(share("assets") / "words" / f"{Language('en')}.toml")
    scenarios = (share("config") / "scenarios").glob("*.toml")
    lines = [f"screen.{key}" for key in book.screen] + list(book.lines)
    lines += [f"scenario.one-night.{file.stem}" for file in scenarios]
    rows = "\n".join(f'"{line}" = {{ file = "a.wav", seconds = 0.3, hash = "0" }}' for line in lines)
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


def press(pin: object) -> None:
    """Down for a moment; what follows is what the box makes of it."""
    pin.drive_low()  # type: ignore[attr-defined]
    time.sleep(FINGER)
    pin.drive_high()  # type: ignore[attr-defined]


def measure(ear: DiskEar, found: list[float]) -> None:
    """Into the menu, where the first line says itself, and out again, over and over."""
    dial, back = pins()
    press(back)  # the deck, read aloud: from now on the device is open
    ear.until_silence(LONG_SILENCE)
    press(back)
    for turn in range(TIMES + 1):
        progress(f"press through the daemon: {turn} of {TIMES}")
        ear.until_silence(LONG_SILENCE)
        dial.drive_low()  # type: ignore[attr-defined]
        time.sleep(FINGER)
        heard = ear.first_sample_after(dial.drive_high)  # type: ignore[attr-defined]
        if heard is not None:
            found.append(heard * 1000)
        press(back)
    progress("")
    os.kill(os.getpid(), 15)


def main() -> int:
    from nightcrier.cli import main as nightcrier

    found: list[float] = []
    with tempfile.TemporaryDirectory() as name, DiskEar() as ear:
        folder = Path(name)
        voice(folder / "state" / "voices" / "en-own")
        (folder / "own").mkdir()
        settings = f"[screen]\ncontroller = 'none'\n[sound]\nbuffer = {BUFFER}\n"
        (folder / "own" / "device.toml").write_text(f"{settings}\n{AT_ONCE}")
        places = {"STATE": folder / "state", "RUNTIME": folder, "CONFIGURATION": folder / "own"}
        os.environ |= {f"{what}_DIRECTORY": str(path) for what, path in places.items()}
        os.environ |= {"GPIOZERO_PIN_FACTORY": "mock", "SDL_AUDIODRIVER": "disk"}
        threading.Thread(target=measure, args=(ear, found), daemon=True).start()
        with muted():
            nightcrier(["run"])
    return tell(found[1:])


def tell(found: list[float]) -> int:
    if not found:
        print("nothing was heard")
        return 1
    allowed = BUFFER / SAMPLE_RATE * 1000 + ALLOWED_MS
    print(f"{'finger off to first sample, ms':44}{'median':>9}{'least':>9}{'most':>9}")
    row = f"{median(found):9.1f}{min(found):9.1f}{max(found):9.1f}   n={len(found)}"
    print(f"{f'mock pin, daemon, disk driver, buffer {BUFFER}':44}{row}")
    print(f"asked for: one buffer and {ALLOWED_MS:.0f} ms = {allowed:.1f}")
    return 0 if median(found) <= allowed else 1


if __name__ == "__main__":
    raise SystemExit(main())
