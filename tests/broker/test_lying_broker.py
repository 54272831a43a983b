"""Tests a broker that floods the table or reads nothing: the conversation ends before that takes memory, and the
broker is called again."""

import asyncio
import socket
import tracemalloc
from contextlib import suppress
from threading import Thread

import pytest

from nightcrier.broker import broker_talk
from nightcrier.broker.broker_client import LARGEST_PACKET
from tests.broker.called_broker import Spoken, at_once, played
from tests.broker.small_broker import CONNACK, PINGREQ, PUBLISH, SmallBroker, packet, text
from tests.phone.phones import until

__all__ = ["at_once"]
pytestmark = pytest.mark.usefixtures("at_once")
PUBREL, AUTH = 6, 15
LET_IN = packet(CONNACK, b"\0\0\0")
ANNOUNCED, CALLS = 200_000_000, 3
MESSAGE = text("a") + b"\0\1\0"


@pytest.mark.parametrize(
    "lie",
    [
        packet(PUBLISH, bytes(LARGEST_PACKET + 1))[:3],
        packet(PUBLISH, MESSAGE, flags=2),
        packet(PUBLISH, MESSAGE, flags=4),
        packet(PUBREL, b"\0\1", flags=2),
        packet(PINGREQ, b""),
        packet(AUTH, b""),
    ],
    ids=["longer, and only announced", "to be confirmed", "to be kept", "released", "a question", "another account"],
)
def test_what_nobody_asked_for_ends_the_conversation(lie):
    async def scene(table: Spoken) -> None:
        table.broker.answers = LET_IN + lie
        await until(lambda: len(table.broker.guests) > 1)

    table = played(scene)
    assert "says what is no MQTT 5 (ValueError('a packet of kind 0x" in table.log[1]


class FloodingBroker(SmallBroker):
    """Lets everybody in, and sends each client one packet of 200 MB, as fast as it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.calls, self._door = 0, socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]

    async def open(self) -> None:
        Thread(target=self._flood, daemon=True).start()

    async def end(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)  # whoever waits at the door leaves it
        self._door.close()

    def _flood(self) -> None:
        much = bytes(1_000_000)
        length = bytes((ANNOUNCED >> 7 * place & 127) | (128 if place < 3 else 0) for place in range(4))
        with suppress(OSError):
            while guest := self._door.accept()[0]:
                self.calls += 1
                with guest, suppress(OSError):
                    guest.recv(LARGEST_PACKET)
                    guest.sendall(LET_IN + b"\x30" + length)
                    for _ in range(ANNOUNCED // len(much)):
                        guest.sendall(much)


def test_a_packet_of_200_mb_takes_no_memory_and_the_broker_is_called_again():
    broker = FloodingBroker()

    async def scene(_: Spoken) -> None:
        tracemalloc.start()
        try:
            while broker.calls < CALLS:
                await asyncio.sleep(0)
            assert tracemalloc.get_traced_memory()[1] < ANNOUNCED // 20
        finally:
            tracemalloc.stop()

    assert played(scene, broker).log[1].endswith("is that its port? It is called again by itself.")


class DeafBroker(SmallBroker):
    """Lets everybody in, and then reads nothing more."""

    async def open(self) -> None:
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        door.bind(("127.0.0.1", 0))
        self._server = await asyncio.start_server(self._come, sock=door)
        self.port = door.getsockname()[1]

    async def end(self) -> None:
        await self.die()

    def _answer(self, kind: int, flags: int, body: bytes, writer: asyncio.StreamWriter) -> bool:
        assert isinstance(writer.transport, asyncio.ReadTransport)
        writer.transport.pause_reading()
        return super()._answer(kind, flags, body, writer)


def test_what_a_broker_does_not_read_waits_in_memory_for_a_while_alone(monkeypatch):
    monkeypatch.setattr(broker_talk, "_UNREAD", 0.001)

    async def scene(table: Spoken) -> None:
        await until(lambda: len(table.broker.guests) > 1)

    assert "ended the conversation" in played(scene, DeafBroker()).log[1]
