"""Provides a screen on a simulated display, and pictures for it."""

from unittest.mock import patch

from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.oled import CONTROLLERS, OledScreen, SmbusWire
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.settings import ScreenSettings
from tests.on_glass import BLANK, WIDTH

KINDS = sorted(CONTROLLERS)
FULL = b"\xff" * len(BLANK)


def opened(kind="ssd1306", noise=5, **more):
    """Return a screen on a simulated display, connected through the real code of the box and of smbus2."""
    glass = GlassModel(kind, noise)
    bus = GlassBus(glass)
    screen = OledScreen(ScreenSettings(controller=kind, **more), connect_through(bus))
    screen.open()
    return screen, glass, bus


def connect_through(bus):
    def connect(number, address):
        with patch("smbus2.SMBus", bus):
            return SmbusWire(number, address)

    return connect


def noise(seed):
    chance = SeededChance(seed)
    return bytes(chance.below(256) for _ in BLANK)


def painted(frame, spots):
    """Return the frame with some rectangles painted over with a pattern."""
    canvas = bytearray(frame)
    for top, left, bottom, right, ink in spots:
        for page in range(min(top, bottom), max(top, bottom) + 1):
            for n, column in enumerate(range(min(left, right), max(left, right) + 1)):
                canvas[page * WIDTH + column] = ink[n % len(ink)]
    return bytes(canvas)
