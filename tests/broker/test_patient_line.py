"""Tests how long a line to a broker waits before it calls again, and that it can give up a call under way."""

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias, cast

import pytest

from nightcrier.broker.broker_client import BoundedClient
from nightcrier.broker.broker_talk import BrokerLost, BrokerTalk, Listening, PatientLine, TakenOver
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Seconds

End: TypeAlias = tuple[Seconds, NightcrierError | BrokerLost]
AGAIN = [1.0] * 6
EVER_MORE = [2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0, 30.0]
OF_ONE_NAME = [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 120.0, 120.0]


def waits(monkeypatch: pytest.MonkeyPatch, *ends: End, tell: Callable[[str], None] = print) -> list[Seconds]:
    """Return how long the line waits after each of these conversations, given as pairs of length and error."""
    now, left, waited = 0.0, list(ends), list[Seconds]()

    async def converse() -> None:
        nonlocal now
        lasted, why = left.pop(0)
        now += lasted
        raise why

    async def sleep(seconds: Seconds) -> None:
        waited.append(seconds)
        if not left:
            raise KeyError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with pytest.raises(KeyError):
        asyncio.run(PatientLine("hall", 1883, lambda: now, tell).run(converse))
    return waited


def test_what_the_network_cuts_every_few_seconds_is_taken_up_at_once(monkeypatch):
    assert waits(monkeypatch, *[(5.0, BrokerLost("ended it."))] * 6) == AGAIN


def test_whoever_throws_us_out_at_once_is_called_ever_more_seldom(monkeypatch):
    assert waits(monkeypatch, *[(0.5, BrokerLost("ended it."))] * 8) == EVER_MORE


def test_where_a_file_of_the_settings_cannot_be_read_it_is_tried_ever_more_seldom(monkeypatch):
    told, ends = list[str](), [(0.0, NightcrierError("password cannot be read."))] * 8
    assert waits(monkeypatch, *ends, tell=told.append) == EVER_MORE
    assert told == ["The broker hall, port 1883, is not called: password cannot be read."]


@pytest.mark.parametrize("lasted", [1.0, 5.0, 119.0])
def test_two_of_one_name_put_each_other_out_ever_more_seldom(monkeypatch, lasted):
    assert waits(monkeypatch, *[(lasted, TakenOver("ended it."))] * 8) == OF_ONE_NAME


def test_whoever_was_there_for_long_comes_back_at_once(monkeypatch):
    ends = [(0.0, BrokerLost("is away."))] * 5 + [(3600.0, TakenOver("ended it.")), (0.0, BrokerLost("is away."))]
    assert waits(monkeypatch, *ends) == [2.0, 4.0, 8.0, 16.0, 30.0, 1.0, 2.0]


class SlowClient:
    """Simulates a client that reaches its broker only once the test allows it."""

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
