"""Keeps the places of the connections to a page, and encrypts connections. A handshake costs memory and work before
anybody has shown a code, so there are few at a time, and one of each address."""

import asyncio
import gc
import ssl
from asyncio.sslproto import SSLProtocol
from collections import Counter
from typing import Protocol, cast
from weakref import WeakValueDictionary

from nightcrier.web.exchange import READING

MOST_HANDSHAKES = 12
HANDSHAKES_KEPT = 16
"""The handshakes whose memory is not given back. Each failed one is a ring of objects, which Python gives back late."""
SSLProtocol.max_size = 16 * 1024  # what TLS sends at once; asyncio would take 256 KiB before each handshake


class OpenLine(Protocol):
    """A connection that can be cut off."""

    def abort(self) -> None: ...


class ServedLine:
    """A connection while it is served within `patience`. Its handling is cut off, not its transport: asyncio would take
    a handshake on a closed transport for a good one."""

    def __init__(self, patience: asyncio.Timeout) -> None:
        self._patience = patience

    def abort(self) -> None:
        if not self._patience.expired():
            self._patience.reschedule(0.0)


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
        """Close the line that is silent for longest, if its address has more lines; return whether there is room."""
        counts = Counter(self._callers.values())
        found = max(self._silent, key=lambda line: counts[self._silent[line]], default=None)
        if found is None or counts[self._silent[found]] <= own:
            return False
        self.leaves(found)
        found.abort()
        return True


class Handshakes:
    """Encrypts connections with one certificate."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context, self._made = context, 0
        self._crowd = Crowd(1, MOST_HANDSHAKES)
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        gc.freeze()  # a collection does not look through the program itself

    async def encrypt(self, writer: asyncio.StreamWriter, line: OpenLine, caller: str) -> bool:
        """Encrypt a connection, and say whether that was possible. A connection waits while its address has another
        handshake. If there are too many handshakes, the oldest is cut off."""
        cast("asyncio.Transport", writer.transport).pause_reading()  # until TLS reads it: a waiting one has said hello
        try:
            async with asyncio.timeout(READING), self._turns.setdefault(caller, asyncio.Lock()):
                self._crowd.lets_in(line, caller)
                await writer.start_tls(self._context)
        except (OSError, TimeoutError):
            return False
        finally:
            self._crowd.leaves(line)
            self._made += 1
            if self._made % HANDSHAKES_KEPT == 0:
                gc.collect()
        return True
