"""Where the page is found: in the home's network, in the box's own Wi-Fi, or nowhere."""

import socket
from collections.abc import Mapping
from pathlib import Path

import pytest

from nightcrier.web import own_address as module
from nightcrier.web.own_address import networks_in_use, own_address, own_name


class NoWayOut(socket.socket):
    """A machine without a way to any other."""

    def connect(self, _address: object) -> None:
        raise OSError(101, "Network is unreachable")


@pytest.fixture
def no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", NoWayOut)


def interfaces(folder: Path, carriers: Mapping[str, str | None]) -> Path:
    for name, carrier in carriers.items():
        (folder / name).mkdir()
        if carrier is not None:
            (folder / name / "carrier").write_text(carrier)
    return folder


def test_only_what_carries_counts(tmp_path: Path) -> None:
    found = interfaces(tmp_path, {"lo": "1\n", "eth0": "0\n", "wlan0": "1\n", "wlan1": None, "odd": "\n"})
    assert networks_in_use(found) == ["wlan0"]
    assert networks_in_use(tmp_path / "none") == []


def test_in_the_homes_network_it_is_the_address_of_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "networks_in_use", lambda: pytest.fail("nobody has to look"))
    monkeypatch.setattr(socket.socket, "connect", lambda _self, _address: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _self: ("192.168.1.20", 40000))
    assert own_address() == "192.168.1.20"


@pytest.mark.usefixtures("no_way_out")
def test_in_its_own_wifi_it_is_the_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loopback is the one interface that every machine has: the kernel is really asked."""
    monkeypatch.setattr(module, "networks_in_use", lambda: ["lo"])
    assert own_address() == "127.0.0.1"


@pytest.mark.usefixtures("no_way_out")
def test_without_an_address_it_is_the_name_and_without_a_network_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "networks_in_use", lambda: ["not-there"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic_Box-2")
    assert own_address() == own_name() == "atticbox-2.local"
    monkeypatch.setattr(module, "networks_in_use", list)
    assert own_address() == ""
