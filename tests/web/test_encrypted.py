"""The page with a certificate of the box's own: made once, its print told, and nothing in the open."""

import asyncio
import hashlib
import ssl
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.kernel.errors import NightcrierError
from nightcrier.phone.file_desk import FileDesk
from nightcrier.phone.site import STREAMED, Site
from nightcrier.web import crowd
from nightcrier.web.own_certificate import CERTIFICATE, OwnCertificate, openssl, own_certificate
from nightcrier.web.server import PageServer
from nightcrier.wire.public_record import Phase
from tests.phone.phones import CODE, HOME, HOST, ON_GLASS, Phones
from tests.phone.test_page import WORDS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> OwnCertificate:
    return own_certificate(tmp_path_factory.mktemp("net"))


class EncryptedPhones(Phones):
    """At a page that is encrypted, with a page that records beside it."""

    def __init__(self, where: Path) -> None:
        super().__init__(where)
        desk = FileDesk(self.box, self.inbox, where / "out", where / "told", where / "record.html")
        self.site = Site(self.box, self.gate, desk, WORDS, lambda: self.now, encrypted=True)


def test_it_is_made_once_for_this_user_alone_and_again_where_it_is_damaged(tmp_path: Path) -> None:
    first = own_certificate(tmp_path)
    file = tmp_path / CERTIFICATE
    assert file.stat().st_mode & 0o777 == 0o600
    assert own_certificate(tmp_path).print == first.print
    file.write_bytes(file.read_bytes()[:200])
    again = own_certificate(tmp_path)
    assert again.print != first.print
    assert len(again.print) == 64


def test_without_its_tool_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NightcrierError, match=r"sudo apt install openssl, or write tls = false"):
        own_certificate(tmp_path, lambda _: b"nothing")
    with pytest.raises(NightcrierError, match=r"cannot make a certificate .*sudo apt install openssl"):
        openssl(("/nowhere/openssl",))


def test_who_calls_in_the_open_gets_nothing_and_who_does_not_the_page(
    phones: Phones, certificate: OwnCertificate
) -> None:
    seen = list[str]()

    async def run() -> tuple[bytes, bytes]:
        listening = await asyncio.start_server(
            PageServer(phones.site, streamed=STREAMED, certificate=certificate).serve, "127.0.0.1", 0
        )
        port = listening.sockets[0].getsockname()[1]
        asked = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        async with listening:
            plain = await asyncio.open_connection("127.0.0.1", port)
            plain[1].write(asked)
            in_the_open = await plain[0].read()
            plain[1].close()
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
            seen.append(hashlib.sha256(writer.get_extra_info("ssl_object").getpeercert(True)).hexdigest().upper())
            writer.write(asked)
            answer = await reader.read()
            writer.close()
        return in_the_open, answer

    in_the_open, answer = asyncio.run(asyncio.wait_for(run(), 60.0))
    assert b"HTTP" not in in_the_open
    assert answer.startswith(b"HTTP/1.1 200")
    assert seen == [certificate.print]


def test_who_says_nothing_is_not_waited_for(
    phones: Phones, certificate: OwnCertificate, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_the_pass_is_never_sent_in_the_open(tmp_path: Path) -> None:
    phones = EncryptedPhones(tmp_path)
    phones.box.shows(ON_GLASS)
    origin = f"https://{HOST}"
    answer = phones.ask("/enter", "POST", body=f"code={CODE}", origin=origin)
    assert answer.headers["Set-Cookie"].endswith("; SameSite=Strict; Secure")
    assert phones.refused("/enter", "POST", "", f"code={CODE}", origin=f"http://{HOST}") == 403


def test_the_page_that_records_has_the_microphone_and_reaches_nothing(tmp_path: Path) -> None:
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


def test_without_encryption_there_is_no_such_page(tmp_path: Path) -> None:
    phones = Phones(tmp_path)
    key = phones.let_in()
    (tmp_path / "record.html").write_bytes(b"<!doctype html>")
    assert phones.refused("/record", key=key) == 404
