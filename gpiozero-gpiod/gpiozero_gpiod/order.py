"""Puts edges into the order in which they happened.

The kernel stamps and numbers an edge in its interrupt, but queues it in a thread of the line. If two lines move almost
together on a machine with several cores, the later edge can come first. So everything after a gap in the numbers waits
until the gap is filled, or until it certainly will not be."""

from collections.abc import Iterable
from heapq import heappop, heappush

from gpiozero_gpiod.stamp import LineEdge


class EdgeOrder:
    """Takes edges as they come out of the kernel, and returns them in the order in which they happened."""

    def __init__(self) -> None:
        self._base = 0  # numbers given away before the present request
        self._next = 1
        self._held: list[tuple[int, LineEdge]] = []

    @property
    def missing(self) -> int | None:
        """The number of the edge for which all others wait, or None."""
        return self._next if self._held else None

    def add(self, edge: LineEdge) -> None:
        """Add an edge, with its number in the request. The kernel counts in 32 bits, and then from 0 again."""
        number = self._next + _signed(self._base + edge.number - self._next)
        heappush(self._held, (number, edge._replace(number=number)))

    def ready(self) -> list[LineEdge]:
        """Return all edges up to the first gap."""
        edges = []
        while self._held and self._held[0][0] <= self._next:
            edges.append(self._pop())
        return edges

    def give_up(self) -> list[LineEdge]:
        """Return all edges up to the second gap, because nothing will fill the first one."""
        if self._held:
            self._next = self._held[0][0]
        return self.ready()

    def rest(self) -> list[LineEdge]:
        """Return all edges in spite of gaps, because nothing will fill these."""
        return [self._pop() for _ in range(len(self._held))]

    def begin_request(self, changed: Iterable[tuple[int, bool]], now: int) -> list[LineEdge]:
        """Begin another request, which counts from 1 again. Return the remaining edges of the one before, and an edge
        for each of the `changed` lines, which moved unseen between the two."""
        edges = self.rest()
        for offset, state in changed:
            edges.append(LineEdge(offset, state, now, self._next))
            self._next += 1
        self._base = self._next - 1
        return edges

    def _pop(self) -> LineEdge:
        number, edge = heappop(self._held)
        self._next = max(self._next, number + 1)
        return edge


def _signed(number: int) -> int:
    """Return the number nearest to 0 that equals this one in 32 bits."""
    return (number + 2**31) % 2**32 - 2**31
