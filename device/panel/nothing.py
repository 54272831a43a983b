"""Back ends for a box without the part: harmless, silent, always ready."""

from device.panel.port import Frame, LampState, Put


class NoScreen:
    """No glass is wired: the game goes by voice."""

    def open(self) -> None:
        """Nothing to wake."""

    def show(self, frame: Frame) -> None:
        """Nobody sees it."""

    def contrast(self, level: int) -> None:
        """Nothing shines."""

    def close(self) -> None:
        """It is dark already."""


class NoLamp:
    """No lamp is wired."""

    def show(self, state: LampState) -> None:
        """Nobody sees it."""

    def close(self) -> None:
        """It is dark already."""


class NoControls:
    """No pins could be had."""

    def open(self, put: Put) -> None:
        """Nothing will ever be put."""

    def levels(self) -> dict[str, bool]:
        """No pins, no levels."""
        return {}

    def close(self) -> None:
        """Nothing to let go of."""
