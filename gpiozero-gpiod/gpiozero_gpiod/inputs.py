"""Keeps all inputs of a chip in one request, so that the kernel numbers their edges in one sequence.

A request has a fixed set of lines. When a line comes or goes, all others are requested again. A line that moved in
between is found by its level, and gets an edge of that moment. Outputs are not part of the request, because a line that
is released, if only for an instant, may lose its level.

A thread may wait for edges meanwhile, but only by epoll: a poll would keep the old request alive, and its lines
busy."""

import errno
import os
import select
import time
from collections.abc import Iterable
from threading import RLock

import gpiod
from gpiod.line import Edge, Value

from gpiozero_gpiod.order import EdgeOrder
from gpiozero_gpiod.stamp import LineEdge

BUFFER = 1024
"""The most edges that the kernel keeps for a request."""


class InputLines:
    """Holds the claimed inputs, by their offsets. Several threads may use them at once."""

    def __init__(self, chip: gpiod.Chip, consumer: str) -> None:
        self._chip, self._consumer = chip, consumer
        self._lock = RLock()
        self._settings: dict[int, gpiod.LineSettings] = {}
        self._request: gpiod.LineRequest | None = None
        self._levels: dict[int, bool] = {}
        self._order = EdgeOrder()
        self._ready: list[LineEdge] = []
        self.epoll = select.epoll()

    @property
    def missing(self) -> int | None:
        """The number of an edge that holds others back because it is still on its way, or None."""
        return self._order.missing

    def claim(self, offset: int, settings: gpiod.LineSettings) -> bool:
        """Take a line, or change one that was taken. Return whether edges are ready."""
        with self._lock:
            wanted = {**self._settings, offset: settings}
            if self._request is not None and offset in self._settings:
                self._request.reconfigure_lines(_as_config(wanted))
                self._levels[offset] = self._value(offset)
                self._settings = wanted
            else:
                self._ask_anew(wanted)
            return bool(self._ready)

    def release(self, offset: int) -> bool:
        """Release a line. Return whether edges are ready."""
        with self._lock:
            if offset in self._settings:
                self._ask_anew({line: settings for line, settings in self._settings.items() if line != offset})
            return bool(self._ready)

    def state(self, offset: int) -> bool:
        """Return the present level of a claimed line."""
        with self._lock:
            return self._value(offset)

    def edges(self, given_up: int | None = None) -> list[LineEdge]:
        """Return the edges that have come, in order. The edge with the number `given_up` will not come."""
        with self._lock:
            self._take()
            if given_up is not None and given_up == self._order.missing:
                self._ready += self._order.give_up()
            edges, self._ready = self._ready, []
            return edges

    def close(self) -> None:
        """Release all lines. A second call does nothing."""
        with self._lock:
            self._drop()
            self._settings = {}
            self.epoll.close()

    def _ask_anew(self, wanted: dict[int, gpiod.LineSettings]) -> None:
        """Request these lines. If that is refused, request the earlier ones again, and raise the error."""
        self._take()
        self._drop()
        try:
            self._ask(wanted)
        except Exception:
            self._ask(self._settings)
            raise
        self._settings = wanted

    def _ask(self, wanted: dict[int, gpiod.LineSettings]) -> None:
        if wanted:
            self._request = self._chip.request_lines(_as_config(wanted), self._consumer, event_buffer_size=BUFFER)
            self.epoll.register(self._request.fd, select.EPOLLIN)
        levels = {offset: self._value(offset) for offset in wanted}
        first = self._read()
        for edge in reversed(first):  # what moved since the request began is told by its edge
            levels[edge.offset] = not edge.state
        self._ready += self._order.begin_request(self._moved(wanted, levels), time.monotonic_ns())
        self._levels = levels
        self._add(first)

    def _moved(self, wanted: dict[int, gpiod.LineSettings], levels: dict[int, bool]) -> Iterable[tuple[int, bool]]:
        for offset, state in levels.items():
            shown = (Edge.BOTH, Edge.RISING if state else Edge.FALLING)
            if self._levels.get(offset, state) != state and wanted[offset].edge_detection in shown:
                yield offset, state

    def _drop(self) -> None:
        if self._request is not None:
            self._request.release()
        self._request = None

    def _take(self) -> None:
        """Take the waiting edges from the kernel, without ever waiting for one."""
        self._add(self._read())

    def _add(self, edges: Iterable[LineEdge]) -> None:
        for edge in edges:
            self._levels[edge.offset] = edge.state
            self._order.add(edge)
        self._ready += self._order.ready()

    def _read(self) -> list[LineEdge]:
        edges: list[LineEdge] = []
        while self._request is not None and _tells(self._request.fd):
            try:
                edges += map(_as_edge, self._request.read_edge_events())
            except OSError:  # the chip was pulled out, and would be told of for ever
                self._drop()
        return edges

    def _value(self, offset: int) -> bool:
        if self._request is None:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return self._request.get_value(offset) is Value.ACTIVE


def _as_config(
    wanted: dict[int, gpiod.LineSettings],
) -> dict[Iterable[int | str] | int | str, gpiod.LineSettings | None]:
    return {offset: settings for offset, settings in wanted.items()}  # noqa: C416 - other types than a copy


def _as_edge(event: gpiod.EdgeEvent) -> LineEdge:
    rising = event.event_type is event.Type.RISING_EDGE
    return LineEdge(event.line_offset, rising, event.timestamp_ns, event.global_seqno)


def _tells(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(0))
