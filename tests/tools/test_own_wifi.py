"""Tests root's part of the box's own Wi-Fi, with a simulated `nmcli` that records its arguments."""

import os
import stat
from pathlib import Path

import pytest

from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.chores import OWN_WIFI_ADDRESS, WifiChore, WifiDown, WifiFault, WifiHome, WifiNews, WifiUp
from nightcrier.tools.own_wifi import (
    NO_PROGRAM,
    NOT_RUNNING,
    PROFILE_ID,
    TIMED_OUT,
    NmcliAnswer,
    OwnWifiSwitch,
    ask_nmcli,
    wifi_name,
)

STATUS = ("--terse", "--fields", "DEVICE,TYPE,STATE,CON-UUID", "device", "status")
UP = ("connection", "up", "uuid", PROFILE_ID, "ifname", "wlan0")
DOWN = ("--wait", "20", "connection", "down", "uuid", PROFILE_ID)
OTHERS = "eth0:ethernet:unavailable:\nlo:loopback:connected (externally):4f6c\np2p-dev-wlan0:wifi-p2p:disconnected:\n"
FREE = f"{OTHERS}wlan0:wifi:disconnected:\n"
OURS = f"{OTHERS}wlan0:wifi:connected:{PROFILE_ID}\n"


class PretendNmcli:
    """Simulates `nmcli`. `chips` is its answer about chips; `fails` maps a word to the status of orders with it."""

    def __init__(self, folder: Path, chips: str = FREE) -> None:
        self.chips, self.fails, self.asked = NmcliAnswer(0, chips), dict[str, int](), list[tuple[str, ...]]()
        self.profile, self.names = folder / "nightcrier-own.nmconnection", folder / "names.conf"
        self.machine_id = folder / "machine-id"
        self.machine_id.write_text("3f5c0b7a9d1e4c6f8a2b4d6e8f0a1c3e\n")
        self.seed = 0

    def __call__(self, words: tuple[str, ...]) -> NmcliAnswer:
        self.asked.append(words)
        if words == STATUS:
            return self.chips
        status = next((status for word, status in self.fails.items() if word in words), 0)
        if not status and words in (UP, DOWN):
            self.chips = NmcliAnswer(0, OURS if words == UP else FREE)
        return NmcliAnswer(status)

    def does(self, chore: WifiChore) -> WifiNews:
        """Do a chore as in a new process, since each chore of root has its own."""
        self.seed += 1
        return OwnWifiSwitch(self, SeededChance(self.seed), self.profile, self.machine_id, self.names).done(chore)


@pytest.fixture
def nmcli(tmp_path):
    return PretendNmcli(tmp_path)


def brought_up(nmcli: PretendNmcli) -> WifiUp:
    news = nmcli.does(WifiChore.ON)
    assert isinstance(news, WifiUp)
    return news


def test_it_is_made_and_no_password_is_among_the_arguments(nmcli):
    news = brought_up(nmcli)
    assert nmcli.asked == [STATUS, ("connection", "load", str(nmcli.profile)), UP]
    assert not [words for words in nmcli.asked if news.password in " ".join(words)]


def test_the_profile_is_roots_alone_and_never_begins_by_itself(nmcli):
    umask, news = os.umask(0), brought_up(nmcli)
    os.umask(umask)
    lines = nmcli.profile.read_text().splitlines()
    plain = {"autoconnect=false", "mode=ap", "method=shared", f"address1={OWN_WIFI_ADDRESS}/24"}
    assert {*plain, f"ssid={news.name}", f"psk={news.password}"} <= set(lines)
    assert stat.S_IMODE(nmcli.profile.stat().st_mode) == 0o600
    there = sorted(each.name for each in nmcli.profile.parent.iterdir())
    assert there == ["machine-id", nmcli.names.name, nmcli.profile.name]


def test_while_it_is_on_every_name_leads_to_the_box(nmcli):
    """The rules are for `dnsmasq` 2.90: an address for each name, none for IPv6, and one that Windows looks for."""
    brought_up(nmcli)
    told = [line for line in nmcli.names.read_text().splitlines() if not line.startswith("#")]
    assert told == ["address=/#/10.42.0.1", "local=/#/", "address=/dns.msftncsi.com/131.107.255.255"]
    nmcli.does(WifiChore.OFF)
    assert not nmcli.names.exists()
    nmcli.names = nmcli.names.parent / "no-folder" / "names.conf"
    assert brought_up(nmcli)


def test_name_and_password_stay_those_of_this_box(nmcli):
    first = brought_up(nmcli)
    nmcli.does(WifiChore.OFF)
    assert brought_up(nmcli) == first


@pytest.mark.parametrize("kept", ["", "psk=short", "psk=abcdefghijkl", "psk=ghjkmnprstwxg", "\xff" * 40])
def test_a_damaged_profile_gets_another_password(nmcli, kept):
    nmcli.profile.write_text(kept, "latin-1")
    assert f"psk={brought_up(nmcli).password}\n" in nmcli.profile.read_text()


def test_who_is_in_it_is_not_thrown_out_by_a_second_order(nmcli):
    first = brought_up(nmcli)
    del nmcli.asked[:]
    assert brought_up(nmcli) == first
    assert nmcli.asked == [STATUS]


