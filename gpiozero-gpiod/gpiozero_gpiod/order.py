"""Edges in the order in which they happened.

The kernel stamps and numbers an edge in its interrupt, but queues it in a thread of the line: when two lines move
almost together on a machine with several cores, the later edge can come first. So whatever stands behind a hole in the
numbers waits until the hole is filled, or until it is sure that it never will be.
"""

from collections.abc import Iterable
from heapq import heappop, heappush

from gpiozero_gpiod.stamp import LineEdge


class EdgeOrder:
    """Takes edges as they come out of the kernel, gives them as they went in."""

    def __init__(self) -> None:
        self._base = 0  # numbers given away before the present request
        self._next = 1
        self._held: list[tuple[int, LineEdge]] = []

    @property
    def missing(self) -> int | None:
        """The number that all others wait for, if any do."""
        return self._next if self._held else None

    def add(self, edge: LineEdge) -> None:
        """One edge, with the number it has in its request. The kernel counts in 32 bits, and then from 0 again."""
        number = self._next + _signed(self._base + edge.number - self._next)
        heappush(self._held, (number, edge._replace(number=number)))

    def ready(self) -> list[LineEdge]:
        """All up to the first hole."""
        edges = []
        while self._held and self._held[0][0] <= self._next:
            edges.append(self._pop())
        return edges

    def give_up(self) -> list[LineEdge]:
        """All up to the second hole: nobody will fill the first any more."""
        if self._held:
            self._next = self._held[0][0]
        return self.ready()

    def rest(self) -> list[LineEdge]:
        """All, with their holes: nobody will fill them any more."""
        return [self._pop() for _ in range(len(self._held))]

    def begin_request(self, changed: Iterable[tuple[int, bool]], now: int) -> list[LineEdge]:
        """Another request counts from 1 again. `changed`: lines that moved between the two, unseen."""
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
    """The nearest to 0 of all that are the same in 32 bits."""
    return (number + 2**31) % 2**32 - 2**31
