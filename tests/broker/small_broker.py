"""A minimal broker on a local socket: the part of MQTT 5 needed to listen to a table and to send it something."""

import asyncio
import socket
import struct
from contextlib import suppress

from msgspec import Struct

CONNECT, CONNACK, PUBLISH, SUBSCRIBE, SUBACK, UNSUBSCRIBE, UNSUBACK = 1, 2, 3, 8, 9, 10, 11
PINGREQ, PINGRESP, DISCONNECT = 12, 13, 14


class Introduced(Struct, frozen=True):
    """Holds what a client says about itself when it connects."""

    identity: str
    will: tuple[str, bytes, bool]
    name: str = ""
    password: bytes = b""
    largest: int = 0


class SmallBroker:
    """Records the messages it receives and who connected. `kept` holds retained messages; `about` maps a payload to
    its properties."""

    def __init__(self, *, refuses: int = 0, mute: bool = False) -> None:
        self.refuses, self.mute = refuses, mute
        self.guests: list[Introduced] = []
        self.said: list[tuple[str, bytes]] = []
        self.about: dict[bytes, bytes] = {}
        self.kept: dict[str, bytes] = {}
        self.listened: dict[str, int] = {}
        self.left: list[bool] = []
        self.answers = b""
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._place: socket.socket | None = None  # keeps the port for it while it is dead, and hears nothing
        self.port = 0

    async def open(self) -> None:
        if self._place is None:
            self._place = socket.socket()
            self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._place.bind(("127.0.0.1", 0))
            self.port = self._place.getsockname()[1]
        self._server = await asyncio.start_server(self._come, "127.0.0.1", self.port)

    async def die(self) -> None:
        """Close without a farewell, and cut every client off."""
        assert self._server
        self._server.close()
        await self._server.wait_closed()
        while self._serving:
            for writer in tuple(self._writers):
                writer.transport.abort()
            await asyncio.sleep(0)

    async def end(self) -> None:
        """Close once every client, even one not seen yet, has sent its last message."""
        while self._writers:
            await asyncio.sleep(0)
        await self.die()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
            await self.die()
        if self._place:
            self._place.close()

    def tell(self, topic: str, payload: bytes, *, kept: bool = False, about: bytes = b"") -> None:
        """Send this message to all clients."""
        self.send(packet(PUBLISH, text(topic) + bytes((len(about),)) + about + payload, flags=int(kept)))

    def send(self, content: bytes) -> None:
        for writer in self._writers:
            writer.write(content)

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a client as soon as it connects."""
        self._serving.add(task := asyncio.ensure_future(self._serve(reader, writer)))
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        ended = False
        with suppress(OSError, asyncio.IncompleteReadError):
            while not ended:
                kind, flags, body = await read_packet(reader)
                ended = self._answer(kind, flags, body, writer)
        self.left.append(ended)
        self._writers.discard(writer)
        writer.close()

    def _answer(self, kind: int, flags: int, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """Answer a packet. Return whether it was the last one from this client."""
        if kind == CONNECT:
            self.guests.append(introduced(body))
            if not self.mute:
                writer.write(self.answers or packet(CONNACK, bytes((0, self.refuses, 0))))
        elif kind == SUBSCRIBE:
            writer.write(packet(SUBACK, body[:2] + b"\0" + bytes(self._listen(body[3:]))))
        elif kind == UNSUBSCRIBE:
            writer.write(packet(UNSUBACK, body[:2] + b"\0" + bytes(self._unlisten(body[3:]))))
        elif kind == PUBLISH:
            topic, rest = text_of(body)
            about, payload = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
            self.said.append((topic, payload))
            self.about |= {payload: about} if about else {}
            if flags & 1:
                self.kept[topic] = payload
        elif kind == PINGREQ:
            writer.write(packet(PINGRESP, b""))
        return kind == DISCONNECT

    def _listen(self, wanted: bytes) -> int:
        """Note the topics of a subscription, each with its options, and return their number."""
        count = 0
        while wanted:
            topic, rest = text_of(wanted)
            self.listened[topic], wanted = rest[0], rest[1:]
            count += 1
        return count

    def _unlisten(self, left: bytes) -> int:
        """Forget the topics that a client leaves, and return their number."""
        count = 0
        while left:
            topic, left = text_of(left)
            del self.listened[topic]
            count += 1
        return count


def packet(kind: int, body: bytes, flags: int = 0) -> bytes:
    length, left = bytearray(), len(body)
    while left > 127:
        length.append(left % 128 | 128)
        left //= 128
    return bytes((kind << 4 | flags, *length, left)) + body


def wanting_answer(topic: str, mark: bytes) -> bytes:
    """Return the properties of a message that asks for an answer at this topic, with this mark."""
    return b"\x08" + text(topic) + marked(mark)


def marked(mark: bytes) -> bytes:
    return b"\x09" + struct.pack("!H", len(mark)) + mark


async def read_packet(reader: asyncio.StreamReader) -> tuple[int, int, bytes]:
    first = (await reader.readexactly(1))[0]
    length = shift = 0
    while True:
        byte = (await reader.readexactly(1))[0]
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return first >> 4, first & 15, await reader.readexactly(length)


def text(value: str) -> bytes:
    return struct.pack("!H", len(value.encode())) + value.encode()


def text_of(body: bytes) -> tuple[str, bytes]:
    value, rest = bytes_of(body)
    return value.decode(), rest


def bytes_of(body: bytes) -> tuple[bytes, bytes]:
    (length,) = struct.unpack("!H", body[:2])
    return body[2 : 2 + length], body[2 + length :]


def introduced(body: bytes) -> Introduced:
    """Read a CONNECT: protocol, flags, how long the client may be silent, limits, name, will, user and password."""
    protocol, rest = text_of(body)
    version, flags = rest[0], rest[1]
    assert (protocol, version) == ("MQTT", 5)
    limits, rest = rest[5 : 5 + rest[4]], rest[5 + rest[4] :]
    (largest,) = struct.unpack("!I", limits[limits.index(0x27) + 1 :][:4])
    identity, rest = text_of(rest)
    topic, rest = text_of(rest[1 + rest[0] :]) if flags & 0x04 else ("", rest)
    will, rest = bytes_of(rest) if flags & 0x04 else (b"", rest)
    name, rest = text_of(rest) if flags & 0x80 else ("", rest)
    password, rest = bytes_of(rest) if flags & 0x40 else (b"", rest)
    assert not rest
    return Introduced(identity, (topic, will, bool(flags & 0x20)), name, password, largest)
