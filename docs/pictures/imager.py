"""The drawing of docs/card.md that shows Raspberry Pi Imager, in the words of its version 2."""

from collections.abc import Sequence

from case.svg import GREY
from docs.pictures.windows import RED, Window, paper

_IMAGE = "nightcrier-…-arm64.img.xz"
_STEPS = ("Device", "OS", "Storage", "Customisation", "Writing", "Done")
_WIDE, _HIGH, _SIDE = 80.0, 58.0, 25.0


def imager() -> str:
    """Raspberry Pi Imager, from the Pi to the finished card."""
    page = paper(256.0, 140.0, "Raspberry Pi Imager 2: write the card")
    places = [(6.0 + 82.0 * (number % 3), 15.0 + 61.0 * (number // 3)) for number in range(6)]
    windows = [Window(page, x, y, (_WIDE, _HIGH), "Raspberry Pi Imager") for x, y in places]
    for number, step in ((0, "Device"), (1, "OS"), (3, "Storage"), (4, "Writing"), (5, "Done")):
        windows[number].side(_SIDE, _HIGH, _STEPS, step)
    _device(windows[0])
    _system(windows[1])
    _file(windows[2])
    _storage(windows[3])
    _writing(windows[4])
    _done(windows[5])
    return page.drawn


def _listed(window: Window, title: str, rows: Sequence[str], chosen: int, mark: str) -> None:
    window.text(28.0, 12.5, title, 2.7)
    window.chosen(28.0, 15.0 + 6.5 * chosen, (49.0, 6.0))
    for place, row in enumerate(rows):
        window.text(30.0, 19.2 + 6.5 * place, row, 2.9)
    window.mark(76.0, 18.0 + 6.5 * chosen, mark)


def _device(window: Window) -> None:
    rows = ("Raspberry Pi 5", "Raspberry Pi 4", "Raspberry Pi Zero 2 W", "Raspberry Pi 3")
    _listed(window, "Select your Raspberry Pi device", rows, 1, "1")
    window.button(60.0, 49.0, 17.0, "Next")


def _system(window: Window) -> None:
    rows = ("Raspberry Pi OS (64-bit)", "…", "Erase", "Use custom")
    _listed(window, "Choose operating system", rows, 3, "2")
    window.text(30.0, 44.5, "the last one of the list", 2.6, GREY)
    window.button(60.0, 49.0, 17.0, "Next")


def _file(window: Window) -> None:
    window.text(4.0, 12.5, "Select image", 2.7)
    window.folder(6.0, 21.0, "Downloads")
    window.chosen(9.0, 23.4, (66.0, 6.0))
    window.file(12.0, 28.0, _IMAGE)
    window.mark(74.0, 26.4, "3")
    window.text(6.0, 38.0, "leave it packed: Imager unpacks it", 2.6, GREY)
    window.button(60.0, 49.0, 17.0, "Open")


def _storage(window: Window) -> None:
    _listed(window, "Select your storage device", ("SD card, 16 GB",), 0, "4")
    window.text(30.0, 29.0, "nothing else in that you care for:", 2.6, GREY)
    window.text(30.0, 33.0, "all on it is erased", 2.6, GREY)
    window.text(28.0, 45.0, "☑ Exclude system drives", 2.7)
    window.button(60.0, 49.0, 17.0, "Next")


def _writing(window: Window) -> None:
    window.text(28.0, 12.5, "Write image", 2.7)
    for place, row in enumerate(
        ("Device: Raspberry Pi 4", "Operating system: nightcrier-…", "Storage: SD card, 16 GB")
    ):
        window.text(30.0, 19.2 + 5.5 * place, row, 2.7)
    window.button(60.0, 35.5, 17.0, "Write")
    window.mark(58.0, 38.7, "5")
    window.text(28.0, 46.0, "then once more:", 2.6, GREY)
    window.button(28.0, 49.0, 49.0, "I understand, erase and write", RED)


def _done(window: Window) -> None:
    window.text(28.0, 12.5, "Write complete!", 2.7)
    window.text(30.0, 20.0, "Take the card out.", 2.7)
    window.text(30.0, 25.5, "Put it in again to see its", 2.6, GREY)
    window.text(30.0, 29.5, "drive NIGHTCRIER, or put it", 2.6, GREY)
    window.text(30.0, 33.5, "into the Pi.", 2.6, GREY)
    window.button(60.0, 49.0, 17.0, "Finish")
    window.mark(58.0, 52.2, "6")
