"""The ports of the panel: what the daemon may ask of buttons, dial, screen and lamp. Each back end is one of these."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from device.kernel.events import Event
from device.kernel.lamp import LampState
from device.kernel.screen import Frame, ScreenFormat


class Edge(Struct, frozen=True):
    """A change of the level of a pin. `pin` is start, back, dial-press, dial-a or dial-b; `active` means pressed or
    closed.

    `at` is when it changed, however late it is told. `number` counts the edges of all pins, where the kernel does.
    `hand` tells several sets of controls apart."""

    at: float
    pin: str
    active: bool
    number: int | None = None
    hand: int = 0


Put = Callable[["Edge | Event"], None]
"""Hands something to the one loop. Safe from any thread; never raises."""


class Controls(Protocol):
    """Buttons and dial. A back end puts edges (or whole gestures) into the loop and answers what it sees now."""

    def open(self, put: Put) -> None:
        """Begin to put edges into the loop. Raises `PanelLost` when there are no pins to be had."""
        ...

    def levels(self) -> dict[str, bool]:
        """Read the level of every pin as it is now: edges do get lost, so levels are read again at rest."""
        ...

    def close(self) -> None: ...


class Screen(Protocol):
    """Shows pictures of its own format; raises `ScreenLost` when it does not answer. No method may wait long."""

    @property
    def format(self) -> ScreenFormat: ...

    def open(self) -> None:
        """Wake the glass. An open screen is renewed: set up again and drawn whole, whatever noise did to it."""
        ...

    def show(self, frame: Frame) -> None: ...

    def forget(self) -> None:
        """Have the next picture sent whole: the wires must not show how much of it changed."""
        ...

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255; 0 still glows faintly."""
        ...

    def keep_lit(self) -> None:
        """See that an open screen still shows what it was given, and mend it if it does not. Called every few seconds;
        a screen that cannot lose anything unseen does nothing."""
        ...

    def close(self) -> None:
        """Leave a dark screen."""
        ...


NO_HANDS = "The box shows its pages, but no hand can turn them."
"""The sentence about a box without buttons."""


class PanelLost(Exception):
    """Says that there are no buttons, in one sentence for people."""


class ScreenLost(Exception):
    """Says that the screen does not answer, in one sentence for people."""


class Lamp(Protocol):
    """One light, plain or coloured, or none at all."""

    def show(self, state: LampState) -> None: ...

    def close(self) -> None: ...
