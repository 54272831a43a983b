"""Plays a scene at a table that is connected to a small broker."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from nightcrier.broker import broker_talk
from nightcrier.kernel.settings import MqttSettings
from nightcrier.phone.broker_line import BrokerLine
from nightcrier.wire.orders import Order
from tests.broker.small_broker import SmallBroker
from tests.broker.spoken_table import TOPICS, SpokenTable
from tests.phone.phones import until


class Spoken(SpokenTable):
    """Adds a connection to a small broker to a `SpokenTable`."""

    def __init__(self, broker: SmallBroker, name: str = "", password_file: str = "") -> None:
        super().__init__()
        self.broker, self.log = broker, list[str]()
        self.let_in = name, password_file
        self.at_home()

    def line(self) -> BrokerLine:
        name, password_file = self.let_in
        settings = MqttSettings("127.0.0.1", self.broker.port, name=name, password_file=password_file, table="den")
        return BrokerLine(settings, TOPICS, self.box, self.voice, lambda: self.now, self.log.append)

    @property
    def reached(self) -> str:
        return f"The broker 127.0.0.1, port {self.broker.port}, is reached."

    @property
    def is_listened_to(self) -> bool:
        return TOPICS.left in dict(self.broker.said) and len(self.broker.listened) == len(Order) + 1


async def listened_to(table: Spoken) -> None:
    await until(lambda: table.is_listened_to)


def with_line(caller, scene):
    """Play this scene while a broker and a line to it are open, then close both politely. Return the caller."""

    async def run() -> None:
        await caller.broker.open()
        calling = asyncio.ensure_future(caller.line().run())
        try:
            await asyncio.wait_for(scene(caller), 120.0)
        finally:
            calling.cancel()
            with suppress(asyncio.CancelledError):
                await calling
            await caller.broker.end()

    asyncio.run(run())
    return caller


def played(scene: Callable[[Spoken], Awaitable[None]], broker: SmallBroker | None = None, **more: str) -> Spoken:
    return with_line(Spoken(broker or SmallBroker(), **more), scene)


def once_listened_to(scene: Callable[[Spoken], Awaitable[None]]) -> Spoken:
    """Play a scene after the broker knows every topic that the table subscribes to."""

    async def whole(table: Spoken) -> None:
        await listened_to(table)
        await scene(table)

    return played(whole)


@pytest.fixture
def at_once(monkeypatch):
    """Set all waiting times before another call of the broker to zero."""
    for name in ("_FIRST_WAIT", "_LONGEST_WAIT", "_OF_ONE_NAME"):
        monkeypatch.setattr(broker_talk, name, 0.0)
