"""Finds the address of this machine in the home's network, or in the Wi-Fi that it makes itself."""

import fcntl
import socket
import struct
from contextlib import suppress
from pathlib import Path

_INTERFACES = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915
"""linux/sockios.h. It takes and gives an `ifreq`: 16 bytes of name, then an address whose figures begin after four."""


def own_address() -> str:
    """Return the address that this machine would use to reach others; nothing is sent for it. If it reaches nobody
    outside, it is its address in a network of its own, else its name, else empty if it is in no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))
        return str(way.getsockname()[0])
    networks = networks_in_use()
    addresses = filter(None, map(_address_in, networks))
    return next(addresses, own_name() if networks else "")


def networks_in_use(interfaces: Path = _INTERFACES) -> list[str]:
    """The interfaces with a cable that leads somewhere, or in a Wi-Fi, be it the box's own."""
    return [each.name for each in sorted(interfaces.glob("*")) if each.name != "lo" and _carries(each)]


def _carries(interface: Path) -> bool:
    """Whether an interface is in use; one that is switched off cannot say so, since the kernel refuses."""
    try:
        return (interface / "carrier").read_text("ascii").strip() == "1"
    except OSError:
        return False


def _address_in(interface: str) -> str:
    """Return the address of an interface; empty if it has none. The kernel is asked in the old way, since Netlink is
    shut to this program (its unit)."""
    asked = struct.pack("256s", interface.encode()[:15])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        return socket.inet_ntoa(fcntl.ioctl(way, _SIOCGIFADDR, asked)[20:24])
    return ""


def own_name() -> str:
    name = "".join(sign for sign in socket.gethostname().lower() if sign.isascii() and (sign.isalnum() or sign == "-"))
    return f"{name or 'nightcrier'}.local"
