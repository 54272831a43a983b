"""Provides a writer that is behind what the box shows, in virtual time."""

from collections import deque
from collections.abc import Sequence
from queue import Queue

from nightcrier.box.events import Event
from nightcrier.box.writer import Work, Writer


class LateWriter(Writer):
    """Simulates a writer whose thread works late, in virtual time: on a signal, or when the loop waits for it."""

    def __init__(self, *, late: bool = True) -> None:
        super().__init__()
        self.late = late

    def do(self, work: Work) -> Sequence[Event]:
        if not self.late:
            return work()
        self._works.put(work)
        return ()

    def settle(self) -> None:
        self.write(self._works.unfinished_tasks)

    def write(self, most: int) -> None:
        """Do at most this many pieces of the queued work."""
        for _ in range(min(most, self._works.unfinished_tasks)):
            self._came += self._works.get()()
            self._works.task_done()

    def lose(self) -> None:
        """Forget everything, as in a power cut."""
        self._works, self._came = Queue(), deque()
