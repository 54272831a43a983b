"""Tests some requests of `bench.net_attacked` in this process, without a socket: each gets a status or a closed
connection, and nothing at the table changes."""

import asyncio
from collections import Counter
from random import Random
from typing import cast

import pytest

from hall.tests.organisers import HALL_ROUTES, Organisers
from nightcrier.phone import site
from nightcrier.phone.box_line import BoxLine
from nightcrier.web.exchange import LARGEST_BODY
from nightcrier.web.server import PageServer
from nightcrier.wire.wishes import HallWish, ReachedAt, is_heard
from nightcrier_hall import entrance, tables_site
from nightcrier_hall import site as hall_site
from tests.phone.hostile_requests import Attacker

REQUESTS = 1500
LEAVING = {"/leave"}
"""A request to one of these paths gives up the phone's pass."""
ANSWERED = {0, 200, 303, 400, 403, 404, 405, 408, 411, 413, 415, 417, 429, 431, 501, 503}


class HeardLine:
    """Simulates the caller's end of a connection, and keeps what comes in."""

    def __init__(self) -> None:
        self.came, self.transport = bytearray(), self
        self.is_cut = False

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return ("127.0.0.1", 5)

    def write(self, sent: bytes) -> None:
        self.came += sent

    async def drain(self) -> None:
        return

    def close(self) -> None:
        return

    async def wait_closed(self) -> None:
        return

    def abort(self) -> None:
        self.is_cut = True

    @property
    def status(self) -> int:
        return int(self.came.split(b" ")[1]) if self.came else 0


async def answered(server: PageServer, sent: bytes) -> HeardLine:
    reader, line = asyncio.StreamReader(limit=16 * 1024), HeardLine()
    reader.feed_data(sent)
    reader.feed_eof()
    await server.serve(reader, cast("asyncio.StreamWriter", line))
    return line


def attack(at, shown, attacker, largest_body=LARGEST_BODY):
    """Return how often each status came. A second passes between requests, so that wishes get through."""
    server = PageServer(shown, streamed=site.STREAMED, largest_body=largest_body)

    async def run() -> Counter[int]:
        counted = Counter[int]()
        for _ in range(REQUESTS):
            line = await answered(server, attacker.request().sent)
            assert line.came.count(b"content-security-policy") <= 1
            counted[line.status] += 1
            at.now += 1.0
        return counted

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Answer at once, instead of waiting for the result of a wish."""
    monkeypatch.setattr(BoxLine.wait_for_answer, "__defaults__", (0.0,))
    monkeypatch.setattr(tables_site, "_SETTLING", 0.0)


def test_without_a_pass_nothing_comes_of_anything(phones):
    counted = attack(phones, phones.site, Attacker(Random(19), phones.host, sorted(site._ROUTES)))
    assert set(counted) <= ANSWERED
    assert {200, 400, 403, 404, 405} <= set(counted)
    assert 303 not in counted
    assert phones.box.wished == []
    assert b"Ann" not in phones.ask().body


def test_with_a_pass_all_that_goes_through_are_wishes(phones, key):
    attacker = Attacker(
        Random(20), phones.host, sorted(site._ROUTES.keys() - LEAVING), f"nightcrier={key}", phones.mark(key)
    )
    counted = attack(phones, phones.site, attacker)
    assert set(counted) <= ANSWERED
    assert {200, 303, 400, 403, 404, 405, 415} <= set(counted)
    assert phones.box.wished
    assert all(is_heard(wish) and not isinstance(wish, HallWish | ReachedAt) for wish in phones.box.wished)


@pytest.mark.parametrize("let_in", [False, True])
def test_the_page_of_a_hall(tmp_path, let_in):
    organisers = Organisers(tmp_path)
    organisers.joins("one")
    organisers.sent()
    key = organisers.let_in() if let_in else ""
    mark, cookie = (organisers.mark(key), f"{entrance.HALL_COOKIE}={key}") if let_in else ("", "")
    attacker = Attacker(Random(21), organisers.host, sorted(HALL_ROUTES.keys() - LEAVING), cookie, mark)
    counted = attack(organisers, organisers.site, attacker, largest_body=hall_site.LARGEST_FORM)
    assert set(counted) <= ANSWERED | {409}  # a form of the tables says what is wrong with it
    assert let_in or organisers.sent() == []


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"\r\n\r\n", b"G", b"GET / HTTP/1.1\r\nHost: a\r\n"])
def test_who_comes_and_goes_without_a_word_writes_nothing_into_the_log(phones, sent):
    """A caller that hangs up without a word once left an error of thirty lines in the log."""
    server = PageServer(phones.site)
    assert asyncio.run(answered(server, sent)).status in {0, 400}
    assert not server._crowd._callers
