"""A panel for rehearsals and tests: gestures are handed in, pictures are kept."""

from collections.abc import Iterable

from device.kernel.events import Event
from device.panel.port import BLANK, Edge, Frame, Put, ScreenLost


class ScriptedControls:
    """The port `Controls`, played by a script: whole gestures, or edges with the levels they leave."""

    def __init__(self) -> None:
        self._put: Put | None = None
        self._levels: dict[str, bool] = {}

    def open(self, put: Put) -> None:
        """From now on what is given reaches the loop."""
        self._put = put

    def give(self, things: Iterable[Edge | Event]) -> None:
        """Do this at the panel."""
        for thing in things:
            if isinstance(thing, Edge):
                self._levels[thing.pin] = thing.active
            if self._put is not None:
                self._put(thing)

    def levels(self) -> dict[str, bool]:
        """As the edges left them."""
        return dict(self._levels)

    def close(self) -> None:
        """What is given now reaches nobody."""
        self._put = None


class PictureScreen:
    """The port `Screen`, with the plug in the script's hand. `frame` is what one would see on it."""

    def __init__(self) -> None:
        self.frame: Frame = BLANK
        self.level = 0xFF
        self.plugged = True

    def open(self) -> None:
        """A glass that was just plugged in is dark."""
        self._answer()

    def show(self, frame: Frame) -> None:
        """Keep it."""
        self._answer()
        self.frame = frame

    def contrast(self, level: int) -> None:
        """Keep it."""
        self._answer()
        self.level = level

    def close(self) -> None:
        """Dark."""
        self.frame = BLANK

    def plug(self) -> None:
        """The script pushes the plug in."""
        self.plugged = True

    def unplug(self) -> None:
        """The script pulls the plug."""
        self.plugged = False
        self.frame = BLANK

    def _answer(self) -> None:
        if not self.plugged:
            raise ScreenLost("The screen does not answer: its plug is pulled.")
