"""Finds the address and the name by which others in the home's network reach this machine.

If the machine makes a Wi-Fi itself, its address there counts."""

import fcntl
import socket
import struct
from contextlib import suppress
from pathlib import Path

_INTERFACES = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915
"""The request for the address of an interface (linux/sockios.h). The kernel takes and gives an `ifreq`: 16 bytes of
name, and an address whose figures begin after four bytes."""


def own_address() -> str:
    """Return the address that this machine would use to reach others, without sending anything. If the machine reaches
    nobody outside, return its address in a network of its own, else its name; empty if it is in no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))
        return str(way.getsockname()[0])
    networks = networks_in_use()
    addresses = filter(None, map(_address_in, networks))
    return next(addresses, own_name() if networks else "")


def networks_in_use(interfaces: Path = _INTERFACES) -> list[str]:
    """Return the names of the interfaces that have a cable or a Wi-Fi in use, also a Wi-Fi of the box's own."""
    return [each.name for each in sorted(interfaces.glob("*")) if each.name != "lo" and _carries(each)]


def _carries(interface: Path) -> bool:
    """Say whether an interface is in use. The kernel refuses to answer for one that is switched off."""
    try:
        return (interface / "carrier").read_text("ascii").strip() == "1"
    except OSError:
        return False


def _address_in(interface: str) -> str:
    """Return the address of an interface; empty if it has none. Netlink is not used: the unit forbids it."""
    asked = struct.pack("256s", interface.encode()[:15])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        return socket.inet_ntoa(fcntl.ioctl(way, _SIOCGIFADDR, asked)[20:24])
    return ""


def own_name() -> str:
    name = "".join(sign for sign in socket.gethostname().lower() if sign.isascii() and (sign.isalnum() or sign == "-"))
    return f"{name or 'nightcrier'}.local"
