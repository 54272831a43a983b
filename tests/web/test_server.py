"""Tests the server on a real socket: requests that are cut off, too large, too slow or not HTTP harm nobody else."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest

from nightcrier.phone.site import STREAMED
from nightcrier.web import exchange, server
from nightcrier.web.exchange import PageAnswer, PageRequest
from nightcrier.web.gate import TRIES
from nightcrier.web.server import MOST_OF_ONE, PageServer
from tests.phone.phones import CODE, ON_GLASS, Phones

GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def serve(phones: Phones, deed: Callable[[int], Awaitable[None]]) -> None:
    page, made = PageServer(phones.site, streamed=STREAMED), list[asyncio.StreamWriter]()

    async def serving(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        made.append(writer)
        await page.serve(reader, writer)

    async def run() -> None:
        async with await asyncio.start_server(serving, "127.0.0.1", 0, limit=16 * 1024) as listening:
            await deed(listening.sockets[0].getsockname()[1])
        for writer in made:  # one that is just being closed would stay open with its loop gone
            writer.transport.abort()
        await asyncio.sleep(0)

    asyncio.run(run())


async def said(port: int, sent: bytes, *, ends: bool = False, address: str = "127.0.0.1") -> bytes:
    """Send these bytes from an address, and return all that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(sent)
    if ends:
        writer.write_eof()
    try:
        return await asyncio.wait_for(reader.read(), 30.0)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def status(answer: bytes) -> int:
    return int(answer.split(b" ")[1]) if answer else 0


def test_every_answer_is_shut_in(phones):
    async def deed(port: int) -> None:
        for path in (b"/", b"/page.css", b"/page.js", b"/nothing"):
            head = (
                (await said(port, GET.replace(b" / ", b" " + path + b" ") + b"\r\n")).partition(b"\r\n\r\n")[0].lower()
            )
            for line in (b"content-security-policy: default-src 'none'", b"x-content-type-options: nosniff"):
                assert line in head
            assert b"cache-control: no-store" in head
            assert b"connection: close" in head
            assert b"server:" not in head

    serve(phones, deed)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (GET + b"\r\n", 200),
        (GET.replace(b"GET", b"HEAD") + b"\r\n", 200),
        (b"\r\n\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 60, 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (GET + b"Host: evil.example\r\n\r\n", 400),
        (GET + b"Cookie: a=1\r\nCookie: nightcrier=x\r\n\r\n", 400),
        (GET + b"Bad Header: 1\r\n\r\n", 400),
        (GET + b"X: a\r\n b\r\n\r\n", 200),
        (GET + b"X: " + b"y" * 20_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"y" * 20_000 + b" HTTP/1.1\r\n\r\n", 431),
        (GET + b"X: " + b"y" * 9_000 + b"\r\n\r\n", 431),
        (b"POST /wish HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (b"POST /wish HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /wish HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n" + b"x" * 9000, 413),
        (b"POST /wish HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n" + b"x" * 4095 + b"\r\n", 411),
        (b"POST /wish HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", 501),
        (GET + b"\r\n" + GET + b"\r\n", 200),
    ],
)
def test_what_is_wrong_is_answered_with_a_number(phones, sent, answer):
    async def deed(port: int) -> None:
        came = await said(port, sent)
        assert status(came) == answer
        assert came.count(b"HTTP/1.1") == 1

    serve(phones, deed)


class EndlessSite:
    """Answers with a stream that never ends."""

    def answer(self, _: PageRequest) -> PageAnswer:
        return PageAnswer(stream=self._pieces())

    async def _pieces(self) -> AsyncGenerator[bytes, None]:
        yield b"piece"
        await asyncio.Event().wait()


def test_what_is_cut_off_is_not_marked_as_whole():
    """A client that closes its own side, like some proxies do, still reads what is sent."""

    async def run() -> bytes:
        async with await asyncio.start_server(PageServer(EndlessSite()).serve, "127.0.0.1", 0) as listening:
            return await said(listening.sockets[0].getsockname()[1], GET + b"\r\n", ends=True)

    assert asyncio.run(run()).endswith(b"5\r\npiece\r\n")


def test_half_a_request_is_given_up(phones, monkeypatch):
    monkeypatch.setattr(exchange, "READING", 0.0)

    async def deed(port: int) -> None:
        assert status(await said(port, GET)) == 408

    serve(phones, deed)


def test_one_address_has_so_many_connections_and_others_are_served(phones):
    async def deed(port: int) -> None:
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        assert await said(port, GET + b"\r\n") == b""
        for _, writer in idle:
            writer.close()
        while status(await said(port, GET + b"\r\n")) != 200:
            pass

    serve(phones, deed)


def test_who_listens_is_told_until_it_leaves(phones, key):

    async def deed(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET.replace(b" / ", b" /events ") + f"Cookie: nightcrier={key}\r\n\r\n".encode())
        assert b"retry" in await reader.readuntil(b"retry: 5000\n\n")
        assert len(phones.site._streams) == 1
        phones.box.shows(ON_GLASS)
        assert b"event" in await reader.readuntil(b"\n\n")
        writer.close()
        while phones.site._streams:
            await asyncio.sleep(0)

    serve(phones, deed)


