"""When the box has answered what a phone has asked root for. It leaves its start page for that and comes back; where
root is not there, it only says so."""

from device.kernel.public_record import LineSaid, SignalHeard
from device.net.box_line import BoxLine


class ChoreWatch:
    """`answers` counts them."""

    def __init__(self, box: BoxLine) -> None:
        self.answers = 0
        self._box, self._waits, self._works = box, False, False
        box.listen(self._look)
        box.overhear(self._hear)

    def begin(self) -> None:
        """The box was asked."""
        self._waits = True

    def _look(self) -> None:
        at_rest = self._box.is_at_rest
        if self._waits and not at_rest:
            self._waits, self._works = False, True
        elif self._works and at_rest:
            self._answered()

    def _hear(self, heard: LineSaid | SignalHeard) -> None:
        if self._waits and isinstance(heard, LineSaid):
            self._answered()

    def _answered(self) -> None:
        self._waits = self._works = False
        self.answers += 1
