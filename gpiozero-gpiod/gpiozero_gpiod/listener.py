"""Runs the one thread that waits for the edges of all lines. It sleeps in the kernel until one comes."""

import os
import select
import sys
import threading
import time
from collections.abc import Callable

from gpiozero_gpiod.inputs import InputLines
from gpiozero_gpiod.stamp import LineEdge

GRACE = 0.005
"""The seconds after which a missing edge will not come any more. Nobody feels them, and a busy machine needs them."""

PATIENCE = 1.0
"""The seconds for which closing waits for a callback. One that never ends must not prevent an exit."""


class EdgeListener:
    """Passes every edge to `tell`. The first error of a line is reported like that of any thread, and the next edge is
    passed on."""

    def __init__(self, inputs: InputLines, tell: Callable[[LineEdge], None]) -> None:
        self._inputs, self._tell = inputs, tell
        self._call = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._call_lock = threading.Lock()
        self._closing = False
        self._failing: set[int] = set()
        inputs.epoll.register(self._call, select.EPOLLIN)
        self._thread = threading.Thread(target=self._listen, name="gpiod-edges", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Wake the thread for edges that the kernel does not report any more."""
        with self._call_lock:
            if self._call >= 0:
                os.eventfd_write(self._call, 1)

    def close(self) -> None:
        """Stop the thread. A callback may do so, too."""
        self._closing = True
        self.wake()
        if threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE)

    def _listen(self) -> None:
        missing, until = None, 0.0
        while not self._closing:
            happened = self._inputs.epoll.poll(None if missing is None else max(0.0, until - time.monotonic()))
            if any(fd == self._call for fd, _ in happened):
                os.eventfd_read(self._call)
            for edge in self._inputs.edges(given_up=missing if time.monotonic() >= until else None):
                self._hand_on(edge)
            if missing != self._inputs.missing:
                missing, until = self._inputs.missing, time.monotonic() + GRACE
        with self._call_lock:
            os.close(self._call)
            self._call = -1

    def _hand_on(self, edge: LineEdge) -> None:
        try:
            if not self._closing:
                self._tell(edge)
            self._failing.discard(edge.offset)
        except BaseException:  # noqa: BLE001 - even sys.exit() in a callback ends no more than the callback
            if edge.offset not in self._failing:
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self._thread)))
            self._failing.add(edge.offset)
