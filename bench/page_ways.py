"""Checks the rest of the recording page in Chromium: it saves takes, obeys keys, takes a file, says what is wrong."""

from collections.abc import Iterator
from pathlib import Path

import soundfile
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bench.chromium import MICROPHONE, browser, open_page, press, said_in, until
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.takes.waves import Wave

_NO_MICROPHONES = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })"


def page_ways(driver: webdriver.Chrome, page: Path, take: Wave) -> Iterator[tuple[str, bool]]:
    """Yield each check as a sentence, and whether it holds. `take` speaks the first two lines, and all lines were
    saved before."""
    folder = page.parent
    open_page(driver, page)
    lines = driver.execute_script("return LINES.length")
    yield "what was kept is there again", _place(driver).endswith(f"{lines} ✓")
    press(driver, "hear")
    yield "the machine's clip is played", until(lambda: driver.execute_script("return playing.currentTime > 0"))
    soundfile.write(folder / MICROPHONE, take, SAMPLE_RATE, subtype="PCM_16")
    _type(driver, "r")
    yield "R alone records, and ends by itself", said_in(driver) == "kept"
    _type(driver, Keys.ARROW_DOWN)
    yield "the arrow shows the next line", _place(driver).startswith("2 /")
    driver.find_element(By.ID, "file").send_keys(str(folder / MICROPHONE))
    yield "a recording from a file is taken", said_in(driver) == "kept"
    driver.execute_script(_NO_MICROPHONES)
    press(driver, "speak")
    yield "where pages get no microphone, it says what to do", said_in(driver) == "forbidden"
    with browser(folder, allowed=False) as strict:
        open_page(strict, page)
        press(strict, "speak")
        yield "where it is not allowed, it says so", said_in(strict) == "denied"


def _place(driver: webdriver.Chrome) -> str:
    return driver.find_element(By.ID, "place").text


def _type(driver: webdriver.Chrome, key: str) -> None:
    driver.find_element(By.TAG_NAME, "body").send_keys(key)
