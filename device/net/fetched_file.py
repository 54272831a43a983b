"""Fetches one file from another machine of the home, by plain HTTP: asked for once, as it lies there, and followed
nowhere else. However slow, long or odd the answer is, it costs no more than its bounds."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TypeAlias

import h11

from device.net.exchange import LARGEST_HEAD, READING
from device.net.sent_form import CutOff

Fetch: TypeAlias = Callable[[str, int, str], AbstractAsyncContextManager[AsyncIterator[bytes]]]
_PIECE = 64 * 1024
_ENDS = frozenset({b"content-length", b"transfer-encoding"})
"""By one of them it is known whether a file came whole."""


@asynccontextmanager
async def fetch_file(host: str, port: int, path: str) -> AsyncIterator[AsyncIterator[bytes]]:
    """Give the pieces of a file, as they come. Raises CutOff, also from these, for all but a file that comes whole."""
    try:
        async with asyncio.timeout(READING):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        raise CutOff from None
    try:
        answer = _Answer(reader)
        writer.write(answer.ask_for(f"[{host}]" if ":" in host else host, port, path))
        await answer.begin()
        yield answer.pieces()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


class _Answer:
    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_HEAD)

    def ask_for(self, host: str, port: int, path: str) -> bytes:
        headers = [("Host", f"{host}:{port}"), ("Connection", "close")]
        asked = self._talk.send(h11.Request(method="GET", target=path, headers=headers)) or b""
        return asked + (self._talk.send(h11.EndOfMessage()) or b"")

    async def begin(self) -> None:
        """Read the head of the answer. Raises CutOff, also if it sends us elsewhere."""
        head = await self._next()
        if not isinstance(head, h11.Response) or head.status_code != 200 or _ENDS.isdisjoint(dict(head.headers)):
            raise CutOff

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Give the pieces of the file, to its end. Raises CutOff."""
        while not isinstance(part := await self._next(), h11.EndOfMessage):
            if not isinstance(part, h11.Data):
                raise CutOff
            yield bytes(part.data)

    async def _next(self) -> object:
        try:
            async with asyncio.timeout(READING):
                while (event := self._talk.next_event()) is h11.NEED_DATA:
                    self._talk.receive_data(await self._reader.read(_PIECE))
        except (OSError, TimeoutError, h11.RemoteProtocolError):
            raise CutOff from None
        return event
