"""Has the forms of a screen and a lamp: the dots, depth and pace of a screen, the states of a lamp."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

Frame: TypeAlias = bytes
"""A picture as the memory of a screen holds it. With one bit a dot: pages of eight rows, in each a byte for every
column, its lowest bit on top. With more bits: row by row, the first dot of a byte in its highest bits."""


class ScreenFormat(Struct, frozen=True):
    """The form of a screen. `depth` counts bits a dot. `pace` is the least number of seconds between two pictures; of
    several pictures that come sooner the last is shown."""

    width: int
    height: int
    depth: int = 1
    pace: Seconds = 0.0

    @property
    def pages(self) -> int:
        return -(-self.height // 8)

    @property
    def blank(self) -> Frame:
        """Return a picture that is dark all over."""
        return bytes(self.width * (self.pages if self.depth == 1 else self.height * self.depth // 8))


GLASS = ScreenFormat(128, 64)
"""The glass this box is made for; no other file names its size."""


class LampState(StrEnum):
    OFF = "off"
    HOME = "home"
    NIGHT = "night"
    WINDOW = "window"
    DAY = "day"
    LAST_MINUTE = "last-minute"
    FAULT = "fault"
    HERE = "here"  # whoever looks for this box among many sees it
