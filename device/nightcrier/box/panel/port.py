"""Defines the ports of the panel, and a screen whose methods never raise. Such a steady screen reports a fault once,
tries the glass again, and sends the whole picture when the glass is back. Noise on the bus causes wrong dots but no
error, so a working glass is also set up again from time to time, with the whole picture."""

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

    `at` is the time at which the level changed, even if the edge arrives late. `number` counts the edges of all pins,
    if the kernel counts them. `hand` tells one set of controls from another."""

    at: float
    pin: str
    active: bool
    number: int | None = None
    hand: int = 0


Put = Callable[["Edge | Event"], None]
"""A function that puts an edge or an event into the loop. Any thread may call it, and it never raises."""


_LATEST: Seconds = 10.0
"""The longest delay of an edge. A time stamp that is older, or in the future, must come from another clock."""


def edge_time(stamp: float, now: float) -> float:
    """Return the time of an edge: its time stamp, or `now` if the stamp is not from the box's monotonic clock."""
    return float(stamp) if now - _LATEST < stamp <= now else now


class Controls(Protocol):
    """Reads buttons and dial. Puts edges or whole gestures into the loop, and returns the present levels."""

    def open(self, put: Put) -> None:
        """Start to put edges into the loop. Raises `PanelLost` if there are no pins."""
        ...

    def levels(self) -> dict[str, bool]:
        """Return the present level of every pin. They are read again at rest, because edges can get lost."""
        ...

    def close(self) -> None: ...


class Screen(Protocol):
    """Shows pictures in its own format. A screen that does not respond raises `ScreenLost`. No method may block for
    long."""

    @property
    def format(self) -> ScreenFormat: ...

    def open(self) -> None:
        """Switch on the glass. If it is open already, set it up again and send the whole picture, because noise may
        have changed some dots."""
        ...

    def show(self, frame: Frame) -> None: ...

    def forget(self) -> None:
        """Forget the last picture, so that the next one is sent as a whole. Otherwise somebody who listens to the bus
        could learn how much of the picture has changed."""
        ...

    def contrast(self, level: int) -> None:
        """Set the contrast, from 0 to 255. At 0 the picture can still be seen faintly."""
        ...

    def keep_lit(self) -> None:
        """Check every few seconds whether an open screen still shows its picture, and repair it if not. A screen that
        always notices its own faults does nothing here."""
        ...

    def close(self) -> None:
        """Turn the screen dark."""
        ...


NO_HANDS = "The box shows its pages, but no hand can turn them."


class PanelLost(Exception):
    """Raised when there are no buttons or no lamp. Its message is one sentence for people."""


class ScreenLost(Exception):
    """Raised when the screen does not respond. Its message is one sentence for people."""


class Lamp(Protocol):
    """A light of one or several colors. A box may have no lamp."""

    def show(self, state: LampState, number: int = 0) -> None:
        """Show this state. `number` is the number of the call that begins."""

    def close(self) -> None: ...


RETRY: Seconds = 3.0
WATCH: Seconds = 4.0  # between two checks of a glass that is lit; a dark glass is not checked
FRESH: Seconds = 1.0
"""The time for which a check of the glass stays valid. A picture after this time makes the screen check the glass
again, for example at the first touch of an evening."""
RENEW: Seconds = 60.0

_NEXT_BEST = f"The game goes on by voice alone; the screen is tried again every {RETRY:.0f} seconds."


class SteadyScreen:
    """Wraps any `Screen` in methods that return faults and never raise. Each method gets the present time."""

    def __init__(self, screen: Screen) -> None:
        """Wrap a closed screen. The first `poll` opens it."""
        self._screen = screen
        self._frame: Frame = screen.format.blank
        self._blank = self._frame
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
        """True if people can see the picture."""
        return self._open

    def show(self, frame: Frame, now: float, *, whole: bool = False) -> list[Fault]:
        """Show a frame, or store it until the glass is back. A `whole` frame is sent as if all dots had changed."""
        self._frame, self._whole = frame, whole or self._whole
        return self._draw_soon(now)

    def contrast(self, level: int, now: float) -> list[Fault]:
        self._level = level
        return self._draw_soon(now)

    def ask(self, now: float) -> list[Fault]:
        """Check whether the glass is still lit. An empty picture needs no check."""
        return self._attempt(self._ask, now) if self._open and self._frame != self._blank else []

    def due(self) -> float | None:
        """Return the time at which `poll` must be called. Before the screen is opened, this is 0, which means at
        once."""
        if self._again is None:
            return 0.0
        rested = [self._rested] if self._waiting else []
        return min([self._again, *rested, *self._next_question()])

    def poll(self, now: float) -> list[Fault]:
        """Do whatever is due: open, retry or check the screen, set it up again, or show the waiting picture."""
        if self._waiting and now >= self._rested:
            return self._attempt(self._draw, now)
        if self._again is None or now >= self._again:
            self._open = False
            return self._attempt(self._draw, now)
        return self._attempt(self._ask, now) if any(now >= moment for moment in self._next_question()) else []

    def close(self) -> None:
        """Turn the screen dark, and ignore errors."""
        self._open = False
        with suppress(Exception):  # the box is going down: nobody can look at it any more
            self._screen.close()

    def _draw_soon(self, now: float) -> list[Fault]:
        """Draw the picture now, or as soon as the glass is ready. If several pictures wait, only the last is drawn."""
        self._waiting = self._open and now < self._rested
        return self._attempt(self._draw, now) if self._open and not self._waiting else []

    def _next_question(self) -> tuple[float, ...]:
        return (self._watched + WATCH,) if self._open and self._frame != self._blank else ()

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
