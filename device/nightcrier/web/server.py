"""Serves a site at a port, with one request on each connection. Connections above a limit are closed."""

import asyncio
from collections import Counter
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Protocol

from nightcrier.web.exchange import LARGEST_BODY, READING, Exchange, PageAnswer, PageRequest, RequestRefused

if TYPE_CHECKING:
    from nightcrier.web.own_certificate import OwnCertificate

MOST_CONNECTIONS = 96
MOST_OF_ONE = 24
"""The most connections from one address. A phone uses three."""


class OpenLine(Protocol):
    def abort(self) -> None: ...


class Crowd:
    """Limits the number of open connections. A connection that sends nothing costs its client nothing and lasts for
    seconds. A thousand such connections, from many addresses, would keep everybody out."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._callers: dict[OpenLine, str] = {}
        self._silent: dict[OpenLine, str] = {}

    def lets_in(self, line: OpenLine, caller: str) -> bool:
        """Say whether a new connection may stay. If necessary, another connection is closed for it."""
        own = sum(each == caller for each in self._callers.values())
        if own >= self._most_of_one:
            return False
        if len(self._callers) >= self._most and not self._make_room(own):
            return False
        self._callers[line] = self._silent[line] = caller
        return True

    def has_asked(self, line: OpenLine) -> None:
        """Record that a connection has sent a request, so that it is not closed before it is answered."""
        self._silent.pop(line, None)

    def leaves(self, line: OpenLine) -> None:
        self._callers.pop(line, None)
        self._silent.pop(line, None)

    def _make_room(self, own: int) -> bool:
        """Close a silent connection of the address with the most connections, and return True. Return False if no
        address with a silent connection has more connections than `own`, the number of the new caller."""
        counts = Counter(self._callers.values())
        found = max(self._silent, key=lambda line: counts[self._silent[line]], default=None)
        if found is None or counts[self._silent[found]] <= own:
            return False
        self.leaves(found)
        found.abort()
        return True


class AnsweringSite(Protocol):
    def answer(self, request: PageRequest) -> PageAnswer:
        """Return the answer to a request. Raises RequestRefused."""
        ...


class PageServer:
    """Serves a site, encrypted if there is a certificate. The body of a request may be as long as `largest_body`. Only
    to the `streamed` paths, longer bodies may be posted."""

    def __init__(
        self,
        site: AnsweringSite,
        *,
        largest_body: int = LARGEST_BODY,
        streamed: AbstractSet[str] = frozenset(),
        certificate: "OwnCertificate | None" = None,
    ) -> None:
        self._site, self._largest_body, self._streamed = site, largest_body, streamed
        self._certificate = certificate
        self._crowd = Crowd(MOST_OF_ONE, MOST_CONNECTIONS)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection from its beginning to its end."""
        line = writer.transport
        if not self._crowd.lets_in(line, str((writer.get_extra_info("peername") or ("",))[0])):
            writer.close()
            return
        try:
            if self._certificate:
                await writer.start_tls(self._certificate.context, ssl_handshake_timeout=READING)
            await self._talk(Exchange(reader, writer, self._largest_body, self._streamed), line)
        except (OSError, TimeoutError):
            pass  # whoever asked has gone
        finally:
            await _close(writer)
            self._crowd.leaves(line)

    async def _talk(self, exchange: Exchange, line: asyncio.WriteTransport) -> None:
        head_only = False
        try:
            request = await exchange.request()
            self._crowd.has_asked(line)
            head_only = request.method == "HEAD"
            answer = self._site.answer(request)
            if answer.after:
                await answer.after()
        except RequestRefused as refused:
            answer = PageAnswer(refused.status, str(refused.status).encode(), "text/plain; charset=utf-8")
        await exchange.answer(answer, body=not head_only)


async def _close(writer: asyncio.StreamWriter) -> None:
    """Close a connection. If the client does not read the rest in time, the rest is dropped, so that no client keeps
    the connection open."""
    writer.close()
    try:
        async with asyncio.timeout(READING):
            await writer.wait_closed()
    except (OSError, TimeoutError):
        writer.transport.abort()