def test_wrong_codes_of_one_address_keep_no_other_phone_out(phones):
    """The page knows from the address of a connection whose code it was."""
    phones.box.shows(ON_GLASS)

    async def entered(port: int, address: str, code: str) -> int:
        form = b"code=" + code.encode()
        heads = b"Content-Type: application/x-www-form-urlencoded\r\nOrigin: http://127.0.0.1\r\n"
        post = GET.replace(b"GET /", b"POST /enter") + heads + b"Content-Length: %d\r\n\r\n" % len(form) + form
        return status(await said(port, post, address=address))

    async def deed(port: int) -> None:
        assert {await entered(port, "127.0.1.1", "000000") for _ in range(TRIES)} == {403}
        assert await entered(port, "127.0.1.1", CODE) == 403
        assert await entered(port, "127.0.1.2", CODE) == 303

    serve(phones, deed)


def upload(key: str, mark: str, name: str, content: bytes, *, cut: int = 0) -> bytes:
    edge = b"--edge"
    head = b'Content-Disposition: form-data; name="mark"\r\n\r\n' + mark.encode()
    file = b'Content-Disposition: form-data; name="file"; filename="' + name.encode() + b'"\r\n\r\n' + content
    body = b"\r\n".join((edge, head, edge, file, edge + b"--", b""))
    lines = (
        b"POST /file HTTP/1.1",
        b"Host: 127.0.0.1",
        b"Origin: http://127.0.0.1",
        b"Content-Type: multipart/form-data; boundary=edge",
        b"Content-Length: %d" % len(body),
        f"Cookie: nightcrier={key}".encode(),
    )
    return b"\r\n".join((*lines, b"", b"")) + body[: len(body) - cut]


def test_a_file_is_streamed_and_one_that_is_too_large_hears_why(tmp_path):
    phones = Phones(tmp_path)
    key = phones.let_in()

    async def deed(port: int) -> None:
        mark, large = phones.mark(key), b"#" * 2**16
        assert status(await said(port, upload(key, mark, "a.toml", large))) == 303
        assert (tmp_path / "sent" / "a.toml").read_bytes() == large
        assert status(await said(port, upload(key, mark, "b.toml", large * 5))) == 303
        assert b"too large" in phones.ask("/files", key=key).body
        await said(port, upload(key, mark, "c.toml", large, cut=1000), ends=True)
        assert b"arrive whole. Send it again" in phones.ask("/files", key=key).body
        assert status(await said(port, upload("", mark, "d.toml", b"x"))) == 403
        assert (
            status(await said(port, upload(key, mark, "e.toml", large[:4000]).replace(b" /file ", b" /wish ", 1)))
            == 413
        )
        assert [each.name for each in (tmp_path / "sent").iterdir()] == ["a.toml"]  # until another came whole

    serve(phones, deed)


def test_who_sends_a_file_and_stops_is_not_waited_for(tmp_path, monkeypatch):
    phones = Phones(tmp_path)
    key = phones.let_in()
    monkeypatch.setattr(exchange, "READING", 0.05)

    async def deed(port: int) -> None:
        assert status(await said(port, upload(key, phones.mark(key), "a.toml", b"#" * 9000, cut=5000))) == 303
        assert list((tmp_path / "sent").iterdir()) == []

    serve(phones, deed)


def test_who_asks_and_does_not_read_is_left_and_counts_until_then(tmp_path, monkeypatch):
    """If nobody cut it off, a client that does not read could hold a connection and its data as long as it likes."""
    phones = Phones(tmp_path)
    key = phones.let_in()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "saved.zip").write_bytes(b"x" * 2**25)
    made = list[asyncio.StreamWriter]()
    monkeypatch.setattr(server, "READING", 0.05)
    monkeypatch.setattr(exchange, "READING", 0.05)
    page = PageServer(phones.site, streamed=STREAMED)

    async def serving(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        made.append(writer)
        await page.serve(reader, writer)

    async def run() -> None:
        async with await asyncio.start_server(serving, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            _, asking = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            asking.write(GET.replace(b" / ", b" /saved.zip ") + f"Cookie: nightcrier={key}\r\n\r\n".encode())
            while not made or page._crowd._callers:
                await asyncio.sleep(0)
            assert made[0].transport.get_write_buffer_size() == 0
            asking.close()

    asyncio.run(run())


def test_idle_connections_of_many_addresses_keep_no_phone_out(phones):
    """Without limits, four addresses could hold all places for ten seconds, again and again."""

    async def deed(port: int) -> None:
        idle = [
            await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.1.{1 + number % 50}", 0))
            for number in range(400)
        ]
        for _ in range(5):
            assert status(await said(port, GET + b"\r\n")) == 200
        for _, writer in idle:
            writer.close()

    serve(phones, deed)
