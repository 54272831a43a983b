"""A writer that is behind what the box shows, in virtual time."""

from collections import deque
from collections.abc import Sequence

from nightcrier.box.events import Event
from nightcrier.box.writer import Work, Writer


class LateWriter(Writer):
    """A thread that comes to its work late, in virtual time: when it is told to, or when the loop waits for it."""

    def __init__(self, *, late: bool = True) -> None:
        super().__init__()
        self.late = late
        self._held, self._came = deque[Work](), list[Event]()

    @property
    def beside(self) -> bool:
        return self.late

    @property
    def busy(self) -> bool:
        return bool(self._held)

    def do(self, work: Work) -> Sequence[Event]:
        if not self.late:
            return work()
        self._held.append(work)
        return ()

    def settle(self) -> None:
        while self._held:
            self._came += self._held.popleft()()

    def close(self) -> None:
        self.settle()

    def write(self, most: int) -> list[Event]:
        """Do so many pieces of the work, and return what has come of all since the last time."""
        for _ in range(min(most, len(self._held))):
            self._came += self._held.popleft()()
        came, self._came = self._came, []
        return came

    def lose(self) -> None:
        """Forget everything: the power is gone."""
        self._held.clear()
        self._came.clear()
