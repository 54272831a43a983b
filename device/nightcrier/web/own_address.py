"""Finds the address and the name at which other devices in the home's network reach this machine.

If the machine makes its own Wi-Fi, the address is that in the Wi-Fi."""

import fcntl
import socket
import struct
from contextlib import suppress
from pathlib import Path

_INTERFACES = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915
"""The request for the address of an interface (linux/sockios.h). The kernel reads and returns an `ifreq`: 16 bytes for
the name, and then an address whose digits begin after four bytes."""


def own_address() -> str:
    """Return the address with which this machine would reach other machines. Nothing is sent. If there is no route to
    the outside, return the address in a network in use, or else the machine's name. Return "" if the machine is in no
    network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))
        return str(way.getsockname()[0])
    networks = networks_in_use()
    addresses = filter(None, map(_address_in, networks))
    return next(addresses, own_name() if networks else "")


def networks_in_use(interfaces: Path = _INTERFACES) -> list[str]:
    """Return the names of the interfaces with a cable or a Wi-Fi in use. The box's own Wi-Fi is included."""
    return [each.name for each in sorted(interfaces.glob("*")) if each.name != "lo" and _carries(each)]


def _carries(interface: Path) -> bool:
    """Say whether an interface is in use. For an interface that is switched off, the kernel returns an error."""
    try:
        return (interface / "carrier").read_text("ascii").strip() == "1"
    except OSError:
        return False


def _address_in(interface: str) -> str:
    """Return the address of an interface, or "" if it has none. Netlink is not used, because the systemd unit forbids
    it."""
    asked = struct.pack("256s", interface.encode()[:15])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        return socket.inet_ntoa(fcntl.ioctl(way, _SIOCGIFADDR, asked)[20:24])
    return ""


def own_name() -> str:
    name = "".join(sign for sign in socket.gethostname().lower() if sign.isascii() and (sign.isalnum() or sign == "-"))
    return f"{name or 'nightcrier'}.local"
