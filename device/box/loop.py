"""The one main loop: waits for the next thing or the next moment, and for nothing else."""

import queue
import signal
from types import FrameType
from typing import TypeAlias

from device.box.assembly import Box
from device.box.systemd import Notifier
from device.kernel.clock import Clock
from device.kernel.events import Event, Stop
from device.kernel.ids import Seconds
from device.memory.crashes import CALM_AFTER, Crashes
from device.panel.port import Edge

Inbox: TypeAlias = "queue.SimpleQueue[Edge | Event]"


def stop_on_signals(inbox: Inbox, clock: Clock) -> None:
    """SIGTERM and Ctrl-C become an event like any other. SimpleQueue may be filled from within a signal."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        inbox.put(Stop(clock.now()))

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)


class Loop:
    """Runs a box until it is told to stop."""

    def __init__(self, box: Box, inbox: Inbox, clock: Clock, notifier: Notifier, crashes: Crashes) -> None:
        self._daemon, self._inbox, self._clock = box.daemon, inbox, clock
        self._notifier, self._crashes = notifier, crashes
        self._calm_at: float | None = clock.now() + CALM_AFTER

    def run(self) -> None:
        self._notifier.ready()
        while not isinstance(thing := self._next(), Stop):
            if thing is not None:
                self._daemon.take(thing)
            self._daemon.wake()
            self._notifier.alive()
            self._calm()
        self._notifier.stopping()
        self._crashes.calmed()

    def _next(self) -> "Edge | Event | None":
        try:
            return self._inbox.get(timeout=self._patience())
        except queue.Empty:
            return None

    def _patience(self) -> Seconds | None:
        """Until the daemon, the watchdog or the crash count wants its moment; for ever when nobody does."""
        now = self._clock.now()
        moments = [moment - now for moment in (self._daemon.due(), self._calm_at) if moment is not None]
        if self._notifier.every is not None:
            moments.append(self._notifier.every)
        return max(0.0, min(moments)) if moments else None

    def _calm(self) -> None:
        if self._calm_at is not None and self._clock.now() >= self._calm_at:
            self._calm_at = None
            self._crashes.calmed()
