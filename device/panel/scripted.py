"""A screen for rehearsals and tests: pictures are kept, and its plug is in the script's hand."""

from device.kernel.screen import GLASS, Frame, ScreenFormat
from device.panel.port import ScreenLost


class PictureScreen:
    """The port `Screen`, with the plug in the script's hand. `frame` is what one would see on it."""

    def __init__(self, screen: ScreenFormat = GLASS) -> None:
        self.format = screen
        self.frame: Frame = screen.blank
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

    def keep_lit(self) -> None:
        """Its plug may have been pulled."""
        self._answer()

    def close(self) -> None:
        """Dark."""
        self.frame = self.format.blank

    def plug(self) -> None:
        """The script pushes the plug in."""
        self.plugged = True

    def unplug(self) -> None:
        """The script pulls the plug."""
        self.plugged = False
        self.frame = self.format.blank

    def _answer(self) -> None:
        if not self.plugged:
            raise ScreenLost("The screen does not answer: its plug is pulled.")
