"""Time for a frame: new, with one row changed, and unchanged, beside luma's canvas. `python -m bench.drawing`.

luma's canvas draws the same texts with Pillow, one line each at one size, in Pillow's own font; nothing is
shaped, measured or wrapped there."""

import time
from collections.abc import Callable
from functools import partial
from itertools import count
from statistics import median
from typing import TypeAlias

from luma.core.device import dummy
from luma.core.render import canvas
from PIL import ImageFont

from device.kernel.ids import Language
from device.kernel.screen import GLASS
from device.table.drawing import draw, rows
from device.table.drawing.ink import ink, letter, shaped
from device.table.view import Bar, Size, Text, View, view_lines

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

TIMES = 200
NIGHTS = {
    "en": "Paranormal Investigator",
    "fa": "کارآگاه ماوراءالطبیعه",
    "uk": "Дослідник паранормального",
    "zh-Hant": "超自然調查員",
    "th": "มนุษย์หมาป่า",
}


def night(language: str) -> View:
    return View("night", Language(language), (Text(NIGHTS[language], Size.LARGE), Bar(0.5)))


def day(seconds: int) -> View:
    clock = Text(f"{seconds // 60 % 10}:{seconds % 60:02}", Size.HUGE)
    return View("day", Language("en"), (clock, Text("START: vote", Size.SMALL)))


def milliseconds(work: Callable[[], object]) -> float:
    def once() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return 1000 * median(once() for _ in range(TIMES))


def forgetful(view: View) -> bytes:
    """Drawn as after a start: strikes are read, nothing else is remembered."""
    for cache in (rows.row_picture, ink, letter, shaped):
        cache.cache_clear()
    return draw(view, GLASS)


def on_canvas(device: dummy, font: Font, view: View) -> None:
    with canvas(device) as pencil:
        for number, text in enumerate(view_lines(view)):
            pencil.text((0, number * 32), text, fill="white", font=font)
        pencil.rectangle((0, 58, 64, 63), fill="white")


def printed(name: str, ours: float, theirs: float) -> None:
    ratio = f"1:{theirs / ours:.1f}" if ours < theirs else f"{ours / theirs:.1f}:1"
    print(f"{name:36}{ours:7.3f} ms{theirs:11.3f} ms{ratio:>9}")


def main() -> None:
    device = dummy(width=GLASS.width, height=GLASS.height, mode="1")
    font = ImageFont.load_default(24)
    print(f"{'frame':36}{'ours':>10}{'luma canvas':>14}{'ratio':>9}")
    seconds = count()
    for view in map(night, NIGHTS):
        draw(view, GLASS)
        theirs = milliseconds(partial(on_canvas, device, font, view))
        printed(f"night, {view.language}, nothing remembered", milliseconds(partial(forgetful, view)), theirs)
        printed(f"night, {view.language}, unchanged", milliseconds(partial(draw, view, GLASS)), theirs)
    theirs = milliseconds(partial(on_canvas, device, font, day(1)))
    printed("day, a second later", milliseconds(lambda: draw(day(next(seconds)), GLASS)), theirs)


if __name__ == "__main__":
    main()
