"""Drives a box without a thread of its own: in virtual time, or if other code owns the only thread."""

import math
from collections.abc import Callable

from nightcrier.box.daemon import Daemon
from nightcrier.box.events import Event, Touched
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.errors import NightcrierError

_AT_ONCE = 10  # wake-ups at one moment, after which an endless loop is assumed


class TimeStandsStill(NightcrierError):
    """Raised when the box asks forever to be woken at the same moment. Otherwise nobody would notice the busy
    processor."""

    def __init__(self, now: float) -> None:
        super().__init__(f"The box wants to be woken at {now:.6f} s again and again; that is a fault of the program.")


class Driver:
    """Hands events to a daemon, and wakes the daemon at each moment at which something is due. `reach` is called with
    each moment."""

    def __init__(self, daemon: Daemon, reach: Callable[[float], object] = lambda _: None) -> None:
        self._daemon, self._reach = daemon, reach

    def take(self, *things: "Edge | Event") -> None:
        """Handle edges and events in turn, but a touch together with the gesture that follows, as the loop does."""
        together: list[Edge | Event] = []
        for thing in things:
            together.append(thing)
            if not isinstance(thing, Touched) or thing is things[-1]:
                self._daemon.take(*together)
                together.clear()

    def run(self, end: float, enough: Callable[[], bool] = lambda: False) -> float | None:
        """Do what is due until `end`, or until `enough` returns True. Return the next moment that is due."""
        woken, before = 0, -math.inf
        while (due := self._daemon.due()) is not None and due <= end and not enough():
            woken, before = 0 if due > before else woken + 1, due
            if woken > _AT_ONCE:
                raise TimeStandsStill(due)
            self._reach(due)
            self._daemon.wake()
        return due
