"""Names the ports of the panel: what the daemon may ask of its parts, and a screen that never fails its owner. A steady
screen tells a fault once, tries the glass again, and draws the glass whole when it is back. Noise on the bus leaves no
error, only wrong dots, so from time to time a working glass is also set up again and drawn whole."""

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from nightcrier.box.events import Event
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.screen import Frame, LampState, ScreenFormat


class Edge(Struct, frozen=True):
    """A change of the level of a pin. `pin` is start, back, dial-press, dial-a or dial-b; `active` means pressed or
    closed.

    `at` is when the level changed, even if the edge is told late. `number` counts the edges of all pins, where the
    kernel counts them. `hand` tells several sets of controls apart."""

    at: float
    pin: str
    active: bool
    number: int | None = None
    hand: int = 0


Put = Callable[["Edge | Event"], None]
"""A function that hands an edge or an event to the one loop. It is safe from any thread and never raises."""


class Controls(Protocol):
    """Buttons and dial. A back end puts edges, or whole gestures, into the loop and reads the present levels."""

    def open(self, put: Put) -> None:
        """Begin to put edges into the loop. Raises `PanelLost` when there are no pins to be had."""
        ...

    def levels(self) -> dict[str, bool]:
        """Read the present level of every pin. Edges do get lost, so levels are read again at rest."""
        ...

    def close(self) -> None: ...


class Screen(Protocol):
    """Shows pictures of its own format. A screen that does not answer raises `ScreenLost`. No method may wait long."""

    @property
    def format(self) -> ScreenFormat: ...

    def open(self) -> None:
        """Wake the glass. An open screen is renewed: set up again and drawn whole, in case noise changed its dots."""
        ...

    def show(self, frame: Frame) -> None: ...

    def forget(self) -> None:
        """Have the next picture sent whole: the wires must not show how much of it changed."""
        ...

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255; 0 still glows faintly."""
        ...

    def keep_lit(self) -> None:
        """Check every few seconds that an open screen still shows its picture, and mend the screen if it does not. A
        screen that cannot lose anything unseen does nothing."""
        ...

    def close(self) -> None:
        """Leave a dark screen."""
        ...


NO_HANDS = "The box shows its pages, but no hand can turn them."


class PanelLost(Exception):
    """Says in one sentence for people that there are no buttons, or no lamp."""


class ScreenLost(Exception):
    """Says in one sentence for people that the screen does not answer."""


class Lamp(Protocol):
    """One light, plain or coloured, or none at all."""

    def show(self, state: LampState) -> None: ...

    def close(self) -> None: ...


RETRY: Seconds = 3.0
WATCH: Seconds = 4.0
"""The time between two questions to a glass that shines; a dark glass is not asked."""
FRESH: Seconds = 1.0
"""The time for which an answer of the glass counts. A later picture, such as the first touch of an evening, makes the
screen ask the glass again."""
RENEW: Seconds = 60.0

_NEXT_BEST = f"The game goes on by voice alone; the screen is tried again every {RETRY:.0f} seconds."


class SteadyScreen:
    """Wraps any `Screen`. Its methods never raise: they return faults. The present time is handed in."""

    def __init__(self, screen: Screen) -> None:
        """Wrap a closed screen; the first `poll` opens the screen."""
        self._screen = screen
        self._frame: Frame = screen.format.blank
        self._level: int | None = None
        self._lost = False  # told
        self._open = False
        self._again: float | None = None
        self._rested = 0.0  # when it takes its next picture
        self._watched = 0.0  # when it last said that it shines
        self._waiting = self._whole = False

    @property
    def format(self) -> ScreenFormat:
        return self._screen.format

    @property
    def works(self) -> bool:
        """Say whether anybody can see what is shown."""
        return self._open

    def show(self, frame: Frame, now: float, *, whole: bool = False) -> list[Fault]:
        """Show a frame, or keep it for when the glass is back. A `whole` frame is sent as if all dots had changed."""
        self._frame, self._whole = frame, whole or self._whole
        return self._draw_soon(now)

    def contrast(self, level: int, now: float) -> list[Fault]:
        """Set the contrast, 0 to 255."""
        self._level = level
        return self._draw_soon(now)

    def ask(self, now: float) -> list[Fault]:
        """Ask the glass whether it shines, if its picture is not empty."""
        return self._attempt(self._ask, now) if self._open and any(self._frame) else []

    def due(self) -> float | None:
        """Return when to call `poll`: at once before the screen was opened."""
        if self._again is None:
            return 0.0
        rested = (self._rested,) if self._waiting else ()
        moments: tuple[float, ...] = (self._again, *rested, *self._next_question())
        return min(moments)

    def poll(self, now: float) -> list[Fault]:
        """Open, try again or renew the screen, or show the picture that waits, if its time has come."""
        if self._waiting and now >= self._rested:
            return self._attempt(self._draw, now)
        if self._again is None or now >= self._again:
            self._open = False
            return self._attempt(self._draw, now)
        return self._attempt(self._ask, now) if any(now >= moment for moment in self._next_question()) else []

    def close(self) -> None:
        """Leave the screen dark. A screen that fails to close is left alone."""
        self._open = False
        with suppress(Exception):  # the box is going down: nobody can look at it any more
            self._screen.close()

    def _draw_soon(self, now: float) -> list[Fault]:
        """Draw now if the glass takes a picture now, else as soon as it does; the last picture of that time counts."""
        self._waiting = self._open and now < self._rested
        return self._attempt(self._draw, now) if self._open and not self._waiting else []

    def _next_question(self) -> tuple[float, ...]:
        """Return the next moment to ask the glass; nothing while the glass is dark or lost."""
        return (self._watched + WATCH,) if self._open and any(self._frame) else ()

    def _attempt(self, deed: Callable[[float], None], now: float) -> list[Fault]:
        try:
            deed(now)
        except Exception as broken:  # noqa: BLE001 - whatever breaks behind the glass, the night goes on
            return self._fail(broken, now)
        return self._recover(now)

    def _draw(self, now: float) -> None:
        if not self._open:
            self._screen.open()
            self._again, self._watched = now + RENEW, now
        elif now >= self._watched + FRESH:
            self._ask(now)
        if self._level is not None:
            self._screen.contrast(self._level)
        if self._whole:
            self._screen.forget()
        self._screen.show(self._frame)
        self._open, self._rested = True, now + self._screen.format.pace
        self._waiting = self._whole = False

    def _ask(self, now: float) -> None:
        self._screen.keep_lit()
        self._watched = now

    def _fail(self, broken: Exception, now: float) -> list[Fault]:
        self._open, self._waiting, self._again = False, False, now + RETRY
        if self._lost:
            return []
        self._lost = True
        known = isinstance(broken, ScreenLost)
        what = str(broken) if known else f"The screen cannot be used: {type(broken).__name__}: {broken}."
        return [Fault(now, Part.SCREEN, what, _NEXT_BEST)]

    def _recover(self, now: float) -> list[Fault]:
        if not self._lost:
            return []
        self._lost = False
        return [Fault(now, Part.SCREEN, "The screen is back.", mended=True)]
