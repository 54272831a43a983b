"""Tests the page with the box's own certificate: made once, with its fingerprint shown, and nothing unencrypted."""

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.kernel.clock import NEVER_SET
from nightcrier.kernel.errors import NightcrierError
from nightcrier.phone.file_desk import FileDesk
from nightcrier.phone.site import STREAMED, Site
from nightcrier.web import crowd, server
from nightcrier.web import own_certificate as module
from nightcrier.web.exchange import PageRequest
from nightcrier.web.own_certificate import CERTIFICATE, openssl, own_certificate
from nightcrier.web.server import PageServer
from nightcrier.wire.public_record import Phase
from tests.phone.phones import CODE, HOME, HOST, ON_GLASS, Phones
from tests.phone.test_page import WORDS
from tests.web.test_handshakes import GET, trusting

DAY = 24 * 3600


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return own_certificate(tmp_path_factory.mktemp("net"))


class EncryptedPhones(Phones):
    """Opens an encrypted page, with a page for recording beside it."""

    def __init__(self, where: Path) -> None:
        super().__init__(where)
        desk = FileDesk(self.box, self.inbox, where / "out", where / "told", where / "record.html")
        self.site = Site(self.box, self.gate, desk, WORDS, lambda: self.now, encrypted=True)


def test_it_is_made_once_for_this_user_alone_and_again_where_it_is_damaged(tmp_path):
    first, file = own_certificate(tmp_path), tmp_path / CERTIFICATE
    assert file.stat().st_mode & 0o777 == 0o600
    assert own_certificate(tmp_path).print == first.print
    file.write_bytes(file.read_bytes()[:200])
    again = own_certificate(tmp_path)
    assert again.print != first.print
    assert len(again.print) == 64


def test_it_is_of_a_server_and_no_authority_for_820_days_from_the_date_of_the_program(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "own_addresses", lambda: ["192.168.1.20", "10.42.0.1"])
    monkeypatch.setattr(module, "own_name", lambda: "attic.local")
    made = own_certificate(tmp_path)
    assert (made.begins, made.ends) == (NEVER_SET, NEVER_SET + 820 * DAY)
    told = openssl(("openssl", "x509", "-noout", "-text", "-in", str(tmp_path / CERTIFICATE))).decode()
    assert "CA:FALSE" in told
    assert "TLS Web Server Authentication" in told
    assert "DNS:nightcrier.local, DNS:attic.local, IP Address:192.168.1.20, IP Address:10.42.0.1" in told
    assert [each.name for each in tmp_path.iterdir()] == [CERTIFICATE]  # no key lies beside it


@pytest.mark.parametrize(("days_left", "anew"), [(61, False), (59, True), (-100, True)])
def test_it_is_made_anew_in_time_by_a_box_that_knows_the_time_and_kept_by_another(tmp_path, days_left, anew):
    first = own_certificate(tmp_path)
    now = first.ends - days_left * DAY
    assert own_certificate(tmp_path).print == first.print
    later = own_certificate(tmp_path, now)
    assert (later.print != first.print) is anew
    assert later.begins == (now - DAY if anew else first.begins)


def test_it_is_made_anew_by_a_later_program(tmp_path, monkeypatch):
    first = own_certificate(tmp_path)
    monkeypatch.setattr(module, "NEVER_SET", NEVER_SET + DAY)
    assert own_certificate(tmp_path).begins == first.begins + DAY


def test_where_none_can_be_made_anew_the_one_that_is_there_stays(tmp_path):
    def broken(_: Sequence[str]) -> bytes:
        raise NightcrierError("no openssl")

    first = own_certificate(tmp_path)
    for run in (broken, lambda _: b"nothing"):
        assert own_certificate(tmp_path, first.ends, run).print == first.print
    assert own_certificate(tmp_path).print == first.print


def test_an_authority_of_ten_years_is_not_kept(tmp_path):
    made = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=nightcrier")
    out = ("-days", "3650", "-keyout", "/dev/stdout", "-out", "/dev/stdout")
    (tmp_path / CERTIFICATE).write_bytes(openssl(("openssl", "req", *made, *out)))
    assert own_certificate(tmp_path).ends == NEVER_SET + 820 * DAY


def test_without_its_tool_it_says_what_to_do(tmp_path):
    with pytest.raises(NightcrierError, match=r"sudo apt install openssl, or write tls = false"):
        own_certificate(tmp_path, run=lambda _: b"nothing")
    with pytest.raises(NightcrierError, match=r"cannot make a certificate .*sudo apt install openssl"):
        openssl(("/nowhere/openssl",))


