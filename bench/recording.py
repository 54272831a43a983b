"""Tests the recording page in Chromium, whose microphone is a file: `./run browser`. Needs `chromium` and
`chromium-driver`.

The woman of the English voices speaks lines into the page that plays the man's: unchanged, swapped, cut after a
quarter, in noise, and too loud. A table shows what the page said about each take, and what `voices import` said about
its zip. The page is opened from file://, without a server."""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile
from msgspec import Struct
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from bench.chromium import MICROPHONE, browser, open_page, press, said_in, state_of, until
from bench.page_ways import page_ways
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.sound.voices.packs import ShelvedPack
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import own_pack, read_list
from nightcrier.takes.recording_page import recording_page
from nightcrier.takes.soundfiles import read_sound
from nightcrier.takes.take_import import ImportRules, import_recordings
from nightcrier.takes.takes import MachineVoice
from nightcrier.takes.voice_zip import unpack
from nightcrier.takes.waves import Wave
from nightcrier.tools.progress import ProgressBar
from nightcrier.tools.voice_files import VoiceFiles

EN = Language("en")
LINES = tuple(map(LineId, ("one-night.seer.wake", "one-night.robber.wake", "one-night.drunk.wake")))
OTHER = LineId("one-night.insomniac.wake")
LICENCE = "CC0-1.0"
BEFORE, AFTER = 2.0, 3.0
ROOM, NOISE, LOUD = 10 ** (-75 / 20), 10 ** (-35 / 20), 12.0


class Spoken(Struct, frozen=True):
    """Holds what is spoken while the page shows a line, and the answers that the page and the import must give."""

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
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as name, browser(Path(name)) as driver:
        page = Path(name, "record-en.html")
        man, woman, texts = _house(Path(name))
        page.write_text(recording_page(EN, texts, man, {"its speaker's own": "", LICENCE: LICENCE}), "utf-8")
        rows = list(_played(driver, page, ImportRules(texts, MachineVoice(man)), takes(woman)))
        told = list(page_ways(driver, page, in_room(_clip(woman, LINES[0]))))
        version = driver.capabilities["browserVersion"]
    print(f"{date}, Chromium {version}, the page at file://")
    print(f"{'line':24}{'spoken':10}{'the page':10}{'import':10}")
    good = 0
    for take, *said in rows:
        as_meant = said == [take.page, take.imported]
        print(f"{take.line:24}{take.how:10}{said[0]:10}{said[1]:10}{'as meant' if as_meant else 'NOT AS MEANT'}")
        good += as_meant
    print(f"{good} of {len(rows)} as meant\n")
    for what, held in told:
        print(f"{what:60}{'holds' if held else 'DOES NOT HOLD'}")
    return 0 if good == len(rows) and all(held for _, held in told) else 1


def _house(folder: Path) -> tuple[ShelvedPack, ShelvedPack, dict[LineId, str]]:
    """Return the pack of the man, the pack of the woman, and the lines that they say."""
    house = VoiceFiles(standard_folders({}, folder / "state"), None)
    man, woman = (
        next(pack for pack in house.machine_packs(EN) if pack.id == name) for name in ("en-male", "en-female")
    )
    return man, woman, {line: text for line, text in house.texts(EN).items() if line in LINES}


def _played(
    driver: webdriver.Chrome, page: Path, rules: ImportRules, spoken: Sequence[Spoken]
) -> Iterator[tuple[Spoken, str, str]]:
    open_page(driver, page)
    bar = ProgressBar("browser")
    for number, take in enumerate(spoken, 1):
        bar(number, len(spoken))
        said = _recorded(driver, take, page.with_name(MICROPHONE))
        file = _saved(driver, f"take {number}", page.parent) if said == "kept" else None
        yield take, said, _brought(file, take.line, rules, page.with_name(str(number))) if file else "-"


def takes(woman: ShelvedPack) -> list[Spoken]:
    other = _clip(woman, OTHER)
    return [take for line in LINES for take in _takes(line, _clip(woman, line), other)]


def _takes(line: LineId, sound: Wave, other: Wave) -> Iterator[Spoken]:
    yield Spoken(line, "right", sound)
    yield Spoken(line, "swapped", other, "kept", "unlike")
    yield Spoken(line, "cut", sound[: len(sound) // 4], "short", "-")
    yield Spoken(line, "noisy", sound, "noisy", "-", NOISE)
    yield Spoken(line, "too loud", np.clip(LOUD * sound, -1, 1), "clipped", "-")
    yield Spoken(line, "nothing", np.zeros(SAMPLE_RATE), "silent", "-")


def _clip(pack: ShelvedPack, line: LineId) -> Wave:
    return read_sound(pack.place / pack.pack.clips[line].file)[0]


def _recorded(driver: webdriver.Chrome, take: Spoken, microphone: Path) -> str:
    """Record a take, and return the page's final message about it."""
    soundfile.write(microphone, in_room(take.sound, take.noise), SAMPLE_RATE, subtype="PCM_16")
    _go(driver, take.line)
    press(driver, "speak")
    return said_in(driver)


def in_room(sound: Wave, noise: float = ROOM) -> Wave:
    """Return the sound with silence before and after it, over the noise of a room."""
    heard = np.pad(sound, [round(BEFORE * SAMPLE_RATE), round(AFTER * SAMPLE_RATE)])
    return np.clip(heard + noise * np.random.default_rng(2).standard_normal(len(heard)), -1, 1)


def _go(driver: webdriver.Chrome, line: LineId) -> None:
    button = "next" if LINES.index(line) > LINES.index(LineId(state_of(driver, "line"))) else "back"
    while state_of(driver, "line") != line:
        press(driver, button)


def _saved(driver: webdriver.Chrome, person: str, folder: Path) -> Path:
    driver.find_element(By.ID, "person").clear()
    driver.find_element(By.ID, "person").send_keys(person)
    Select(driver.find_element(By.ID, "licence")).select_by_value(LICENCE)
    press(driver, "save")
    file = folder / f"en-{person}.zip"
    until(file.is_file)
    return file


def _brought(file: Path, line: LineId, rules: ImportRules, state: Path) -> str:
    """Return the result for this line when the zip is imported."""
    with unpack(file) as folder:
        listed = read_list(folder)
        pack = own_pack(state, EN, listed.person if listed else "")
        taken, refused = import_recordings(folder, rules, pack, lambda _done, _all: None)
    if line in taken:
        return "taken" if listed and listed.licence == LICENCE else "no licence"
    why = next(row for row in refused if row.startswith(line))
    return "unlike" if "does not sound like its line" in why else why


if __name__ == "__main__":
    sys.exit(main())
