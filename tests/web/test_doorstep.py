"""Tests that the box answers the connection checks of phones and computers, only in its own Wi-Fi."""

import asyncio
import socket

import pytest

from nightcrier.web.companion import listen_ahead
from nightcrier.web.doorstep import Doorstep
from nightcrier.web.server import PageServer
from tests.web.test_server import said, status

PAGE = "http://10.42.0.1:8080/"


def asked(path: str, host: str, address: str = "127.0.0.1") -> bytes:
    async def ask() -> bytes:
        listening = await listen_ahead(PageServer(Doorstep(PAGE)).serve, address, 0)
        assert listening
        async with listening:
            port = listening.sockets[0].getsockname()[1]
            return await said(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("path", "host", "code", "body"),
    [
        ("/generate_204", "connectivitycheck.gstatic.com", 204, b""),
        ("/gen_204", "www.google.com", 204, b""),
        (
            "/hotspot-detect.html",
            "captive.apple.com",
            200,
            b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
        ),
        ("/connecttest.txt?n=1764430000", "www.msftconnecttest.com", 200, b"Microsoft Connect Test"),
        ("/ncsi.txt", "www.msftncsi.com", 200, b"Microsoft NCSI"),
    ],
)
def test_each_hears_that_all_is_well_by_its_own_name(path, host, code, body):
    answer = asked(path, host)
    assert (status(answer), answer.partition(b"\r\n\r\n")[2]) == (code, body)


@pytest.mark.parametrize("path", ["/", "/anything", "/generate_204/x"])
def test_whoever_asks_for_anything_else_is_led_to_the_page(path):
    answer = asked(path, "example.com")
    assert status(answer) == 303
    assert f"location: {PAGE}\r\n".encode() in answer.lower()


def test_it_listens_before_the_wi_fi_is_up_and_at_no_other_address():
    async def listen() -> list[tuple[str, int]]:
        listening = await listen_ahead(PageServer(Doorstep(PAGE)).serve, "192.0.2.1", 0)
        assert listening
        async with listening:
            return [each.getsockname() for each in listening.sockets]

    assert [address for address, _ in asyncio.run(listen())] == ["192.0.2.1"]


def test_where_another_program_has_the_port_the_page_goes_on_without(caplog):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        serve = PageServer(Doorstep(PAGE)).serve
        assert asyncio.run(listen_ahead(serve, "127.0.0.1", port)) is None
    assert f"Port {port} of 127.0.0.1 cannot be had" in caplog.text
