"""Simulates a bad network between boxes and broker, on this machine. Traffic is delayed, some of it as long as if a
packet was sent again, and now and then a connection is cut."""

import asyncio
from contextlib import suppress
from random import Random
from threading import Thread

from msgspec import Struct


class BadNetwork(Struct, frozen=True):
    """The seconds that each piece waits, plus or minus `jitter`; the fraction of pieces that are lost and come
    `again` seconds later; and the average length of a connection, 0 for unlimited."""

    delay: float = 0.0
    jitter: float = 0.0
    lost: float = 0.0
    again: float = 0.3
    lasts: float = 0.0


class BadProxy:
    """Listens on `port` of this machine, and leads to the broker. `network` may be changed while it runs."""

    def __init__(self, broker: int, rng: Random) -> None:
        self._broker, self._rng = broker, rng
        self.network, self.port, self.cut = BadNetwork(), 0, 0
        self._loop = asyncio.new_event_loop()
        self._conversations: set[asyncio.Task[None]] = set()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._begin, "127.0.0.1", 0, backlog=512))
        self.port = self._server.sockets[0].getsockname()[1]
        Thread(target=self._loop.run_forever, daemon=True).start()

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._conversations.add(task := self._loop.create_task(self._converse(reader, writer)))
        task.add_done_callback(self._conversations.discard)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._broker)
            ways = {asyncio.ensure_future(self._lead(reader, back)), asyncio.ensure_future(self._lead(there, writer))}
            while not (await asyncio.wait(ways, timeout=1.0, return_when=asyncio.FIRST_COMPLETED))[0]:
                if self.network.lasts and self._rng.random() < 1 / self.network.lasts:
                    self.cut += 1
                    break
            for way in ways:
                way.cancel()
            back.transport.abort()
        writer.transport.abort()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on all pieces in order, as TCP does: everything after a lost piece waits for it."""
        with suppress(OSError):
            while piece := await reader.read(4096):
                net, rng = self.network, self._rng
                waits = max(0.0, net.delay + rng.uniform(-net.jitter, net.jitter))
                while rng.random() < net.lost:
                    waits += net.again
                await asyncio.sleep(waits)
                writer.write(piece)
                await writer.drain()
