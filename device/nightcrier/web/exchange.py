"""Reads one HTTP request and sends its answer, with h11. The size, the time and the headers of a request are
limited."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import h11
from msgspec import Struct

from nightcrier.kernel.files import open_plainly
from nightcrier.kernel.ids import Seconds
from nightcrier.web.markup import TOKENS, Markup

LARGEST_HEAD = 8 * 1024
LARGEST_BODY = 2 * 1024
READING: Seconds = 10.0
"""The time within which the whole request must arrive, even if a client sends slowly."""
_SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), vibrate=()",
    "Connection": "close",
}
_PIECE = 64 * 1024
STYLE, SCRIPT = "text/css; charset=utf-8", "text/javascript; charset=utf-8"
STYLES = {f"/{file.name}": (file, STYLE) for file in (TOKENS, TOKENS.with_name("page.css"))}


class RequestRefused(Exception):
    """Raised when a request is refused. The answer has only this status."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class PageRequest(Struct, frozen=True):
    """A request. The names of its headers are in small letters. A large body is read in pieces from `pieces`."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""
    pieces: AsyncIterator[bytes] | None = None
    caller: str = ""


class PageAnswer(Struct):
    """An answer, with a whole body or a stream. If there is a function `after`, it is awaited before the answer is
    sent."""

    status: int = 200
    body: bytes = b""
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = {}
    stream: AsyncGenerator[bytes, None] | None = None
    after: Callable[[], Awaitable[None]] | None = None


def file_answer(place: Path, kind: str) -> PageAnswer:
    return PageAnswer(body=place.read_bytes(), kind=kind)


def page_answer(page: Markup, status: int = 200) -> PageAnswer:
    return PageAnswer(status, page.encode())


def redirect(
    place: str, headers: Mapping[str, str] | None = None, after: Callable[[], Awaitable[None]] | None = None
) -> PageAnswer:
    return PageAnswer(303, headers={"Location": place, **(headers or {})}, after=after)


class Exchange:
    """Handles one request on one connection. A client may post a large body only to the paths in `streamed`."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        largest_body: int = LARGEST_BODY,
        streamed: AbstractSet[str] = frozenset(),
    ) -> None:
        self._reader, self._writer, self._largest_body, self._streamed = reader, writer, largest_body, streamed
        self._talk = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD)

    async def request(self) -> PageRequest:
        """Read the request. Raises RequestRefused, or OSError if the client is gone."""
        try:
            async with asyncio.timeout(READING):
                return await self._read()
        except TimeoutError:
            raise RequestRefused(408) from None
        except h11.RemoteProtocolError as wrong:
            raise RequestRefused(wrong.error_status_hint) from None

    async def _read(self) -> PageRequest:
        head = await self._next()
        if not isinstance(head, h11.Request):
            raise ConnectionAbortedError  # it has gone without a word: h11 answers nobody then
        if len(head.target) + sum(len(name) + len(value) for name, value in head.headers) > LARGEST_HEAD:
            raise RequestRefused(431)  # h11 asks only of what came in part
        headers = _plain_headers(head)
        path = head.target.decode("ascii", "replace")
        method = head.method.decode("ascii", "replace")
        if method == "POST" and path in self._streamed:
            return PageRequest(method, path, headers, pieces=self._pieces(), caller=caller_of(self._writer))
        if "transfer-encoding" in headers:
            raise RequestRefused(411)  # no form comes in chunks, and a chunk costs more than its bytes
        body = bytearray()
        while isinstance(part := await self._next(), h11.Data):
            body += part.data
            if len(body) > self._largest_body:
                raise RequestRefused(413)
        return PageRequest(method, path, headers, bytes(body), caller=caller_of(self._writer))

    async def _pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield the pieces of a body, in any number. The pieces end if the client sends nothing for too long."""
        with suppress(TimeoutError, OSError, h11.RemoteProtocolError):
            while True:
                async with asyncio.timeout(READING):
                    part = await self._next()
                if not isinstance(part, h11.Data):
                    return
                yield bytes(part.data)

    async def _next(self) -> object:
        while (event := self._talk.next_event()) is h11.NEED_DATA:
            self._talk.receive_data(await self._reader.read(16384))
        return event

    async def answer(self, answer: PageAnswer, *, body: bool = True) -> None:
        """Send an answer. Without `body`, only the head is sent, because the client has asked only for the head."""
        length = {} if answer.stream else {"Content-Length": str(len(answer.body))}
        headers = {"Content-Type": answer.kind, "Cache-Control": "no-store", **length, **_SAFE, **answer.headers}
        self._send(h11.Response(status_code=answer.status, headers=list(headers.items())))
        if body:
            if answer.stream is None:
                self._send(h11.Data(data=answer.body))
            else:
                await self._stream(answer.stream)
            self._send(h11.EndOfMessage())
        await self._written()

    async def _written(self) -> None:
        """Wait until the client has read what was sent. Raises TimeoutError."""
        async with asyncio.timeout(READING):
            await self._writer.drain()

    async def _stream(self, stream: AsyncGenerator[bytes, None]) -> None:
        """Send a stream until its end. Raises OSError if the client is gone or sends anything more. The client then
        sees that the answer is not complete."""
        gone = asyncio.ensure_future(self._reader.read(1))
        try:
            while not gone.done():
                piece = asyncio.ensure_future(anext(stream))
                await asyncio.wait({piece, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not piece.done():
                    piece.cancel()
                    break
                self._send(h11.Data(data=piece.result()))
                await self._written()
            raise ConnectionAbortedError
        except StopAsyncIteration:
            return
        finally:
            gone.cancel()
            with suppress(RuntimeError, asyncio.CancelledError):  # a piece that was waited for is given up first
                await asyncio.sleep(0)
                await stream.aclose()

    def _send(self, event: h11.Event) -> None:
        self._writer.write(self._talk.send(event) or b"")


def caller_of(writer: asyncio.StreamWriter) -> str:
    """Return the address at the other end of a connection, or "" if the connection is gone."""
    return str((writer.get_extra_info("peername") or ("",))[0])


def network_of(caller: str) -> str:
    """Return the part of an address that a guest cannot change: a whole IPv4 address, or the first half of an IPv6
    address, because a guest may take any number of addresses that differ in the other half."""
    try:
        address = ip_address(caller)
    except ValueError:
        return caller
    return caller if address.version == 4 else address.packed[:8].hex()


def _plain_headers(head: h11.Request) -> dict[str, str]:
    """Return the headers by name. Raises RequestRefused if a header that the page relies on occurs twice."""
    headers: dict[str, str] = {}
    for name, value in head.headers:
        key = name.decode("ascii")
        if key in headers and key in {"host", "cookie", "origin", "content-type"}:
            raise RequestRefused(400)
        headers[key] = value.decode("latin-1")
    return headers


def file_pieces(file: Path) -> AsyncGenerator[bytes, None]:
    """Return the content of a file in pieces. The file is opened at the first piece. Raises RequestRefused if it is not
    a plain file."""
    try:
        open_plainly(file).close()
    except OSError:
        raise RequestRefused(404) from None
    return _pieces(file)


async def _pieces(file: Path) -> AsyncGenerator[bytes, None]:
    with open_plainly(file) as opened:
        while piece := opened.read(_PIECE):
            yield piece
