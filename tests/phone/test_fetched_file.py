"""Tests fetching a file from real servers on this machine that answer as they like: it comes whole, or not at all."""

import asyncio

import pytest

from nightcrier.phone import update_taker as fetching
from nightcrier.phone.update_taker import fetch_file
from nightcrier.web.uploads import CutOff

OK = b"HTTP/1.1 200 OK\r\n"


def fetched(*said: bytes, hangs: bool = False, asked: list[bytes] | None = None) -> bytes:
    """Return the file from a server that sends these bytes, whatever it is asked. Raises CutOff."""
    over = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if asked is not None:
            asked.append(head)
        for each in said:
            writer.write(each)
            await writer.drain()
        if hangs:
            await over.wait()
        writer.close()

    async def run() -> bytes:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        try:
            async with fetch_file("127.0.0.1", port, "/update.tar.xz") as pieces:
                return b"".join([piece async for piece in pieces])
        finally:
            over.set()
            server.close()

    return asyncio.run(run())


def test_a_whole_file_comes_to_the_byte():
    asked: list[bytes] = []
    content = bytes(range(256)) * 700
    assert fetched(OK + b"Content-Length: %d\r\n\r\n" % len(content), content, asked=asked) == content
    assert asked[0].startswith(b"GET /update.tar.xz HTTP/1.1\r\n")


def test_one_in_chunks_does_too():
    assert fetched(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"3\r\nabc\r\n", b"2\r\nde\r\n0\r\n\r\n") == b"abcde"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"no HTTP\r\n\r\n",
        OK + b"Content-Length: 10\r\n\r\nhalf",
        OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        OK + b"\r\nof no known length",
        OK + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        OK + b"X: " + b"x" * 20_000 + b"\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"Content-Length: 1\r\n\r\nx",
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/x\r\nContent-Length: 1\r\n\r\nx",
        b"HTTP/1.1 206 Partial Content\r\nContent-Length: 1\r\n\r\nx",
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 1\r\n\r\nx",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_anything_else_is_none(said):
    with pytest.raises(CutOff):
        fetched(said)


@pytest.mark.parametrize("said", [b"", OK, OK + b"Content-Length: 9\r\n\r\nhalf"])
def test_who_says_nothing_more_is_left(monkeypatch, said):
    monkeypatch.setattr(fetching, "READING", 0.05)
    with pytest.raises(CutOff):
        fetched(said, hangs=True)


def test_nobody_there_is_nothing():
    async def run() -> None:
        async with fetch_file("127.0.0.1", 1, "/update.tar.xz"):
            pass

    with pytest.raises(CutOff):
        asyncio.run(run())