@pytest.mark.parametrize(
    ("chips", "fault"),
    [
        (NmcliAnswer(NO_PROGRAM), WifiFault.NO_MANAGER),
        (NmcliAnswer(NOT_RUNNING), WifiFault.NO_MANAGER),
        (NmcliAnswer(1), WifiFault.FAILED),
        (NmcliAnswer(TIMED_OUT), WifiFault.FAILED),
        (NmcliAnswer(0), WifiFault.NO_CHIP),
        (NmcliAnswer(0, OTHERS), WifiFault.NO_CHIP),
        (NmcliAnswer(0, "wlan0:wifi:unmanaged:\n"), WifiFault.NO_MANAGER),
        (NmcliAnswer(0, "wlan0:wifi:unavailable:\n"), WifiFault.BLOCKED),
        (NmcliAnswer(0, "wlan0:wifi:unavailable:\nwlan1:wifi:unmanaged:\n"), WifiFault.BLOCKED),
        (NmcliAnswer(0, "wlan0:wifi:connected (externally):27afa607\n"), WifiFault.BUSY),
        (NmcliAnswer(0, "wlan0:wifi:connecting (configuring):27afa607\n"), WifiFault.JOINING),
        (NmcliAnswer(0, "wlan0:wifi:deactivating:27afa607\n"), WifiFault.JOINING),
        (NmcliAnswer(0, "wlan0:wifi:connecting (need authentication):27afa607\n"), WifiFault.REFUSED),
        (NmcliAnswer(0, "wlan0:wifi:connection failed:27afa607\n"), WifiFault.REFUSED),
    ],
)
def test_where_it_cannot_be_nothing_is_touched_and_it_says_why(nmcli, chips, fault):
    nmcli.chips = chips
    assert nmcli.does(WifiChore.ON) == WifiDown(fault)
    assert nmcli.asked == [STATUS]
    assert not nmcli.profile.exists()


@pytest.mark.parametrize("there", ["eth0:ethernet:connected:4f6d\n", "wlan1:wifi:connected:27afa607\n"])
def test_in_a_network_of_the_home_that_one_is_used(nmcli, there):
    nmcli.chips = NmcliAnswer(0, f"{FREE}{there}")
    assert nmcli.does(WifiChore.ON) == WifiHome()
    assert nmcli.asked == [STATUS]


def test_its_own_one_stays_beside_a_cable_that_came_later(nmcli):
    first = brought_up(nmcli)
    nmcli.chips = NmcliAnswer(0, f"eth0:ethernet:connected:4f6d\n{OURS}")
    assert brought_up(nmcli) == first


def test_of_two_chips_the_free_one_is_taken(nmcli):
    nmcli.chips = NmcliAnswer(0, f"wlan1:wifi:connecting (configuring):27afa607\n{FREE}")
    brought_up(nmcli)
    assert nmcli.asked[-1] == UP


@pytest.mark.parametrize("order", ["load", "up"])
@pytest.mark.parametrize("status", [1, TIMED_OUT, 4, 10])
def test_what_does_not_come_up_is_taken_down(nmcli, order, status):
    nmcli.fails[order] = status
    assert nmcli.does(WifiChore.ON) == WifiDown(WifiFault.FAILED)
    assert nmcli.asked[-1] == DOWN


def test_it_is_ended_and_one_that_never_was_too(nmcli):
    nmcli.fails["down"] = 10
    assert nmcli.does(WifiChore.OFF) == WifiDown()
    nmcli.fails.clear()
    brought_up(nmcli)
    assert nmcli.does(WifiChore.OFF) == WifiDown()


def test_one_that_cannot_be_ended_is_told_as_what_it_is(nmcli):
    news = brought_up(nmcli)
    nmcli.fails["down"] = TIMED_OUT
    assert nmcli.does(WifiChore.OFF) == news


def test_a_cut_before_it_came_up_leaves_nothing_on_the_air_and_the_same_password(nmcli):
    class Cut(Exception):
        """Stands for a power cut."""

    def cut(words: tuple[str, ...]) -> NmcliAnswer:
        if words != STATUS:
            raise Cut
        return nmcli(words)

    with pytest.raises(Cut):
        OwnWifiSwitch(cut, SeededChance(1), nmcli.profile, nmcli.machine_id, nmcli.names).done(WifiChore.ON)
    kept = nmcli.profile.read_text()
    assert nmcli.asked == [STATUS]
    assert f"psk={brought_up(nmcli).password}\n" in kept


def test_half_a_profile_of_a_cut_is_no_obstacle(nmcli):
    nmcli.profile.with_name(f".{nmcli.profile.name}.new").write_text("[conn")
    brought_up(nmcli)


def test_its_name_tells_boxes_apart_and_not_their_id(tmp_path):
    names = set()
    for number in range(20):
        (tmp_path / "id").write_text(f"{number:032x}\n")
        names.add(wifi_name(tmp_path / "id"))
    assert len(names) == 20
    assert not [name for name in names if not WifiUp(name, "") or len(name) != 14]


class TestAsking:
    def test_words_go_out_as_they_are_and_its_status_comes_back(self, capfd):
        script = 'printf "%s|" "$@" "$LC_ALL"; echo why >&2; exit 4'
        assert ask_nmcli(("a b", "$HOME"), ("/bin/sh", "-c", script, "nmcli")) == NmcliAnswer(4, "a b|$HOME|C|")
        assert capfd.readouterr().err == "why\n"

    def test_one_that_is_not_there_and_one_that_hangs_are_answers_too(self, tmp_path):
        assert ask_nmcli((), (str(tmp_path / "nmcli"),)) == NmcliAnswer(NO_PROGRAM)
        assert ask_nmcli(("60",), ("/bin/sleep",), longest=0.0) == NmcliAnswer(TIMED_OUT)

    def test_bytes_that_are_no_text_are_no_obstacle(self):
        assert ask_nmcli((), ("/bin/sh", "-c", r"printf '\377'")).said == "\ufffd"
