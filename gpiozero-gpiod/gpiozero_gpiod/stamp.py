"""Defines an edge of a line: its time in the kernel, and its number."""

from typing import NamedTuple, Self


class LineEdge(NamedTuple):
    """An edge of a line. `number` counts the edges of all lines of a factory from 1. A missing number did not fit into
    the kernel."""

    offset: int
    state: bool
    nanoseconds: int
    number: int


class EdgeTicks(float):
    """The ticks that gpiozero hands to a callback: seconds of the monotonic clock, and the number of the edge."""

    number: int

    def __new__(cls, edge: LineEdge) -> Self:
        ticks = super().__new__(cls, edge.nanoseconds / 1_000_000_000)
        ticks.number = edge.number
        return ticks
