"""Defines the formats of a screen and a lamp. A screen has dots, bits per dot and a speed; a lamp has states."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

Frame: TypeAlias = bytes
"""A picture as the memory of a screen stores it. With one bit per dot, the picture consists of pages of eight rows.
Each page has one byte for every column, with its lowest bit on top. With more bits, the dots are stored row by row, the
first dot of a byte in its highest bits."""


class ScreenFormat(Struct, frozen=True):
    """The format of a screen. `depth` is the number of bits per dot. `pace` is the least number of seconds between two
    pictures. If several pictures come sooner, only the last one is shown. `least` is the smallest step of letters on
    the screen, if people want large letters only."""

    width: int
    height: int
    depth: int = 1
    pace: Seconds = 0.0
    least: int = 0

    @property
    def pages(self) -> int:
        return -(-self.height // 8)

    @property
    def blank(self) -> Frame:
        return bytes(self.width * (self.pages if self.depth == 1 else self.height * self.depth // 8))


GLASS = ScreenFormat(128, 64)
"""The format of the screen for which this box is made. No other file contains its size."""


class LampState(StrEnum):
    OFF = "off"
    HOME = "home"
    NIGHT = "night"
    CALL = "call"  # flashes the number of the call, then stays dark
    WINDOW = "window"
    CLOSED = "closed"  # the window of a call is over: flashes twice, then stays dark
    DAY = "day"
    LAST_MINUTE = "last-minute"
    FAULT = "fault"
    HERE = "here"  # whoever looks for this box among many sees it
