"""Keeps the places of the connections to a page, and encrypts connections. A handshake costs memory and work before
anybody has shown a code, so only a few run at a time, and one from each address.

Networks are compared first, and then addresses. A guest may have as many IPv6 addresses as there are in a network, and
phones of the same network still find a place beside such a guest."""

import asyncio
import gc
import ssl
import time
from asyncio.sslproto import SSLProtocol
from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeAlias, cast
from weakref import WeakValueDictionary

from nightcrier.kernel.ids import Seconds
from nightcrier.web.exchange import READING, network_of

MOST_HANDSHAKES = 12
HANDSHAKES_KEPT = 16
"""The number of handshakes whose memory is never freed. Each failed handshake leaves objects that refer to each other,
which Python frees late."""
SLOW_HANDSHAKE: Seconds = 2.0
"""The time after which a handshake is slow. A phone needs less than half of it. A slow one may be cut off."""
MOST_FAILED = 512
"""The maximum number of networks and addresses whose failures are counted. Those with the fewest are dropped first."""
_OF_A_PHONE = 3
"""The number of connections that a phone uses. If an address has more, even those that sent a request may be cut
off."""
SSLProtocol.max_size = 16 * 1024  # what TLS sends at once; asyncio would take 256 KiB before each handshake


class OpenLine(Protocol):
    def abort(self) -> None: ...


class ServedLine:
    """A connection while it is served within `patience`. Cutting it off cancels its handling, not its transport,
    because asyncio would consider a handshake on a closed transport successful."""

    def __init__(self, patience: asyncio.Timeout) -> None:
        self._patience = patience

    def abort(self) -> None:
        if not self._patience.expired():
            self._patience.reschedule(0.0)


_Caller: TypeAlias = tuple[str, str]  # the network and the address


class Crowd:
    """Limits the number of open connections. A connection that sends nothing costs its client nothing and lasts for
    seconds. A thousand such connections, from many addresses, would keep everybody out."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._callers: dict[OpenLine, _Caller] = {}
        self._asked: set[OpenLine] = set()

    def admit(self, line: OpenLine, caller: str) -> bool:
        """Give a new connection a place, and return whether it may stay. If necessary, another one is closed for it."""
        who = network_of(caller), caller
        if sum(each == who for each in self._callers.values()) >= self._most_of_one:
            return False
        if len(self._callers) >= self._most and not self._make_room(who):
            return False
        self._callers[line] = who
        return True

    def note_request(self, line: OpenLine) -> None:
        """Record that a connection has sent a request, so that it is not closed before it is answered, as long as its
        address has no more connections than a phone."""
        if line in self._callers:  # else it was cut off at this moment
            self._asked.add(line)

    def note_answer(self, line: OpenLine) -> None:
        """Record that a connection was answered. If its client does not close it, it may be closed for another one."""
        self._asked.discard(line)

    def leaves(self, line: OpenLine) -> None:
        self._callers.pop(line, None)
        self._asked.discard(line)

    def _make_room(self, who: _Caller) -> bool:
        """Close the connection that has been silent for longest, if its network or address has more than the new one.
        Return whether there is room."""
        lines = Counter[str | _Caller](name for each in self._callers.values() for name in (each[0], each))
        return self._close_one_with_more(lines, who)

    def _close_one_with_more(self, counts: Counter[str | _Caller], who: _Caller) -> bool:
        def share(each: _Caller) -> tuple[int, int]:
            return counts[each[0]], counts[each]

        def may_go(line: OpenLine) -> bool:
            return line not in self._asked or counts[self._callers[line]] > _OF_A_PHONE

        waiting = filter(may_go, self._callers)
        found = max(waiting, key=lambda line: (share(self._callers[line]), line not in self._asked), default=None)
        if found is None or share(self._callers[found]) <= share(who):
            return False
        self._close(found)
        return True

    def _close(self, line: OpenLine) -> None:
        self.leaves(line)
        line.abort()


class HandshakeCrowd(Crowd):
    """Limits the handshakes under way. For a new one, the oldest is cut off if it is slow, or else the one whose
    address has failed more often. So a phone gets in even if other addresses begin handshakes all the time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(1, MOST_HANDSHAKES)
        self._clock, self._since = clock, dict[OpenLine, float]()
        self._failed = Counter[str | _Caller]()

    def admit(self, line: OpenLine, caller: str) -> bool:
        """Give a handshake a place, and return whether it may begin. The handshake counts as failed until it
        succeeds."""
        if not super().admit(line, caller):
            return False
        self._since[line] = self._clock()
        self._failed.update((self._callers[line][0], self._callers[line]))
        while len(self._failed) > MOST_FAILED:
            del self._failed[min(self._failed, key=self._failed.__getitem__)]
        return True

    def succeeds(self, line: OpenLine) -> None:
        if who := self._callers.get(line):  # else it was cut off at this moment
            self._failed -= Counter((who[0], who))  # none below zero

    def leaves(self, line: OpenLine) -> None:
        super().leaves(line)
        self._since.pop(line, None)

    def _make_room(self, who: _Caller) -> bool:
        oldest = next(iter(self._since))
        if self._clock() - self._since[oldest] < SLOW_HANDSHAKE:
            return self._close_one_with_more(self._failed, who)
        self._close(oldest)
        return True


class Handshakes:
    """Encrypts connections with one certificate."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context, self._made = context, 0
        self._crowd = HandshakeCrowd()
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        gc.freeze()  # a collection does not look through the program itself

    async def encrypt(self, writer: asyncio.StreamWriter, line: OpenLine, caller: str) -> bool:
        """Encrypt a connection, and say whether that was possible. A connection waits while its address has another
        handshake. If there are too many handshakes, either one of them or the new one is cut off."""
        cast("asyncio.Transport", writer.transport).pause_reading()  # until TLS reads it: a waiting one has said hello
        try:
            async with asyncio.timeout(READING), self._turns.setdefault(caller, asyncio.Lock()):
                if not self._crowd.admit(line, caller):
                    return False
                await writer.start_tls(self._context)
                self._crowd.succeeds(line)
        except (OSError, TimeoutError):
            return False
        finally:
            self._crowd.leaves(line)
            self._made += 1
            if self._made % HANDSHAKES_KEPT == 0:
                gc.collect()
        return True
