"""What goes on at the tables, for pages that stay open, and for an answer that waits until the tables have answered."""

import asyncio
from collections.abc import AsyncGenerator, Callable

import msgspec

from device.hall.dusk_caller import DuskCaller
from device.hall.hall_desk import HallDesk
from device.kernel.ids import Seconds
from device.net.exchange import RequestRefused

_MOST_STREAMS = 16
_SETTLING: Seconds = 1.0
_PACE: Seconds = 0.5
"""Between two pictures of the list: fifty tables tell something every second."""


class TablesNews:
    """To so many pages at once."""

    def __init__(self, desk: HallDesk, dusk: DuskCaller) -> None:
        self._desk, self._dusk, self._streams = desk, dusk, 0

    def stream(self, picture: Callable[[], object], lasts: Callable[[], object]) -> AsyncGenerator[bytes, None]:
        """`picture` is what a page shows now; `lasts`, whether it may be shown still. Raises RequestRefused where
        enough others look on."""
        if self._streams >= _MOST_STREAMS:
            raise RequestRefused(503)
        return self._told(picture, lasts)

    async def _told(self, picture: Callable[[], object], lasts: Callable[[], object]) -> AsyncGenerator[bytes, None]:
        """As it is now, when it has changed; no oftener than anybody could read it."""
        changed = asyncio.Event()
        ends, ends_too = self._desk.listen(changed.set), self._dusk.listen(changed.set)
        self._streams += 1
        try:
            known = b""
            yield b"retry: 5000\n\n"
            while lasts():
                shown = msgspec.json.encode(picture(), enc_hook=str)  # of Markup
                if shown != known:
                    known = shown
                    yield b"event: now\ndata: " + shown + b"\n\n"
                await changed.wait()
                changed.clear()
                await asyncio.sleep(_PACE)
        finally:
            self._streams -= 1
            ends()
            ends_too()


async def tables_settled(desk: HallDesk) -> None:
    """Until all tables have answered, for so long at most: the next page shows what became of it."""
    changed = asyncio.Event()
    ends = desk.listen(changed.set)
    try:
        async with asyncio.timeout(_SETTLING):
            while any(table.owes_answer for table in desk.hall.tables.values()):
                await changed.wait()
                changed.clear()
    except TimeoutError:
        return
    finally:
        ends()
