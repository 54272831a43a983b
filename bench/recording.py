"""`./run browser`: the recording page in Chromium, whose microphone is a file. Needs `chromium` and `chromium-driver`.

The woman of the English voices speaks lines into the page that plays the man's: as they are, one for another, cut
after a quarter, in noise, and too loud. A table tells what the page said of each take, and `voices import` of its zip.
The page is opened from file://, without a server."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np
import soundfile
from msgspec import Struct
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from device.box.folders import standard_folders
from device.commands.progress import ProgressBar
from device.commands.voice_files import VoiceFiles
from device.kernel.ids import Language, LineId
from device.sound.player import SAMPLE_RATE
from device.sound.voices.packs import ShelvedPack
from device.studio.likeness import MachineVoice
from device.studio.pack_folder import own_pack
from device.studio.recording_page import recording_page
from device.studio.ring import Wave
from device.studio.soundfiles import read_sound
from device.studio.take_import import ImportRules, import_recordings, listed_pack
from device.studio.voice_zip import unpacked

EN = Language("en")
LINES = tuple(map(LineId, ("one-night.seer.wake", "one-night.robber.wake", "one-night.drunk.wake")))
OTHER = LineId("one-night.insomniac.wake")
LICENCE = "CC0-1.0"
BEFORE, AFTER = 2.0, 3.0
ROOM, NOISE, LOUD = 10 ** (-75 / 20), 10 ** (-35 / 20), 12.0
PATIENCE, STEP = 60.0, 0.1
DONE = ("kept", "silent", "clipped", "noisy", "short", "long", "denied", "missing", "forbidden")
T = TypeVar("T")


class Spoken(Struct, frozen=True):
    """What is spoken while the page shows a line, and what has to be said of it: by the page, and by the import."""

    line: LineId
    how: str
    sound: Wave
    page: str = "kept"
    imported: str = "taken"
    noise: float = ROOM


def main() -> int:
    parser = argparse.ArgumentParser(prog="browser", description="Tries the recording page in Chromium.")
    parser.add_argument("--date", default="", help="what stands over the table")
    date = parser.parse_args().date
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder, browser(Path(folder)) as driver:
        rows = list(_played(Path(folder), driver))
        version = driver.capabilities["browserVersion"]
    print(f"{date}, Chromium {version}, the page at file://")
    print(f"{'line':24}{'spoken':10}{'the page':10}{'import':10}")
    good = 0
    for take, *said in rows:
        as_meant = said == [take.page, take.imported]
        print(f"{take.line:24}{take.how:10}{said[0]:10}{said[1]:10}{'as meant' if as_meant else 'NOT AS MEANT'}")
        good += as_meant
    print(f"{good} of {len(rows)} as meant")
    return 0 if good == len(rows) else 1


def _played(folder: Path, driver: webdriver.Chrome) -> Iterator[tuple[Spoken, str, str]]:
    house = VoiceFiles(standard_folders({}, folder / "state"), None)
    man, woman = (next(pack for pack in house.shipped(EN) if pack.id == name) for name in ("en-male", "en-female"))
    texts = {line: text for line, text in house.texts(EN).items() if line in LINES}
    page = folder / "record-en.html"
    page.write_text(recording_page(EN, texts, man, {"its speaker's own": "", LICENCE: LICENCE}), "utf-8")
    rules = ImportRules(texts, MachineVoice(man))
    driver.get(page.as_uri())
    _until(lambda: _state(driver, "line"))
    spoken, bar = list(takes(woman)), ProgressBar("browser")
    for number, take in enumerate(spoken, 1):
        bar(number, len(spoken))
        said = _recorded(driver, take, folder / "microphone.wav")
        file = _saved(driver, f"take {number}", folder) if said == "kept" else None
        yield take, said, _brought(file, take.line, rules, folder / str(number)) if file else "-"


def takes(woman: ShelvedPack) -> Iterator[Spoken]:
    for line in LINES:
        sound, other = _clip(woman, line), _clip(woman, OTHER)
        yield Spoken(line, "right", sound)
        yield Spoken(line, "swapped", other, "kept", "unlike")
        yield Spoken(line, "cut", sound[: len(sound) // 4], "short", "-")
        yield Spoken(line, "noisy", sound, "noisy", "-", NOISE)
        yield Spoken(line, "too loud", np.clip(LOUD * sound, -1, 1), "clipped", "-")
        yield Spoken(line, "nothing", np.zeros(SAMPLE_RATE), "silent", "-")


def _clip(pack: ShelvedPack, line: LineId) -> Wave:
    return read_sound(pack.place / pack.pack.clips[line].file)[0]


@contextmanager
def browser(folder: Path) -> Iterator[webdriver.Chrome]:
    """Chromium without a window: its microphone is a file in this folder, and so are its downloads."""
    options = webdriver.ChromeOptions()
    for word in (
        "headless=new",
        "no-sandbox",
        "use-fake-ui-for-media-stream",
        "use-fake-device-for-media-stream",
        f"use-file-for-fake-audio-capture={folder}/microphone.wav%noloop",
    ):
        options.add_argument(f"--{word}")
    options.add_experimental_option("prefs", {"download.default_directory": str(folder)})
    driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


def _recorded(driver: webdriver.Chrome, take: Spoken, microphone: Path) -> str:
    """What the page says of it in the end."""
    heard = np.pad(take.sound, [round(BEFORE * SAMPLE_RATE), round(AFTER * SAMPLE_RATE)])
    heard = heard + take.noise * np.random.default_rng(2).standard_normal(len(heard))
    soundfile.write(microphone, np.clip(heard, -1, 1), SAMPLE_RATE, subtype="PCM_16")
    _go(driver, take.line)
    driver.find_element(By.ID, "speak").click()
    _until(lambda: driver.find_element(By.ID, "speak").get_attribute("aria-pressed") == "false")
    _until(lambda: _state(driver, "said") in DONE)
    return _state(driver, "said")


def _go(driver: webdriver.Chrome, line: LineId) -> None:
    button = "next" if LINES.index(line) > LINES.index(LineId(_state(driver, "line"))) else "back"
    while _state(driver, "line") != line:
        driver.find_element(By.ID, button).click()


def _saved(driver: webdriver.Chrome, person: str, folder: Path) -> Path:
    driver.find_element(By.ID, "person").clear()
    driver.find_element(By.ID, "person").send_keys(person)
    Select(driver.find_element(By.ID, "licence")).select_by_value(LICENCE)
    driver.find_element(By.ID, "save").click()
    file = folder / f"en-{person}.zip"
    _until(file.is_file)
    return file


def _state(driver: webdriver.Chrome, name: str) -> str:
    return driver.find_element(By.TAG_NAME, "body").get_attribute(f"data-{name}") or ""


def _until(found: Callable[[], T]) -> T:
    """What is found in the end."""
    for _ in range(round(PATIENCE / STEP)):
        if answer := found():
            return answer
        time.sleep(STEP)
    raise SystemExit("Chromium did not come to an end; look whether the page opens in it by hand.")


def _brought(file: Path, line: LineId, rules: ImportRules, state: Path) -> str:
    """What comes of this line when the zip is taken in."""
    with unpacked(file) as folder:
        listed = listed_pack(folder)
        pack = own_pack(state, EN, listed.person if listed else "")
        taken, refused = import_recordings(folder, rules, pack, lambda _done, _all: None)
    if line in taken:
        return "taken" if listed and listed.licence == LICENCE else "no licence"
    why = next(row for row in refused if row.startswith(line))
    return "unlike" if "does not sound like its line" in why else why


if __name__ == "__main__":
    sys.exit(main())
