"""Where the page is found: in the home's network, in the box's own Wi-Fi, or nowhere."""

import socket
import struct

import pytest

from nightcrier.web import own_address as module
from nightcrier.web.own_address import networks_in_use, own_address, own_name


class NoWayOut(socket.socket):
    """A machine without a way to any other."""

    def connect(self, _address: object) -> None:
        raise OSError(101, "Network is unreachable")


@pytest.fixture
def no_way_out(monkeypatch):
    monkeypatch.setattr(socket, "socket", NoWayOut)


def test_only_what_carries_counts(tmp_path, monkeypatch):
    """The flags are as the kernel gives them for up, broadcast and multicast, with and without running."""
    flags = {"eth0": 0x1003, "wlan0": 0x1043, "lo": 0x49}
    rows = [f"{name:>6}: 0 0\n" for name in (*flags, "gone")]
    (tmp_path / "dev").write_text("".join(["Inter-| Receive\n", " face |bytes\n", *rows]))

    def ioctl(_way: socket.socket, _request: int, asked: bytes) -> bytes:
        name = asked.rstrip(b"\0").decode()
        if name not in flags:
            raise OSError(19, "No such device")
        return asked[:16] + struct.pack("h", flags[name]) + asked[18:]

    monkeypatch.setattr("fcntl.ioctl", ioctl)
    assert networks_in_use(tmp_path / "dev") == ["wlan0"]
    assert networks_in_use(tmp_path / "none") == []


def test_the_kernels_own_list_is_read(monkeypatch):
    monkeypatch.setattr(module, "_carries", lambda _name: True)
    assert set(networks_in_use()) == {name for _, name in socket.if_nameindex()} - {"lo"}


def test_in_the_homes_network_it_is_the_address_of_the_way_out(monkeypatch):
    monkeypatch.setattr(module, "networks_in_use", lambda: pytest.fail("nobody has to look"))
    monkeypatch.setattr(socket.socket, "connect", lambda _self, _address: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _self: ("192.168.1.20", 40000))
    assert own_address() == "192.168.1.20"


@pytest.mark.usefixtures("no_way_out")
def test_in_its_own_wifi_it_is_the_address_there(monkeypatch):
    """The loopback is the one interface that every machine has: the kernel is really asked."""
    monkeypatch.setattr(module, "networks_in_use", lambda: ["lo"])
    assert own_address() == "127.0.0.1"


@pytest.mark.usefixtures("no_way_out")
def test_without_an_address_it_is_the_name_and_without_a_network_nothing(monkeypatch):
    monkeypatch.setattr(module, "networks_in_use", lambda: ["not-there"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic_Box-2")
    assert own_address() == own_name() == "atticbox-2.local"
    monkeypatch.setattr(module, "networks_in_use", list)
    assert own_address() == ""
