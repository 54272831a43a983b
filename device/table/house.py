"""What is the same all evening: the games on offer, the words, the voices and beds that lie on this box."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from device.kernel.events import Part
from device.kernel.ids import Language, Seconds
from device.kernel.screen import GLASS, ScreenFormat
from device.kernel.settings import SHIPPED, Settings
from device.show.plug import Game
from device.words.catalogue import Words


class House(Struct, frozen=True):
    """Handed to every step. Nothing in it changes while the box runs."""

    games: Mapping[str, Game]
    words: Words
    languages: tuple[Language, ...]
    voices: Mapping[Language, tuple[str, ...]] = {}
    beds: tuple[str, ...] = ("tapping",)
    settings: Settings = SHIPPED
    dim_after: Seconds = 60.0
    doze_after: Seconds = 20.0
    has_screen: bool = True
    screen: ScreenFormat = GLASS
    version: str = ""

    def sees(self, faults: Collection[Part]) -> bool:
        """Whether people have a screen that works."""
        return self.has_screen and Part.SCREEN not in faults
