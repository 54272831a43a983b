"""Bytes and time on the I2C bus for typical changes, beside luma's own `display()`, which sends the whole picture.

Both draw the same pictures on the same model of a glass, which counts every byte from the bus address on. A byte takes
nine bits; start and stop are not counted. Processor time is that of this machine, everything but the wire."""

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any
from unittest.mock import patch

from luma.core.interface.serial import i2c
from luma.oled import device as luma

from bench.rows import Row
from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.oled import CONTROLLERS, OledScreen, SmbusWire
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.box.table.drawing import view
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.view import Bar, Pair, Separator, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS, Frame
from nightcrier.kernel.settings import ScreenSettings

MOST_FOR_A_DIGIT = 64
"""Bytes that the project allows for one changed digit of the day clock."""

SIZE, SMALLEST = 40, 1
COMPUTED = ("one digit of the day clock", "another page")
"""The changes whose time on the processor is told too."""
ENGLISH = Language("en")


def shown(page: str, *rows: view.Row) -> Frame:
    return draw(View(page, ENGLISH, rows), GLASS)


def day(seconds: int) -> Frame:
    clock = f"{seconds // 60}:{seconds % 60:02d}"
    return shown("day", Text(clock, Size.HUGE), Text("START: vote", Size.SMALL))


def night(fraction: float) -> Frame:
    return shown("night", Text("Troublemaker", Size.LARGE), Bar(fraction))


def home(players: int) -> Frame:
    return shown("home", Text("First game", Size.LARGE), Separator(), Pair("Players", str(players)))


CHANGES: dict[str, tuple[Frame, Frame, float]] = {
    "nothing": (day(287), day(287), 0),
    "one digit of the day clock": (day(287), day(286), 0.1),
    "two digits of the day clock": (day(280), day(279), 0.1),
    "one step of the window's bar": (night(0.5), night(0.49), 0.03),
    "a value on the home page": (home(5), home(6), 0.03),
    "another page": (home(5), night(1.0), 0.9),
}
"""Two pictures, and the most that may be sent, in parts of the whole picture."""


def connected(kind: str, connect: Callable[[int, int], Any]) -> tuple[GlassModel, Any]:
    """A glass, and I2C talking to it through smbus2's own messages."""
    glass = GlassModel(kind)  # type: ignore[arg-type]  # a controller by its name
    with patch("smbus2.SMBus", GlassBus(glass)):
        return glass, connect(1, 0x3C)


def opened(kind: str) -> tuple[GlassModel, OledScreen]:
    glass, wire = connected(kind, SmbusWire)
    screen = OledScreen(ScreenSettings(controller=kind), lambda _bus, _address: wire)  # type: ignore[arg-type]
    screen.open()
    return glass, screen


def measured(
    glass: GlassModel, draw_it: Callable[[Frame], None], before: Frame, after: Frame, times: int
) -> tuple[int, float]:
    """The most bytes, and median milliseconds of processor time, for this change."""
    sent, spent = 0, []
    for _ in range(times):
        draw_it(before)
        start, sent_before = time.process_time(), glass.sent
        draw_it(after)
        spent.append(time.process_time() - start)
        sent = max(sent, glass.sent - sent_before)
    return sent, median(spent) * 1000


def compared(kind: str, times: int) -> Iterator[Row]:
    """Bytes for each change; the processor's time for one digit, and for a picture that is another one."""
    ours, screen = opened(kind)
    theirs, their_wire = connected(kind, lambda port, address: i2c(port=port, address=address))
    display = getattr(luma, kind)(their_wire)
    for name, (before, after, most) in CHANGES.items():
        sent, cpu = measured(ours, screen.show, before, after, times)
        their_sent, their_cpu = measured(
            theirs, lambda frame: display.display(frame_picture(frame, GLASS)), before, after, times
        )
        if not ours.frame() == theirs.frame() == after:
            raise SystemExit(f"{kind}, {name}: the glasses do not show the same picture")
        note = f"{sent * 9 / 100:.1f} ms at 100 kHz"
        yield Row(f"{kind}: {name}", sent, most * their_sent, "bytes", rival=their_sent, than="luma", note=note)
        if name in COMPUTED:
            yield Row(f"{kind}: {name}", cpu, their_cpu, "ms of processor", rival=their_cpu, than="luma")


def worst_digit(kind: str) -> int:
    """The dearest second of five minutes in which only the last digit changes."""
    glass, screen = opened(kind)
    pairs = [(day(left), day(left - 1)) for left in range(300, 0, -1) if left % 10]
    return max(measured(glass, screen.show, before, after, 1)[0] for before, after in pairs)


def rows(size: int) -> Iterator[Row]:
    yield Row("ssd1306: the dearest digit of five minutes", worst_digit("ssd1306"), MOST_FOR_A_DIGIT, "bytes")
    for kind in CONTROLLERS:
        yield from compared(kind, size)
