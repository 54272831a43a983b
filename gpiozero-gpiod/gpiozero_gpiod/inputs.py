"""All inputs of a chip in one request, so that the kernel numbers their edges in one row.

A request is for a fixed set of lines: when one comes or goes, the others are asked for anew. What moved in between is
found by its level, and told as an edge of that moment. Outputs are no part of it, for a line that is let go of, be it
for an instant, may drop what it holds.

A thread may wait for the edges meanwhile, but by epoll only: a poll would keep the old request alive, and its lines
busy.
"""

import select
import time
from collections.abc import Iterable
from threading import RLock

import gpiod
from gpiod.line import Edge, Value

from gpiozero_gpiod.order import EdgeOrder
from gpiozero_gpiod.stamp import LineEdge

BUFFER = 1024
"""As many edges as the kernel is ready to keep for a request."""


class InputLines:
    """The inputs that are claimed, by their offsets. Safe to be used from several threads."""

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
    def waiting(self) -> bool:
        """Whether an edge is held back, because one before it is still on its way."""
        return self._order.waiting

    def claim(self, offset: int, settings: gpiod.LineSettings) -> bool:
        """Take a line, or change one that was taken. Says whether edges are to be had at once."""
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
        """Let go of a line. Says whether edges are to be had at once."""
        with self._lock:
            if offset in self._settings:
                self._ask_anew({line: settings for line, settings in self._settings.items() if line != offset})
            return bool(self._ready)

    def state(self, offset: int) -> bool:
        """The level of a claimed line as it is now."""
        with self._lock:
            return self._value(offset)

    def edges(self, last: bool = False) -> list[LineEdge]:
        """What has come, in its order. `last`: nothing that is missing will come any more."""
        with self._lock:
            self._take()
            edges, self._ready = self._ready, []
            return edges + (self._order.rest() if last else [])

    def close(self) -> None:
        """Let go of all. Closing twice does nothing."""
        with self._lock:
            self._drop()
            self._settings = {}
            self.epoll.close()

    def _ask_anew(self, wanted: dict[int, gpiod.LineSettings]) -> None:
        """With these lines; where that is refused, with those of before."""
        self._take()
        self._drop()
        try:
            self._ask(wanted)
        except (OSError, ValueError):
            self._ask(self._settings)
            raise
        self._settings = wanted

    def _ask(self, wanted: dict[int, gpiod.LineSettings]) -> None:
        if wanted:
            self._request = self._chip.request_lines(_as_config(wanted), self._consumer, event_buffer_size=BUFFER)
            self.epoll.register(self._request.fd, select.EPOLLIN)
        levels = {offset: self._value(offset) for offset in wanted}
        self._ready += self._order.begin_request(self._moved(wanted, levels), time.monotonic_ns())
        self._levels = levels

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
        """Out of the kernel what is there, without ever waiting for it."""
        while self._request is not None and _is_readable(self._request.fd):
            for event in self._request.read_edge_events():
                rising = event.event_type is event.Type.RISING_EDGE
                self._levels[event.line_offset] = rising
                self._order.add(LineEdge(event.line_offset, rising, event.timestamp_ns, event.global_seqno))
        self._ready += self._order.ready()

    def _value(self, offset: int) -> bool:
        if self._request is None:
            raise ValueError(f"line {offset} is not claimed")
        return self._request.get_value(offset) is Value.ACTIVE


def _as_config(
    wanted: dict[int, gpiod.LineSettings],
) -> dict[Iterable[int | str] | int | str, gpiod.LineSettings | None]:
    return {offset: settings for offset, settings in wanted.items()}  # noqa: C416 - other types than a copy


def _is_readable(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(0))
