"""Tests which address the page has: in the home network, in the box's own Wi-Fi, or none."""

import socket

import pytest

from nightcrier.web import own_address as module
from nightcrier.web.own_address import own_address, own_addresses, own_name

TABLE = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.1
           /32 host LOCAL
     +-- 10.9.0.0/24 2 0 2
        |-- 10.9.0.7
           /32 host LOCAL
     +-- 10.42.0.0/24 2 0 2
        |-- 10.42.0.0
           /24 link UNICAST
        |-- 10.42.0.1
           /32 host LOCAL
        |-- 10.42.0.255
           /32 link BROADCAST
"""


@pytest.fixture
def no_way_out(monkeypatch):
    """Simulate a machine that cannot reach any other."""

    def connect(_way: socket.socket, _address: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", connect)


def test_each_address_of_the_machine_counts_once_and_that_of_its_own_wi_fi_first(tmp_path):
    (tmp_path / "table").write_text(TABLE + TABLE)
    assert own_addresses(tmp_path / "table") == ["10.42.0.1", "10.9.0.7"]
    assert own_addresses(tmp_path / "none") == []


def test_the_kernels_own_table_is_read(monkeypatch):
    """The loopback is the only network that every machine has."""
    monkeypatch.setattr(module, "_OWN", module.re.compile(r"\|-- (\S+)\n +/32 host LOCAL"))
    assert "127.0.0.1" in own_addresses()


def test_in_the_homes_network_it_is_the_address_of_the_way_out(monkeypatch):
    monkeypatch.setattr(module, "own_addresses", lambda: pytest.fail("nobody has to look"))
    monkeypatch.setattr(socket.socket, "connect", lambda _self, _address: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _self: ("192.168.1.20", 40000))
    assert own_address() == "192.168.1.20"


@pytest.mark.usefixtures("no_way_out")
def test_without_a_way_out_it_is_one_of_its_own_and_without_a_network_nothing(monkeypatch):
    monkeypatch.setattr(module, "own_addresses", lambda: ["10.42.0.1", "10.9.0.7"])
    assert own_address() == "10.42.0.1"
    monkeypatch.setattr(module, "own_addresses", list)
    assert own_address() == ""


def test_its_name_is_one_that_a_network_takes(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic_Box-2")
    assert own_name() == "atticbox-2.local"
