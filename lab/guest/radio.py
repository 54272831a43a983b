"""Tests the card's network: none as shipped, and with one line in the settings a phone joins the box's own Wi-Fi.
Both radios are simulated (mac80211_hwsim): the first is the box's, the second the phone's, controlled by hand."""

import re
import urllib.request

from moments import until
from rows import row, say
from service import add_settings, restart, shell
from standing import judge_units

UNITS = ("NetworkManager", "wpa_supplicant", "nightcrier-net")
CHOSEN, PROFILE = "/run/nightcrier/chosen", "/etc/NetworkManager/system-connections/nightcrier-own.nmconnection"
PHONE, PLACE, LONG = "wlan1", "/run/phone", 120
"""The phone's radio, its folder, and a long time limit in seconds."""


def states() -> str:
    return " ".join(shell(f"systemctl is-active {' '.join(UNITS)}").split())


def listening() -> int:
    """Return how many ports are open to a network, by TCP (state 0A) and by UDP (07)."""
    return int(shell("cat /proc/net/tcp /proc/net/tcp6 | grep -c ' 0A ' ; true")) + int(
        shell("cat /proc/net/udp /proc/net/udp6 | grep -c ' 07 ' ; true")
    )


def own_wifi() -> bool:
    return "nightcrier-own" in shell("nmcli -t -f NAME connection show --active")


def page() -> str:
    try:
        with urllib.request.urlopen("http://10.42.0.1:8080/", timeout=20) as answer:
            return f"{answer.status}, {len(answer.read())} bytes"
    except OSError as refused:
        return str(refused)


loaded = shell("lsmod | grep -cw cfg80211; true")
row(
    "as shipped",
    f"{states()}, {listening()} doors",
    "all inactive, 0 doors",
    (states().split(), listening(), loaded) == (["inactive"] * 3, 0, "0"),
)
add_settings("[net]\nenabled = true\n")
shell("modprobe mac80211_hwsim radios=2")
restart()
shell(f"systemctl start {' '.join(UNITS)}")
until(lambda: f"{PHONE}:wifi" in shell("nmcli -t -f DEVICE,TYPE device"), LONG, 0.5)
shell(f"nmcli device set {PHONE} managed no")
row("with one line in the settings", states(), "all active", states().split() == ["active"] * 3)
shell(f"echo -n wifi-on >{CHOSEN}")
up = until(own_wifi, LONG, 0.5)
profile = shell(f"cat {PROFILE}")
name, password = (re.search(rf"^{key}=(\S+)$", profile, re.MULTILINE) for key in ("ssid", "psk"))
row(
    "root is asked for a Wi-Fi",
    name[1] if up and name else shell("journalctl -u nightcrier-chore -n 5 -o cat"),
    "Nightcrier and four figures",
    bool(up and name and password),
)
wanted = f'ssid="{name[1] if name else ""}"\npsk="{password[1] if password else ""}"'
with open(f"{PLACE}.conf", "w") as file:
    file.write(f"ctrl_interface={PLACE}\nnetwork={{\n{wanted}\n}}\n")
say(shell(f"wpa_supplicant -B -i {PHONE} -c {PLACE}.conf"))
until(lambda: "wpa_state=COMPLETED" in shell(f"wpa_cli -p {PLACE} -i {PHONE} status"), LONG, 0.5)
status = dict(line.split("=", 1) for line in shell(f"wpa_cli -p {PLACE} -i {PHONE} status").splitlines() if "=" in line)
joined = f"{status.get('wpa_state')}, {status.get('key_mgmt')}, {status.get('pairwise_cipher')}"
row(
    "a phone joins it with what the code says",
    joined,
    "COMPLETED, WPA2-PSK, CCMP",
    joined == "COMPLETED, WPA2-PSK, CCMP",
)
lease = shell(f"busybox udhcpc -i {PHONE} -n -q -f -s /bin/true")
row("and has an address from it", lease.splitlines()[-1] if lease else "none", "one of 10.42.0", "10.42.0." in lease)
found = page()
row("the page", found, "200", found.startswith("200"))
for unit in UNITS:
    say(unit, shell(f"systemctl show {unit} -P MemoryCurrent"), "bytes")
say(f"{listening()} doors", shell("cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6"))
shell(f"echo -n wifi-off >{CHOSEN}")
until(lambda: not own_wifi(), LONG, 0.5)
row("root is asked to end it", "ended" if not own_wifi() else "up", "ended", not own_wifi())
shell("mount -o remount,rw /boot/firmware; printf 'Fox; Den\\nnine lives\\n' >/boot/firmware/nightcrier/wifi.txt")
shell("mount -o remount,ro /boot/firmware; systemctl restart NetworkManager")
home = shell("nmcli -s -g 802-11-wireless.ssid,802-11-wireless-security.psk connection show home").split("\n")
row("the Wi-Fi that wifi.txt names", ", ".join(home), "Fox; Den, nine lives", home == ["Fox; Den", "nine lives"])
judge_units()
