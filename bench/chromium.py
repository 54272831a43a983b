"""Starts Chromium without a window for `./run browser`, with a file as its microphone and a folder for downloads."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from selenium import webdriver
from selenium.webdriver.common.by import By

MICROPHONE = "microphone.wav"
DONE = ("kept", "silent", "clipped", "noisy", "short", "long", "denied", "missing", "forbidden")
_PATIENCE, _STEP = 60.0, 0.1
_BLOCKED = 2
T = TypeVar("T")


@contextmanager
def browser(folder: Path, *, allowed: bool = True) -> Iterator[webdriver.Chrome]:
    """Start Chromium. With `allowed`, pages may use the microphone without asking. They hear the microphone's file
    from its beginning whenever they start to listen."""
    options = webdriver.ChromeOptions()
    for word in ("headless=new", "no-sandbox", "use-fake-device-for-media-stream", "use-fake-ui-for-media-stream"):
        if allowed or "fake-ui" not in word:
            options.add_argument(f"--{word}")
    options.add_argument(f"--use-file-for-fake-audio-capture={folder / MICROPHONE}%noloop")
    settings: dict[str, str | int] = {"download.default_directory": str(folder)}
    if not allowed:
        settings["profile.default_content_setting_values.media_stream_mic"] = _BLOCKED
    options.add_experimental_option("prefs", settings)
    driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


def open_page(driver: webdriver.Chrome, page: Path) -> None:
    driver.get(page.as_uri())
    until(lambda: state_of(driver, "line"))


def press(driver: webdriver.Chrome, button: str) -> None:
    driver.find_element(By.ID, button).click()


def said_in(driver: webdriver.Chrome) -> str:
    """Return the final message of the page."""
    until(lambda: driver.find_element(By.ID, "speak").get_attribute("aria-pressed") == "false")
    return until(lambda: state_of(driver, "said") if state_of(driver, "said") in DONE else "")


def state_of(driver: webdriver.Chrome, name: str) -> str:
    return driver.find_element(By.TAG_NAME, "body").get_attribute(f"data-{name}") or ""


def until(found: Callable[[], T]) -> T:
    for _ in range(round(_PATIENCE / _STEP)):
        if answer := found():
            return answer
        time.sleep(_STEP)
    raise SystemExit("Chromium did not come to an end; look whether the page opens in it by hand.")
