"""Hands what the box writes to a thread of its own, so that picture and sound never wait for the card.

The work is done one piece at a time, in the order in which it was handed over: by the thread while there is work, and
otherwise by the loop. The loop thus waits until everything is written before it touches anything that the thread
writes."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from queue import Queue
from threading import Thread
from typing import TypeAlias

from nightcrier.box.events import Event

_log = logging.getLogger("nightcrier")

Work: TypeAlias = Callable[[], Sequence[Event]]
"""A function that writes, and returns the resulting events. It raises no error."""


class Writer:
    """Does work outside of the loop, and calls `wake` whenever all of it is done. Without `wake`, as in virtual time,
    the work is done at once."""

    def __init__(self, wake: Callable[[], object] | None = None) -> None:
        self._wake, self._works, self._came = wake, Queue[Work](), deque[Event]()
        if wake:
            Thread(target=self._run, args=(wake,), name="writer", daemon=True).start()

    @property
    def busy(self) -> bool:
        return self._works.unfinished_tasks > 0

    def do(self, work: Work) -> Sequence[Event]:
        """Do this work, and return its events if it is done at once."""
        if self._wake is None:
            return work()
        self._works.put(work)
        return ()

    def settle(self) -> None:
        """Wait until everything that was handed over is done."""
        self._works.join()

    def news(self) -> list[Event]:
        """Return the events of the work done outside of the loop since the last call."""
        return [self._came.popleft() for _ in range(len(self._came))]

    def _run(self, wake: Callable[[], object]) -> None:
        while True:
            work = self._works.get()
            try:
                self._came += work()
            except Exception:  # noqa: BLE001 - whoever waits for the rest would wait for ever
                _log.exception("What was to be written is lost")
            self._works.task_done()
            if not self.busy:
                wake()


AT_ONCE = Writer()
"""The writer that does all work at once, in the loop."""
