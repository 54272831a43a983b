"""The forms of a screen and a lamp: dots, depth and pace of the one, the states of the other."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

Frame: TypeAlias = bytes
"""A picture as the memory of a screen holds it. With one bit a dot: pages of eight rows, in each a byte for every
column, its lowest bit on top. With more: row by row, the first dot of a byte in its highest bits."""


class ScreenFormat(Struct, frozen=True):
    """`depth` counts bits a dot. `pace`: seconds from one picture to the next, at least; of several that come sooner
    the last is shown."""

    width: int
    height: int
    depth: int = 1
    pace: Seconds = 0.0

    @property
    def pages(self) -> int:
        return -(-self.height // 8)

    @property
    def blank(self) -> Frame:
        """Dark all over."""
        return bytes(self.width * (self.pages if self.depth == 1 else self.height * self.depth // 8))


GLASS = ScreenFormat(128, 64)
"""The glass this box is made for; the only place where its size stands."""


class LampState(StrEnum):
    OFF = "off"
    HOME = "home"
    NIGHT = "night"
    WINDOW = "window"
    DAY = "day"
    LAST_MINUTE = "last-minute"
    FAULT = "fault"
    HERE = "here"  # whoever looks for this box among many sees it
