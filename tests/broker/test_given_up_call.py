"""A call to a broker that is given up while it is made: whatever was reached is left, and stands open for nobody."""

import asyncio
import socket
import threading
from contextlib import suppress
from typing import cast

import pytest

from nightcrier.broker.broker_client import BoundedClient
from nightcrier.broker.broker_talk import BrokerTalk, Listening


class SlowClient:
    """Reaches its broker once it is let."""

    largest = 1

    def __init__(self) -> None:
        self.line, self.broker = socket.socketpair()
        self.calls, self.may = threading.Event(), threading.Event()
        self.reached = False

    def connect(self, *_: object, **__: object) -> None:
        self.calls.set()
        assert self.may.wait(60)
        self.reached = True

    def socket(self) -> socket.socket | None:
        return self.line if self.reached else None


def no_word(*_: object) -> None:
    pass


@pytest.mark.parametrize("late", [False, True], ids=["reached before", "reached after"])
def test_what_is_reached_by_a_call_that_was_given_up_is_left(late):
    client = SlowClient()

    async def given_up() -> None:
        talk = BrokerTalk(cast("BoundedClient", client), Listening(()), no_word, no_word, no_word, None)
        calling = asyncio.ensure_future(talk.run("127.0.0.1", 1883))
        while not client.calls.is_set():
            await asyncio.sleep(0)
        if not late:
            client.reached = True
        calling.cancel()
        with suppress(asyncio.CancelledError):
            await calling
        client.may.set()

    asyncio.run(given_up())
    assert client.line.fileno() == -1
    client.broker.close()
