"""Tests the card's network: off as shipped, on if a phone may connect; and the home's Wi-Fi from a file."""

import configparser
import re
import stat
import subprocess
from pathlib import Path

import pytest

from tests.hands import lay_tools

OVERLAY = Path("image/overlay")
UNITS = OVERLAY / "etc/systemd/system"
RADIO = OVERLAY / "usr/lib/nightcrier-card/radio"
DOOR = "ConditionPathExists=/run/nightcrier/net.sock"


class Card:
    """Simulates a card with people's folder, and the folder from which NetworkManager reads known networks."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.wifi = folder, folder / "card/nightcrier/wifi.txt"
        self.profile, self._calls = folder / "run/home.nmconnection", folder / "calls"
        self.wifi.parent.mkdir(parents=True)
        tools = {"modprobe": f'echo "$*" >>{self._calls}\nexit 1', "sleep": f"echo waits >>{self._calls}"}
        lay_tools(folder, tools)
        self.chip = folder / "net" / "wlan0" / "phy80211"
        self.chip.mkdir(parents=True)
        self._environ = {"PATH": f"{folder}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}

    def start(self) -> str:
        """Run the script, and return its calls of tools that load the driver or wait."""
        command = ["sh", RADIO, self._folder / "card", self._folder / "run", self._folder / "net"]
        subprocess.run(command, env=self._environ, check=True)
        return self._calls.read_text()

    def joined(self) -> tuple[str, str]:
        """Return name and password from NetworkManager's keyfile."""
        parser = configparser.RawConfigParser()
        parser.read_string(self.profile.read_text("utf-8"))
        secret = parser["wifi-security"]["psk"] if "wifi-security" in parser else ""
        return parser["wifi"]["ssid"], secret


@pytest.fixture
def card(tmp_path):
    return Card(tmp_path)


@pytest.mark.parametrize("unit", ["NetworkManager", "wpa_supplicant"])
def test_nothing_of_a_network_starts_before_the_box_has_opened_its_door(unit):
    lines = (UNITS / f"{unit}.service.d/nightcrier.conf").read_text().splitlines()
    assert {DOOR, "After=nightcrier.service"} <= set(lines)


def test_the_page_brings_the_network_with_it():
    lines = (UNITS / "nightcrier-net.service.d/nightcrier.conf").read_text().splitlines()
    assert {"Wants=NetworkManager.service", "After=NetworkManager.service"} <= set(lines)


def test_the_radio_is_loaded_by_nothing_else():
    lists = (OVERLAY / "etc/modprobe.d/nightcrier.conf").read_text()
    assert {"brcmfmac", "cfg80211"} <= set(re.findall(r"^blacklist (\S+)$", lists, re.MULTILINE))
    manager = (UNITS / "NetworkManager.service.d/nightcrier.conf").read_text()
    assert "ExecStartPre=-+/usr/lib/nightcrier-card/radio" in manager


def test_without_a_file_the_radio_is_there_for_a_wi_fi_of_the_box_s_own(card):
    assert card.start() == "-q brcmfmac\n"
    assert not card.profile.exists()


@pytest.mark.parametrize(
    ("text", "name", "password"),
    [
        (b"Fox Den\nnine lives\n", "Fox Den", "nine lives"),
        (b"\xef\xbb\xbfFox Den\r\nnine lives\r\n", "Fox Den", "nine lives"),
        (b"F\xc3\xbcchse\nnine;lives", "Füchse", "nine;lives"),
        (b"a;b\\c\n d\\e\n", r"a\\;b\\c", "\\sd\\\\e"),
        (b"$(id) `id`\n%s $HOME\n", "$(id) `id`", "%s $HOME"),
        (b"Open House\n", "Open House", ""),
        ("Fox Den\n\u3000\nnine lives\n".encode(), "Fox Den", ""),  # that blank is a password, and told to be none
        (b"\n \nFox Den\n\nnine lives\n", "Fox Den", "nine lives"),
        (b"Fox Den\r\r\nnine lives\r", "Fox Den", "nine lives"),
        ("Füchse\r\nnine lives\r\n".encode("utf-16"), "Füchse", "nine lives"),
        (b"\xfe\xff" + "Fox Den\nnine lives".encode("utf-16-be"), "Fox Den", "nine lives"),
    ],
    ids=[
        "plain",
        "of Windows",
        "other letters",
        "signs",
        "signs of the shell",
        "open",
        "a blank of Chinese",
        "apart",
        "of a Mac",
        "Unicode",
        "big end first",
    ],
)
def test_the_wi_fi_of_the_home_is_what_stands_there(card, text, name, password):
    card.wifi.write_bytes(text)
    card.start()
    assert card.joined() == (name, password)
    assert stat.S_IMODE(card.profile.stat().st_mode) == 0o600


def test_of_a_file_of_any_size_a_kib_is_read(card):
    with card.wifi.open("wb") as file:
        file.write(b"Fox Den\n")
        file.truncate(2**40)
    card.start()
    assert card.joined() == ("Fox Den", "")


def test_a_chip_is_waited_for_and_not_for_ever(card):
    card.chip.rmdir()
    assert card.start() == "-q brcmfmac\n" + "waits\n" * 10


def test_a_folder_of_that_name_is_no_wi_fi(card):
    card.wifi.mkdir()
    card.start()
    assert not card.profile.exists()
