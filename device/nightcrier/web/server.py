"""Listens in the home's network at the machine's own address, lets each connection say one thing, and tells who
waits.

If the machine makes a Wi-Fi itself, its address there counts. Of too many connections at once the further are
closed."""

import asyncio
import fcntl
import socket
import struct
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nightcrier.kernel.ids import Seconds
from nightcrier.web.exchange import LARGEST_BODY, READING, Exchange, PageAnswer, PageRequest, RequestRefused

if TYPE_CHECKING:
    from nightcrier.web.own_certificate import OwnCertificate


class Changes:
    """A thing that others listen to: it tells them when it has changed."""

    def __init__(self) -> None:
        self._listeners: set[Callable[[], None]] = set()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` at every change. Returns a function that ends it."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def wait_until(self, is_so: Callable[[], bool], patience: Seconds) -> bool:
        """Whether it came to be so, within so long."""
        changed = asyncio.Event()
        ends = self.listen(changed.set)
        try:
            async with asyncio.timeout(patience):
                while not is_so():
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            return False
        finally:
            ends()
        return True

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()


_INTERFACES = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915
"""linux/sockios.h. It takes and gives an `ifreq`: 16 bytes of name, then an address whose figures begin after four."""


def own_address() -> str:
    """Return the address that this machine would use to reach others; nothing is sent for it. If it reaches nobody
    outside, it is its address in a network of its own, else its name, else empty if it is in no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))
        return str(way.getsockname()[0])
    networks = networks_in_use()
    addresses = filter(None, map(_address_in, networks))
    return next(addresses, own_name() if networks else "")


def networks_in_use(interfaces: Path = _INTERFACES) -> list[str]:
    """The interfaces with a cable that leads somewhere, or in a Wi-Fi, be it the box's own."""
    return [each.name for each in sorted(interfaces.glob("*")) if each.name != "lo" and _carries(each)]


def _carries(interface: Path) -> bool:
    """Whether an interface is in use; one that is switched off cannot say so, since the kernel refuses."""
    try:
        return (interface / "carrier").read_text("ascii").strip() == "1"
    except OSError:
        return False


def _address_in(interface: str) -> str:
    """Return the address of an interface; empty if it has none. The kernel is asked in the old way, since Netlink is
    shut to this program (its unit)."""
    asked = struct.pack("256s", interface.encode()[:15])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        return socket.inet_ntoa(fcntl.ioctl(way, _SIOCGIFADDR, asked)[20:24])
    return ""


def own_name() -> str:
    name = "".join(sign for sign in socket.gethostname().lower() if sign.isascii() and (sign.isalnum() or sign == "-"))
    return f"{name or 'nightcrier'}.local"


MOST_CONNECTIONS = 96
MOST_OF_ONE = 24
"""Connections of one address: a phone has three."""


class OpenLine(Protocol):
    """A connection that can be cut off."""

    def abort(self) -> None: ...


class Crowd:
    """Keeps a place for each connection. Those that wait cost nothing and stay for seconds: a thousand of them, from
    many addresses, would keep everybody out."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._callers: dict[OpenLine, str] = {}
        self._silent: dict[OpenLine, str] = {}

    def lets_in(self, line: OpenLine, caller: str) -> bool:
        """Whether there is a place; one may have been made."""
        own = sum(each == caller for each in self._callers.values())
        if own >= self._most_of_one:
            return False
        if len(self._callers) >= self._most and not self._make_room(own):
            return False
        self._callers[line] = self._silent[line] = caller
        return True

    def has_asked(self, line: OpenLine) -> None:
        """Note that a request has come: the connection stays until it is answered."""
        self._silent.pop(line, None)

    def leaves(self, line: OpenLine) -> None:
        self._callers.pop(line, None)
        self._silent.pop(line, None)

    def _make_room(self, own: int) -> bool:
        """Make room by closing the line that has been silent for longest, if its address has more lines than the
        newcomer's. Returns whether there is room."""
        counts = Counter(self._callers.values())
        found = max(self._silent, key=lambda line: counts[self._silent[line]], default=None)
        if found is None or counts[self._silent[found]] <= own:
            return False
        self.leaves(found)
        found.abort()
        return True


class AnsweringSite(Protocol):
    """A site behind a port."""

    def answer(self, request: PageRequest) -> PageAnswer:
        """Return the answer to a request. Raises RequestRefused."""
        ...


class PageServer:
    """A site behind a port, encrypted where there is a certificate. Forms of `largest_body` bytes are read; what is
    posted to one of the `streamed` paths may be larger."""

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
    """Close a connection, and throw away what was not read: else it would stay open for as long as the reader likes."""
    writer.close()
    try:
        async with asyncio.timeout(READING):
            await writer.wait_closed()
    except (OSError, TimeoutError):
        writer.transport.abort()
