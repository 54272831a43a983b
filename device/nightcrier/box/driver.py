"""Drives a box without a thread of its own: in virtual time, or from other code that owns the only thread."""

import math
from collections.abc import Callable

from nightcrier.box.daemon import Daemon
from nightcrier.box.events import Event, Touched
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.errors import NightcrierError

_AT_ONCE = 10  # wake-ups at one moment, after which an endless loop is assumed


class TimeStandsStill(NightcrierError):
    """Raised when the box keeps asking to be woken at the same time. Without this error it would loop forever."""

    def __init__(self, now: float) -> None:
        super().__init__(f"The box wants to be woken at {now:.6f} s again and again; that is a fault of the program.")


class Driver:
    """Hands events to a daemon, and wakes it each time something is due. Before each wake-up, `reach` is called with
    its time."""

    def __init__(self, daemon: Daemon, reach: Callable[[float], object] = lambda _: None) -> None:
        self._daemon, self._reach = daemon, reach

    def take(self, *things: "Edge | Event") -> None:
        """Handle edges and events one by one, but a touch together with the gesture after it, like the main loop."""
        together: list[Edge | Event] = []
        for thing in things:
            together.append(thing)
            if not isinstance(thing, Touched) or thing is things[-1]:
                self._daemon.take(*together)
                together.clear()

    def run(self, end: float, enough: Callable[[], bool] = lambda: False) -> float | None:
        """Wake the daemon whenever something is due, until `end` or `enough()`. Return the next due time."""
        woken, before = 0, -math.inf
        while (due := self._daemon.due()) is not None and due <= end and not enough():
            woken, before = 0 if due > before else woken + 1, due
            if woken > _AT_ONCE:
                raise TimeStandsStill(due)
            self._reach(due)
            self._daemon.wake()
        return due
