"""Counts bytes on the I2C bus for typical changes, beside luma's own `display()`, which sends the whole picture.

Both draw the same pictures on the same model of a screen, which counts every byte, including the bus address. A byte
takes nine bits; start and stop are not counted."""

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from luma.core.interface.serial import i2c
from luma.oled import device as luma

from bench.rows import Row, count
from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.oled import OledScreen, SmbusWire
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.box.table.drawing import view
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.view import CallMarks, Pair, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS, Frame
from nightcrier.kernel.settings import ScreenSettings

MOST_FOR_A_DIGIT = 64
"""The most bytes for one changed digit of the day clock."""

KINDS = ("ssd1306", "sh1106")
"""One controller for each way to address a screen. An ssd1309 gets the same bytes as an ssd1306."""
SIZE, SMALLEST = len(KINDS), 1
ENGLISH = Language("en")


def shown(page: str, *rows: view.Row) -> Frame:
    return draw(View(page, ENGLISH, rows), GLASS)


def day(seconds: int) -> Frame:
    clock = f"{seconds // 60}:{seconds % 60:02d}"
    return shown("day", Text(clock, Size.HUGE, sign="seer"), Text("Seer", Size.LARGE))


def night(left: int) -> Frame:
    name = Text("Seer", Size.LARGE, sign="seer")
    return draw(View("night", ENGLISH, (name,), dim=True, marks=CallMarks(3, 6, left, 8)), GLASS)


def home(players: int) -> Frame:
    return shown("home", Text("First game", Size.LARGE), Pair("Players", str(players)))


CHANGES = {
    "nothing": (day(287), day(287)),
    "one digit of the day clock": (day(287), day(286)),
    "two digits of the day clock": (day(280), day(279)),
    "one block of a call's window": (night(6), night(5)),
    "a value on the home page": (home(5), home(6)),
    "another page": (home(5), night(8)),
}


def connected(kind: str, connect: Callable[[int, int], Any]) -> tuple[GlassModel, Any]:
    """Return a screen, and the driver that talks to it through smbus2's own messages."""
    glass = GlassModel(kind)  # type: ignore[arg-type]  # a controller by its name
    with patch("smbus2.SMBus", GlassBus(glass)):
        return glass, connect(1, 0x3C)


def opened(kind: str) -> tuple[GlassModel, OledScreen]:
    glass, wire = connected(kind, SmbusWire)
    screen = OledScreen(ScreenSettings(controller=kind), lambda _bus, _address: wire)  # type: ignore[arg-type]
    screen.open()
    return glass, screen


def sent(glass: GlassModel, draw_it: Callable[[Frame], None], before: Frame, after: Frame) -> int:
    draw_it(before)
    already = glass.sent
    draw_it(after)
    return glass.sent - already


def compared(kind: str) -> Iterator[Row]:
    ours, screen = opened(kind)
    theirs, their_wire = connected(kind, lambda port, address: i2c(port=port, address=address))
    display = getattr(luma, kind)(their_wire)
    for name, (before, after) in CHANGES.items():
        count_sent = sent(ours, screen.show, before, after)
        lumas = sent(theirs, lambda frame: display.display(frame_picture(frame, GLASS)), before, after)
        if not ours.frame() == theirs.frame() == after:
            raise SystemExit(f"{kind}, {name}: the glasses do not show the same picture")
        note = f"{count_sent * 9 / 100:.1f} ms at 100 kHz; {lumas:,} with luma"
        yield count(f"{kind}: {name}", count_sent, "bytes", note)


def worst_digit(kind: str) -> int:
    """Return the most bytes in any second of five minutes in which only the last digit changes."""
    glass, screen = opened(kind)
    pairs = [(day(left), day(left - 1)) for left in range(300, 0, -1) if left % 10]
    return max(sent(glass, screen.show, before, after) for before, after in pairs)


def rows(size: int) -> Iterator[Row]:
    yield Row("ssd1306: the dearest digit of five minutes", worst_digit("ssd1306"), MOST_FOR_A_DIGIT, "bytes")
    for kind in KINDS[:size]:
        yield from compared(kind)
