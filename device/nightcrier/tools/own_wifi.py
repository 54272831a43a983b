"""Make the box's own Wi-Fi if the box is in no network, as root, with a profile that never starts by itself.

The Wi-Fi has the name of this box and a random password. The password is made once and kept only in the profile, which
only root may read."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hmac import digest
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.chance import Chance
from nightcrier.kernel.chores import (
    OWN_WIFI_ADDRESS,
    WIFI_LETTERS,
    WIFI_PASSWORD_LENGTH,
    WifiChore,
    WifiDown,
    WifiFault,
    WifiHome,
    WifiNews,
    WifiUp,
    write_private,
)
from nightcrier.kernel.files import DISK
from nightcrier.kernel.ids import Seconds

NO_PROGRAM, TIMED_OUT, NOT_RUNNING = 127, 3, 8
"""Exit statuses. `NO_PROGRAM` is the status that a shell gives for a missing program. The other two are statuses of
nmcli."""
_PROGRAM = ("/usr/bin/nmcli",)
_LONGEST: Seconds = 120.0
"""The longest time to wait for nmcli. It normally ends earlier: after `--wait`, or after the 90 s that it gives a
connection by itself."""
UNTIL_STARTED = ("--wait-for-startup", "--quiet", "--timeout=30"), ("/usr/bin/nm-online",)
"""The arguments and the program that wait until NetworkManager has joined what it can join by itself (nm-online(1))."""
_FIELD = re.compile(r"(?<!\\):")
_WIFI, _FREE, _UP = "wifi", "disconnected", "connected"
_LEFT_ALONE, _SWITCHED_OFF = "unmanaged", "unavailable"
_REFUSES, _JOINS = {"connecting (need authentication)", "connection failed"}, ("connecting", "deactivating")
"""The states of a chip whose password is wrong, and the beginnings of the states in which the chip is in no Wi-Fi at
the moment."""


class NmcliAnswer(Struct, frozen=True):
    status: int
    said: str = ""


AskNmcli: TypeAlias = Callable[[tuple[str, ...]], NmcliAnswer]
"""A function that calls nmcli with a list of arguments and without a shell. A password is never an argument, because
everybody on the machine could read it. The output is in the C locale, and statuses are those of nmcli(1)."""


class NetDevice(Struct, frozen=True):
    """A network device of the machine. `kind` and `state` are as nmcli-devices reports them, and `profile` is the
    active profile of the device."""

    device: str
    kind: str
    state: str
    profile: str


def ask_nmcli(words: tuple[str, ...], program: Sequence[str] = _PROGRAM, longest: Seconds = _LONGEST) -> NmcliAnswer:
    """Run nmcli and return its answer. The errors of nmcli are logged."""
    try:
        done = subprocess.run(  # noqa: S603 - by its whole path, and words of ours
            (*program, *words),
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
            timeout=longest,
        )
    except FileNotFoundError:
        return NmcliAnswer(NO_PROGRAM)
    except subprocess.TimeoutExpired:
        return NmcliAnswer(TIMED_OUT)
    print(done.stderr, end="", file=sys.stderr)
    return NmcliAnswer(done.returncode, done.stdout)


def net_devices(ask: AskNmcli) -> tuple[NetDevice, ...] | WifiFault:
    answer = ask(("--terse", "--fields", "DEVICE,TYPE,STATE,CON-UUID", "device", "status"))
    if answer.status in (NO_PROGRAM, NOT_RUNNING):
        return WifiFault.NO_MANAGER
    if answer.status:
        return WifiFault.FAILED
    rows = (_FIELD.split(line) for line in answer.said.splitlines())
    return tuple(NetDevice(*row) for row in rows if len(row) == 4)


def profiles_up(devices: tuple[NetDevice, ...]) -> set[str]:
    """Return the profiles by which the machine is in a network, by cable or Wi-Fi."""
    return {each.profile for each in devices if each.kind in {_WIFI, "ethernet"} and each.state == _UP}


def free_chip(devices: tuple[NetDevice, ...]) -> NetDevice | WifiFault:
    """Return a Wi-Fi chip that nothing else uses. If there is none, return the fault to show to people."""
    states = {each.state: each for each in devices if each.kind == _WIFI}
    if _FREE in states:
        return states[_FREE]
    if not set(states) - {_LEFT_ALONE}:
        return WifiFault.NO_MANAGER if states else WifiFault.NO_CHIP
    if not set(states) - {_LEFT_ALONE, _SWITCHED_OFF}:
        return WifiFault.BLOCKED
    if _REFUSES & set(states):
        return WifiFault.REFUSED
    return WifiFault.JOINING if any(each.startswith(_JOINS) for each in states) else WifiFault.BUSY


PROFILE = Path("/etc/NetworkManager/system-connections/nightcrier-own.nmconnection")
"""The profile file, which `systemd/install --uninstall` removes. NetworkManager refuses a profile that other users can
read."""
MACHINE_ID = Path("/etc/machine-id")
PROFILE_ID = "0f9c6b1e-5d0a-4e0f-9a57-6e6967687463"
_PSK = re.compile(rf"^psk=([{WIFI_LETTERS}]{{{WIFI_PASSWORD_LENGTH}}})$", re.MULTILINE)
_TEXT = """\
# Made by Nightcrier, and made again at every start of its Wi-Fi; the password stays.
[connection]
id=nightcrier-own
uuid={id}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={name}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
pmf=1
psk={password}

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=disabled
"""
"""The profile, in the format of nm-settings-keyfile(5). It uses 2.4 GHz, which every phone has. `pmf=1` turns protected
management frames off: otherwise the chip of a Raspberry Pi makes no Wi-Fi, or a Wi-Fi that nobody can join
(raspberrypi/linux #3619, #7247). With `shared`, NetworkManager runs dnsmasq, which gives phones addresses and names."""
NAMES = PROFILE.parents[1] / "dnsmasq-shared.d" / "nightcrier.conf"
_NAMES_TEXT = f"""\
# Made by Nightcrier while its Wi-Fi is on: every name leads to the box, so that phones ask it how the network is.
address=/#/{OWN_WIFI_ADDRESS}
local=/#/
address=/dns.msftncsi.com/131.107.255.255
"""
"""The settings for dnsmasq (dnsmasq(8)): it asks no other server, and answers Windows, which looks for this one
address."""


class OwnWifiSwitch(Struct, frozen=True):
    ask: AskNmcli
    chance: Chance
    profile: Path = PROFILE
    machine_id: Path = MACHINE_ID
    names: Path = NAMES

    def done(self, chore: WifiChore) -> WifiNews:
        """Do the chore, and return the new state of the Wi-Fi. Raises OSError."""
        return self._on() if chore is WifiChore.ON else self._off()

    def _on(self) -> WifiNews:
        """Switch the Wi-Fi on if the box is in no network. One that is already on is not restarted, so that no phone
        loses its connection."""
        devices = net_devices(self.ask)
        if isinstance(devices, WifiFault):
            return WifiDown(devices)
        wifi, kept = self._wifi()
        joined = profiles_up(devices)
        if kept and PROFILE_ID in joined:
            return wifi
        if joined - {PROFILE_ID}:
            return WifiHome()
        chip = free_chip(devices)
        if isinstance(chip, WifiFault):
            return WifiDown(chip)
        self._write(wifi)
        with suppress(FileNotFoundError):  # a NetworkManager that reads no such folder
            self.names.write_text(_NAMES_TEXT)
        up = ("connection", "up", "uuid", PROFILE_ID, "ifname", chip.device)
        if self._order("connection", "load", str(self.profile)) and self._order(*up):
            return wifi
        self._bring_down()
        return WifiDown(WifiFault.FAILED)

    def _off(self) -> WifiNews:
        """Switch the Wi-Fi off. Return the state that nmcli reports, because the exit status of the command is not
        reliable."""
        self._bring_down()
        devices, (wifi, kept) = net_devices(self.ask), self._wifi()
        is_up = kept and not isinstance(devices, WifiFault) and PROFILE_ID in profiles_up(devices)
        return wifi if is_up else WifiDown()

    def _bring_down(self) -> None:
        self._order("--wait", "20", "connection", "down", "uuid", PROFILE_ID)
        self.names.unlink(missing_ok=True)

    def _order(self, *words: str) -> bool:
        return self.ask(words).status == 0

    def _wifi(self) -> tuple[WifiUp, bool]:
        """Return the Wi-Fi with its password, and whether the password was already kept. Without a kept password, a new
        one is made."""
        kept = self.profile.read_text("utf-8", "replace") if self.profile.exists() else ""
        found = _PSK.search(kept)
        drawn = "".join(self.chance.pick(WIFI_LETTERS) for _ in range(WIFI_PASSWORD_LENGTH))
        return WifiUp(wifi_name(self.machine_id), found[1] if found else drawn), found is not None

    def _write(self, wifi: WifiUp) -> None:
        """Write the profile in one step. NetworkManager ignores the unfinished file, because its name begins with a
        dot."""
        fresh = self.profile.with_name(f".{self.profile.name}.new")
        write_private(fresh, _TEXT.format(id=PROFILE_ID, name=wifi.name, password=wifi.password).encode())
        DISK.sync(fresh)
        fresh.replace(self.profile)


def wifi_name(machine_id: Path) -> str:
    """Return the name of the Wi-Fi, made from a keyed digest of the machine's id, because machine-id(5) asks to keep
    the id secret. Raises OSError."""
    return f"Nightcrier{digest(machine_id.read_bytes().strip(), b'nightcrier-own', 'sha256').hex()[-4:].upper()}"