def test_who_calls_in_the_open_gets_nothing_and_who_does_not_the_page(phones, certificate):
    seen = list[str]()

    async def run() -> tuple[bytes, bytes]:
        listening = await asyncio.start_server(
            PageServer(phones.site, streamed=STREAMED, certificate=certificate).serve, "127.0.0.1", 0
        )
        port = listening.sockets[0].getsockname()[1]
        async with listening:
            plain = await asyncio.open_connection("127.0.0.1", port)
            plain[1].write(GET)
            in_the_open = await plain[0].read()
            plain[1].close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting())
            seen.append(hashlib.sha256(writer.get_extra_info("ssl_object").getpeercert(True)).hexdigest().upper())
            writer.write(GET)
            answer = await reader.read()
            writer.close()
        return in_the_open, answer

    in_the_open, answer = asyncio.run(asyncio.wait_for(run(), 60.0))
    assert b"HTTP" not in in_the_open
    assert answer.startswith(b"HTTP/1.1 200")
    assert seen == [certificate.print]


def test_who_says_nothing_is_not_waited_for(phones, certificate, monkeypatch):
    monkeypatch.setattr(crowd, "READING", 0.05)

    async def run() -> bytes:
        page = PageServer(phones.site, streamed=STREAMED, certificate=certificate)
        async with await asyncio.start_server(page.serve, "127.0.0.1", 0) as listening:
            reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
            said = await reader.read()
            writer.close()
            while page._crowd._callers:
                await asyncio.sleep(0)
        return said

    assert asyncio.run(asyncio.wait_for(run(), 60.0)) == b""


def test_who_was_answered_and_does_not_say_goodbye_makes_room(phones, certificate, monkeypatch):
    """96 such connections, renewed every ten seconds, once kept every phone out without a code."""
    monkeypatch.setattr(server, "READING", 60.0)
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 2)
    trusted = trusting()
    answered, answer_of = list[PageRequest](), phones.site.answer
    monkeypatch.setattr(phones.site, "answer", lambda request: (answered.append(request), answer_of(request))[1])

    async def run() -> bytes:
        page = PageServer(phones.site, certificate=certificate)
        async with await asyncio.start_server(page.serve, "127.0.0.1", 0) as listening:
            port, stays = listening.sockets[0].getsockname()[1], []
            for _ in range(2):
                _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusted, local_addr=("127.0.0.2", 0))
                writer.transport.pause_reading()
                writer.write(GET)
                stays.append(writer)
            while len(answered) < 2 or page._crowd._asked:
                await asyncio.sleep(0)
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusted)
            writer.write(GET)
            answer = await reader.readline()
            for each in (*stays, writer):
                each.transport.abort()
            while page._crowd._callers:
                await asyncio.sleep(0)
        return answer

    assert asyncio.run(asyncio.wait_for(run(), 30.0)).startswith(b"HTTP/1.1 200")


def test_the_pass_is_never_sent_in_the_open(tmp_path):
    phones = EncryptedPhones(tmp_path)
    phones.box.shows(ON_GLASS)
    origin = f"https://{HOST}"
    answer = phones.ask("/enter", "POST", body=f"code={CODE}", origin=origin)
    assert answer.headers["Set-Cookie"].endswith("; SameSite=Strict; Secure")
    assert phones.refused("/enter", "POST", "", f"code={CODE}", origin=f"http://{HOST}") == 403


def test_the_page_that_records_has_the_microphone_and_reaches_nothing(tmp_path):
    phones = EncryptedPhones(tmp_path)
    phones.box.shows(ON_GLASS)
    entered = phones.ask("/enter", "POST", body=f"code={CODE}", origin=f"https://{HOST}")
    key = entered.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    phones.box.shows(HOME)
    assert phones.refused("/record", key=key) == 404
    assert b'href="/record"' not in phones.ask("/files", key=key).body
    (tmp_path / "record.html").write_bytes(b"<!doctype html>")
    answer = phones.ask("/record", key=key)
    assert "microphone=(self)" in answer.headers["Permissions-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "connect-src" not in answer.headers["Content-Security-Policy"]
    assert b'href="/record"' in phones.ask("/files", key=key).body
    assert phones.refused("/record") == 403
    phones.box.shows(replace(HOME, phase=Phase.NIGHT))
    assert phones.refused("/record", key=key) == 404
    assert answer.stream
    asyncio.run(answer.stream.aclose())


def test_without_encryption_there_is_no_such_page(tmp_path):
    phones = Phones(tmp_path)
    key = phones.let_in()
    (tmp_path / "record.html").write_bytes(b"<!doctype html>")
    assert phones.refused("/record", key=key) == 404
