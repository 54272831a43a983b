"""Finds the address and the name at which other devices in the home's network reach this machine.

If the machine makes its own Wi-Fi, the address is that in the Wi-Fi."""

import fcntl
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path

_INTERFACES = Path("/proc/self/net/dev")
"""The list of all interfaces. The unit takes /sys away, which tells how long the box works."""
_HEADINGS = 2
"""The lines above the first interface."""
_SIOCGIFFLAGS, _SIOCGIFADDR, _RUNNING = 0x8913, 0x8915, 0x40
"""The requests for the flags and for the address of an interface (linux/sockios.h), and the flag of one that carries.
The kernel takes and gives an `ifreq`: 16 bytes of name, then two of flags, or an address whose figures begin after four
bytes."""


def own_address() -> str:
    """Return the address with which this machine would reach other machines. Nothing is sent. If there is no route to
    the outside, return the address in a network in use, or else the machine's name. Return "" if the machine is in no
    network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))
        return str(way.getsockname()[0])
    return next(iter(own_addresses()), own_name() if networks_in_use() else "")


def own_addresses() -> list[str]:
    """Return the addresses that this machine has in its networks."""
    return [address for address in map(_address_in, networks_in_use()) if address]


def networks_in_use(interfaces: Path = _INTERFACES) -> list[str]:
    """Return the names of the interfaces with a cable or a Wi-Fi in use. The box's own Wi-Fi is included."""
    try:
        rows = interfaces.read_text("ascii").splitlines()[_HEADINGS:]
    except OSError:
        return []
    names = sorted(row.partition(":")[0].strip() for row in rows)
    return [name for name in names if name != "lo" and _carries(name)]


def _carries(interface: str) -> bool:
    """Say whether an interface is in use. For an interface that is switched off, the kernel returns an error."""
    return int.from_bytes(_ask_kernel(_SIOCGIFFLAGS, interface)[16:18], sys.byteorder) & _RUNNING != 0


def _address_in(interface: str) -> str:
    """Return the address of an interface, or "" if it has none. Netlink is not used, because the systemd unit forbids
    it."""
    told = _ask_kernel(_SIOCGIFADDR, interface)
    return socket.inet_ntoa(told[20:24]) if told else ""


def _ask_kernel(request: int, interface: str) -> bytes:
    """Return what the kernel tells of an interface, or nothing if it refuses."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        return fcntl.ioctl(way, request, struct.pack("256s", interface.encode()[:15]))
    return b""


def own_name() -> str:
    name = "".join(sign for sign in socket.gethostname().lower() if sign.isascii() and (sign.isalnum() or sign == "-"))
    return f"{name or 'nightcrier'}.local"
