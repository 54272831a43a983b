"""Attacks a page, and yields rows with the requests and the answers."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Protocol

from msgspec import Struct

from bench.attacked_page import AttackedPage
from nightcrier.web.exchange import READING
from nightcrier.web.server import MOST_CONNECTIONS
from tests.phone.hostile_requests import Attacker

AT_ONCE, WRONG_CODES = 20, 500
_TRIES = 4
_FAULTS = {500, 502, 504}


class Tried(Struct, frozen=True):
    """Counts how often each status was answered. Status 0 is a closed connection."""

    what: str
    came: Counter[int]
    holds: bool


class CodeOnGlass(Protocol):
    def phone_code(self) -> str:
        """Return the code on a new page *Phone*, which differs each time."""
        ...


def send_requests(page: AttackedPage, routes: Sequence[str], count: int, seed: int) -> Iterator[Tried]:
    """Send random requests, several at once, each from its own address."""
    attacker = Attacker(Random(seed), page.host, routes, page.cookie, page.mark)
    counted: dict[str, Counter[int]] = {}

    async def work(number: int) -> None:
        for _ in range(number, count, AT_ONCE):
            request = attacker.request()
            counted.setdefault(request.tried, Counter())[await page.said(request.sent, number)] += 1

    async def run() -> None:
        await asyncio.gather(*map(work, range(AT_ONCE)))

    asyncio.run(run())
    who = "with a pass" if page.mark else "without one"
    for tried, came in sorted(counted.items()):
        yield Tried(f"{tried}, {who}", came, not _FAULTS & set(came) and sum(came.values()) > came[0])


def hold_lines(page: AttackedPage, count: int) -> Iterator[Tried]:
    """Hold idle connections open, while a phone asks again and again."""

    async def run() -> Counter[int]:
        lines = await asyncio.gather(*(page.line(number) for number in range(count)), return_exceptions=True)
        came = Counter[int]()
        for _ in range(50):
            came[(await asyncio.to_thread(page.ask))[0]] += 1
        for line in lines:
            if not isinstance(line, BaseException):
                line[1].close()
        return came

    came = asyncio.run(run())
    yield Tried(f"a phone beside {count:,} connections that wait", came, set(came) == {200})


def trickle(page: AttackedPage) -> Iterator[Tried]:
    """Send the headers of requests byte by byte on as many connections as the page accepts. Each must end in time."""

    async def one(number: int, head: bytes) -> int:
        reader, writer = await page.line(number)
        with suppress(OSError):
            writer.write(head)
            while not reader.at_eof():
                writer.write(b"x")
                with suppress(TimeoutError):
                    came = await asyncio.wait_for(reader.read(64), 0.5)
                    return int(came.split(b" ")[1]) if came else 0
        return 0

    async def run(head: bytes) -> Counter[int]:
        answers = (one(number, head) for number in range(MOST_CONNECTIONS))
        return Counter(await asyncio.wait_for(asyncio.gather(*answers), 6 * READING))

    form = f"POST /enter HTTP/1.1\r\nHost: {page.host}\r\nContent-Length: 2000\r\n\r\n"
    for what, head in (("a head that trickles", "GET /"), ("a body that trickles", form)):
        came = asyncio.run(run(head.encode()))
        yield Tried(what, came, set(came) <= {0, 408})


def leave_unread(page: AttackedPage) -> Iterator[Tried]:
    """Open streams of news without reading them. The page must still answer others."""

    async def run() -> Counter[int]:
        asked = f"GET /events HTTP/1.1\r\nHost: {page.host}\r\nCookie: {page.cookie}\r\n\r\n".encode()
        lines = [await page.line(number) for number in range(60)]
        for _, writer in lines:
            writer.write(asked)
        came = Counter[int]()
        for _ in range(20):
            came[(await asyncio.to_thread(page.ask))[0]] += 1
        for _, writer in lines:
            writer.close()
        return came

    came = asyncio.run(run())
    yield Tried("a phone beside sixty who read nothing", came, set(came) == {200})


def flood_codes(net: CodeOnGlass, page: AttackedPage) -> Iterator[Tried]:
    """Try wrong codes. None may let anybody in, nor may the right code after five wrong ones, except from another
    address. The next page's code must work."""
    right, came = net.phone_code(), Counter[int]()
    for number in range(WRONG_CODES):
        came[page.ask("POST", "/enter", code=f"{(int(right) + 1 + number) % 10**6:06}")[0]] += 1
    came[page.ask("POST", "/enter", code=right)[0]] += 1
    yield Tried("wrong codes, and then the right one", came, set(came) == {403})
    came = Counter([AttackedPage(page.port, "127.0.3.1").ask("POST", "/enter", code=right)[0]])
    yield Tried("the right one from another address", came, came[303] == 1)
    right, came = net.phone_code(), Counter()
    while sum(came.values()) < _TRIES and not came[303]:
        time.sleep(1.0)  # the page hears of the code when it can
        came[page.enter(code=right)] += 1
    yield Tried("the next code", came, came[303] == 1)
