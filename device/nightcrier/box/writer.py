"""Hands everything that the box writes to a separate thread, so that picture and sound never wait for the card.

The work is done one piece at a time, in the order in which it was handed over: by the thread while there is work, and
otherwise by the loop. Before the loop touches anything that the thread writes, it waits until all is written."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from queue import Queue
from threading import Thread
from typing import TypeAlias

from nightcrier.box.events import Event

_log = logging.getLogger("nightcrier")

Work: TypeAlias = Callable[[], Sequence[Event]]
"""A function that writes something, and returns the resulting events. It never raises an error."""


class Writer:
    """Does work outside the loop, and calls `wake` whenever all of it is done. Without `wake`, as in virtual time, work
    is done at once."""

    def __init__(self, wake: Callable[[], object] | None = None) -> None:
        self._wake, self._works, self._came = wake, Queue[Work](), deque[Event]()
        if wake:
            Thread(target=self._run, args=(wake,), name="writer", daemon=True).start()

    @property
    def busy(self) -> bool:
        return self._works.unfinished_tasks > 0

    def do(self, work: Work) -> Sequence[Event]:
        """Do this work, or leave it to the thread. If it was done at once, return its events."""
        if self._wake is None:
            return work()
        self._works.put(work)
        return ()

    def settle(self) -> None:
        """Wait until all work handed over so far is done."""
        self._works.join()

    def news(self) -> list[Event]:
        """Return the events of all work that the thread has done since the last call."""
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
