"""Serves a site at a port, with one request on each connection, and closes connections beyond a limit."""

import asyncio
from collections import Counter
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Protocol

from nightcrier.web.exchange import LARGEST_BODY, READING, Exchange, PageAnswer, PageRequest, RequestRefused

if TYPE_CHECKING:
    from nightcrier.web.own_certificate import OwnCertificate

MOST_CONNECTIONS = 96
MOST_OF_ONE = 24
"""The most connections of one address. A phone has three."""


class OpenLine(Protocol):
    """A connection that can be cut off."""

    def abort(self) -> None: ...


class Crowd:
    """Keeps a place for each connection. A silent connection costs its owner nothing and stays for seconds, so a
    thousand of them, from many addresses, would keep everybody out."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._callers: dict[OpenLine, str] = {}
        self._silent: dict[OpenLine, str] = {}

    def lets_in(self, line: OpenLine, caller: str) -> bool:
        """Say whether there is a place for a connection, and make one if possible."""
        own = sum(each == caller for each in self._callers.values())
        if own >= self._most_of_one:
            return False
        if len(self._callers) >= self._most and not self._make_room(own):
            return False
        self._callers[line] = self._silent[line] = caller
        return True

    def has_asked(self, line: OpenLine) -> None:
        """Note that a request has come, so that its connection stays until it is answered."""
        self._silent.pop(line, None)

    def leaves(self, line: OpenLine) -> None:
        self._callers.pop(line, None)
        self._silent.pop(line, None)

    def _make_room(self, own: int) -> bool:
        """Close the line that is silent for longest, if its address has more lines; return whether there is room."""
        counts = Counter(self._callers.values())
        found = max(self._silent, key=lambda line: counts[self._silent[line]], default=None)
        if found is None or counts[self._silent[found]] <= own:
            return False
        self.leaves(found)
        found.abort()
        return True


class AnsweringSite(Protocol):
    """The site behind a port."""

    def answer(self, request: PageRequest) -> PageAnswer:
        """Return the answer to a request. Raises RequestRefused."""
        ...


class PageServer:
    """Serves a site, encrypted if there is a certificate. A request may be as long as `largest_body`; what is posted to
    one of the `streamed` paths may be larger."""

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
        """Serve one connection, from its beginning to its end."""
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
    """Close a connection, and throw away what was not read, so that no client keeps it open by not reading."""
    writer.close()
    try:
        async with asyncio.timeout(READING):
            await writer.wait_closed()
    except (OSError, TimeoutError):
        writer.transport.abort()
