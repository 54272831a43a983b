"""Serves a site at a port, with one request on each connection. Connections above a limit are closed."""

import asyncio
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from nightcrier.web.crowd import Crowd, Handshakes, ServedLine
from nightcrier.web.exchange import LARGEST_BODY, READING, Exchange, PageAnswer, PageRequest, RequestRefused, caller_of

if TYPE_CHECKING:
    from nightcrier.web.own_certificate import OwnCertificate

MOST_CONNECTIONS = 96
MOST_OF_ONE = 24
"""The maximum number of connections from one address. A phone uses three."""


class AnsweringSite(Protocol):
    def answer(self, request: PageRequest) -> PageAnswer:
        """Return the answer to a request. Raises RequestRefused."""
        ...


class PageServer:
    """Serves a site, encrypted if there is a certificate. The body of a request may be as long as `largest_body`.
    Longer bodies may be posted only to the `streamed` paths."""

    def __init__(
        self,
        site: AnsweringSite,
        *,
        largest_body: int = LARGEST_BODY,
        streamed: AbstractSet[str] = frozenset(),
        certificate: "OwnCertificate | None" = None,
    ) -> None:
        self._site, self._largest_body, self._streamed = site, largest_body, streamed
        self._handshakes = Handshakes(certificate.context) if certificate else None
        self._crowd = Crowd(MOST_OF_ONE, MOST_CONNECTIONS)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(TimeoutError):  # cut off by the crowd
            async with asyncio.timeout(None) as patience:
                await self._serve(reader, writer, ServedLine(patience))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: ServedLine) -> None:
        transport, caller = writer.transport, caller_of(writer)
        try:
            if not self._crowd.admit(line, caller):
                return
            if self._handshakes is None or await self._handshakes.encrypt(writer, line, caller):
                with suppress(OSError, TimeoutError):  # whoever asked has gone
                    await self._talk(Exchange(reader, writer, self._largest_body, self._streamed), line)
                await _close(writer)
        finally:
            transport.abort()  # what was not read is thrown away, so that no client keeps its line open by not reading
            self._crowd.leaves(line)

    async def _talk(self, exchange: Exchange, line: ServedLine) -> None:
        head_only = False
        try:
            request = await exchange.request()
            self._crowd.note_request(line)
            head_only = request.method == "HEAD"
            answer = self._site.answer(request)
            if answer.after:
                await answer.after()
        except RequestRefused as refused:
            answer = PageAnswer(refused.status, str(refused.status).encode(), "text/plain; charset=utf-8")
        await exchange.answer(answer, body=not head_only)
        self._crowd.note_answer(line)


async def _close(writer: asyncio.StreamWriter) -> None:
    """Close a connection. If the client does not read the rest in time, the rest is dropped, so that no client keeps
    the connection open."""
    writer.close()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(READING):
            await writer.wait_closed()
