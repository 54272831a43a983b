"""Tests that incomplete handshakes of strangers, in little memory, at once or in sequence, keep nobody out."""

import asyncio
import gc
import resource
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from nightcrier.web.crowd import MOST_HANDSHAKES
from nightcrier.web.exchange import PageAnswer, PageRequest
from nightcrier.web.own_certificate import own_certificate
from nightcrier.web.server import MOST_CONNECTIONS, MOST_OF_ONE, PageServer

ROOM = 4 * 2**20
"""The bytes of memory that the page may use beyond what it has at its start."""
HALVES = 400


class EmptySite:
    def answer(self, _: PageRequest) -> PageAnswer:
        return PageAnswer(body=b"page")


async def serve_in_little_memory(folder: Path) -> None:
    """Serve the page with Python's garbage collection off, since it would come at random; the page's own still runs."""
    gc.disable()
    page = PageServer(EmptySite(), certificate=own_certificate(folder))
    async with await asyncio.start_server(page.serve, "127.0.0.1", 0, limit=16 * 1024) as listening:
        (data,) = (row for row in Path("/proc/self/status").read_text().splitlines() if row.startswith("VmData:"))
        most = int(data.split()[1]) * 1024 + ROOM
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        print(listening.sockets[0].getsockname()[1], flush=True)
        await listening.serve_forever()


@pytest.fixture
def page(tmp_path):
    """Yield the port of a page, and check that it printed no errors."""
    words = (sys.executable, "-P", "-m", __name__, str(tmp_path))
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stderr
        yield int(program.stdout.readline())
        program.kill()
        assert program.stderr.read() == b""


def half_a_handshake(port: int, number: int) -> socket.socket:
    """Return a connection, from the address with this number, on which a handshake has begun."""
    line = socket.create_connection(("127.0.0.1", port), 60.0, source_address=(f"127.0.2.{number}", 0))
    line.sendall(HELLO)
    return line


def hello() -> bytes:
    said = ssl.MemoryBIO()
    talk = trusting().wrap_bio(ssl.MemoryBIO(), said)
    with pytest.raises(ssl.SSLWantReadError):
        talk.do_handshake()
    return said.read()


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def answered(port: int, number: int) -> bytes:
    plain = socket.create_connection(("127.0.0.1", port), 60.0, source_address=(f"127.0.2.{number}", 0))
    with trusting().wrap_socket(plain) as line:
        line.sendall(GET)
        return line.makefile("rb").read()


HELLO, GET = hello(), b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def test_one_after_the_other_cost_no_memory(page):
    for _ in range(HALVES):
        with half_a_handshake(page, 1) as line:
            assert line.recv(1)
    assert answered(page, 2).endswith(b"page")


def test_all_at_once_cost_little_and_keep_no_phone_out(page):
    ways = MOST_CONNECTIONS // MOST_OF_ONE
    held = [half_a_handshake(page, number % ways) for number in range(MOST_CONNECTIONS)]
    assert answered(page, ways).endswith(b"page")
    for line in held:
        line.close()


def test_a_browser_with_two_lines_is_answered_on_the_second_after_the_first(page):
    """What the second connection sends while the first is served must not be lost."""
    first = half_a_handshake(page, 1)
    assert first.recv(1)
    plain = socket.create_connection(("127.0.0.1", page), source_address=("127.0.2.1", 0))
    with trusting().wrap_socket(plain, do_handshake_on_connect=False) as second:
        second.settimeout(0.0)
        with pytest.raises(ssl.SSLWantReadError):
            second.do_handshake()
        assert answered(page, 2).endswith(b"page")  # so the page has looked at the second, too
        first.close()
        second.settimeout(60.0)
        second.do_handshake()
        second.sendall(GET)
        assert second.makefile("rb").read().endswith(b"page")


def test_where_there_are_too_many_the_oldest_makes_room(page):
    held = [half_a_handshake(page, number) for number in range(MOST_HANDSHAKES)]
    assert all(line.recv(1) for line in held)
    assert answered(page, MOST_HANDSHAKES).endswith(b"page")
    assert held[0].makefile("rb").read()  # to its end
    for line in held:
        line.close()


if __name__ == "__main__":
    asyncio.run(serve_in_little_memory(Path(sys.argv[1])))
