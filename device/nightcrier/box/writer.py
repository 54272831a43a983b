"""Hands what the box writes to a thread of its own, so that picture and sound never wait for the card.

The work is done in the order in which it was handed over, and by one at a time: the thread while there is work, and
otherwise the loop. The loop thus waits until all is written before it touches anything that the thread writes."""

from collections.abc import Callable, Sequence
from queue import Queue
from threading import Thread
from typing import TypeAlias

from nightcrier.box.events import Event

Work: TypeAlias = Callable[[], Sequence[Event]]


class Writer:
    """Does work on the disk beside the loop, and tells the loop by `put` what came of it, and with None that all is
    done. Without `put`, as in virtual time, the work is done at once."""

    def __init__(self, put: Callable[[Event | None], object] | None = None) -> None:
        self._put, self._works = put, Queue[Work | None]()
        if put:
            Thread(target=self._run, args=(put,), name="writer", daemon=True).start()

    @property
    def beside(self) -> bool:
        """Say whether the work is done beside the loop."""
        return self._put is not None

    @property
    def busy(self) -> bool:
        return self._works.unfinished_tasks > 0

    def do(self, work: Work) -> Sequence[Event]:
        """Do this work, and return what came of it if it is done at once. The work must not raise an error."""
        if self._put is None:
            return work()
        self._works.put(work)
        return ()

    def settle(self) -> None:
        """Wait until all that was handed over is done."""
        self._works.join()

    def close(self) -> None:
        """Do what is left, and end the thread. Later work is done at once."""
        if self._put:
            self.settle()
            self._put = None
            self._works.put(None)

    def _run(self, put: Callable[[Event | None], object]) -> None:
        while work := self._works.get():
            for event in work():
                put(event)
            self._works.task_done()
            put(None)
        self._works.task_done()


AT_ONCE = Writer()
"""The writer that does all work at once, in the loop."""
