"""A Wi-Fi of the box's own, as root makes it: a profile of NetworkManager's that is never begun by itself, with a name
of this box and a password drawn by chance once. The profile is where the password is kept: root alone may read it."""

import re
from hmac import digest
from pathlib import Path

from device.commands.nmcli import (
    AskNmcli,
    bring_down,
    bring_up,
    chip_of,
    free_chip,
    load_profile,
    wifi_chips,
)
from device.kernel.chance import Chance
from device.kernel.chores import (
    WIFI_LETTERS,
    WIFI_PASSWORD_LENGTH,
    WifiChore,
    WifiDown,
    WifiFault,
    WifiNews,
    WifiUp,
    write_for_me,
)
from device.kernel.files import DISK

PROFILE = Path("/etc/NetworkManager/system-connections/nightcrier-own.nmconnection")
"""`systemd/install --uninstall` takes it away. NetworkManager reads none that anybody else could read."""
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

[ipv6]
method=disabled
"""
"""nm-settings-keyfile(5). 2.4 GHz, which every phone has. `pmf=1`: no protected management frames, with which the chip
of a Raspberry Pi makes no such Wi-Fi, or one that nobody can join (raspberrypi/linux #3619, #7247). `shared`: phones
get an address from it, and it has 10.42.0.1."""


class OwnWifiSwitch:
    """Root's hand on it. `profile` and `machine_id` are files."""

    def __init__(self, ask: AskNmcli, chance: Chance, profile: Path = PROFILE, machine_id: Path = MACHINE_ID) -> None:
        self._ask, self._chance, self._profile, self._machine_id = ask, chance, profile, machine_id

    def done(self, chore: WifiChore) -> WifiNews:
        """How it is then. Raises OSError."""
        return self._on() if chore is WifiChore.ON else self._off()

    def _on(self) -> WifiNews:
        """Where it is up already, nobody who is in it is thrown out."""
        chips = wifi_chips(self._ask)
        if isinstance(chips, WifiFault):
            return WifiDown(chips)
        wifi, kept = self._wifi()
        if kept and chip_of(chips, PROFILE_ID):
            return wifi
        chip = free_chip(chips)
        if isinstance(chip, WifiFault):
            return WifiDown(chip)
        self._write(wifi)
        if load_profile(self._ask, self._profile) and bring_up(self._ask, PROFILE_ID, chip.device):
            return wifi
        bring_down(self._ask, PROFILE_ID)
        return WifiDown(WifiFault.FAILED)

    def _off(self) -> WifiNews:
        """What counts is whether it is there still, not how the order went."""
        bring_down(self._ask, PROFILE_ID)
        chips, (wifi, kept) = wifi_chips(self._ask), self._wifi()
        is_up = kept and not isinstance(chips, WifiFault) and chip_of(chips, PROFILE_ID)
        return wifi if is_up else WifiDown()

    def _wifi(self) -> tuple[WifiUp, bool]:
        """With the password that is kept, and whether one is."""
        found = _PSK.search(_text_of(self._profile))
        drawn = "".join(self._chance.pick(WIFI_LETTERS) for _ in range(WIFI_PASSWORD_LENGTH))
        return WifiUp(wifi_name(self._machine_id), found[1] if found else drawn), found is not None

    def _write(self, wifi: WifiUp) -> None:
        """Whole at once. A name with a dot before it is none that NetworkManager reads."""
        fresh = self._profile.with_name(f".{self._profile.name}.new")
        write_for_me(fresh, _TEXT.format(id=PROFILE_ID, name=wifi.name, password=wifi.password).encode())
        DISK.sync(fresh)
        fresh.replace(self._profile)


def wifi_name(machine_id: Path) -> str:
    """machine-id(5): the id itself is to be shown to nobody, a keyed digest of it may be. Raises OSError."""
    return f"Nightcrier{digest(machine_id.read_bytes().strip(), b'nightcrier-own', 'sha256').hex()[-4:].upper()}"


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except FileNotFoundError:
        return ""
