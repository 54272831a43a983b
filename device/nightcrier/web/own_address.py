"""Finds the address and the name at which other devices in the home's network reach this machine.

If the machine makes its own Wi-Fi, the address is that in the Wi-Fi."""

import re
import socket
from contextlib import suppress
from pathlib import Path

_ADDRESSES = Path("/proc/self/net/fib_trie")
"""The kernel's routing table, with each address of the machine. The unit hides /sys and forbids Netlink."""
_OWN = re.compile(r"\|-- (?!127\.)(\S+)\n +/32 host LOCAL")


def own_address() -> str:
    """Return the address with which this machine would reach other machines. Nothing is sent. If there is no route to
    the outside, return the address in a network in use. Return "" if the machine is in no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))
        return str(way.getsockname()[0])
    return next(iter(own_addresses()), "")


def own_addresses(table: Path = _ADDRESSES) -> list[str]:
    """Return the addresses that this machine has in its networks. Those of the box's own Wi-Fi come first."""
    with suppress(OSError):
        found = dict.fromkeys(_OWN.findall(table.read_text("ascii")))
        return sorted(found, key=lambda address: not address.startswith("10.42."))
    return []


def own_name() -> str:
    name = "".join(sign for sign in socket.gethostname().lower() if sign.isascii() and (sign.isalnum() or sign == "-"))
    return f"{name or 'nightcrier'}.local"
