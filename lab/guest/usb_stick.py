"""Handles a stick in a socket: puts it in, pulls it, and reads what root tells the box about it."""

import glob
import json
import os

from moments import now, until

PLACE, NEWS = "/run/nightcrier-stick", "/run/nightcrier-told"
TOLD = f"{NEWS}/chore.json"
_SLOW = 60
"""The longest wait in seconds, because root's part is a program that must start on a slow processor."""


class Stick:
    def __init__(self) -> None:
        if not until(self.is_there, 600, 0.5):  # the machine's clock races while it waits for the host
            raise LookupError("no stick was put in")
        self._port = os.path.dirname(self._interfaces()[0]).rpartition(":")[0]

    def is_there(self) -> bool:
        return os.path.ismount(PLACE) and os.path.isdir(f"{PLACE}/nightcrier")

    def _interfaces(self) -> list[str]:
        classes = glob.glob("/sys/bus/usb/devices/*/bInterfaceClass")
        return [each for each in classes if _text(each) == "08"]

    def plug(self, on: bool) -> None:
        with open(f"{self._port}/authorized", "w") as file:
            file.write("1" if on else "0")

    def pull(self) -> bool:
        """Pull the stick, and return whether it is no longer mounted."""
        self.plug(False)
        return bool(until(lambda: not os.path.ismount(PLACE), _SLOW, 0.1))

    def put_in(self) -> float | None:
        """Put the stick in, and return the seconds until it can be read."""
        begun = now()
        self.plug(True)
        found = until(self.is_there, _SLOW, 0.05)
        return found - begun if found else None


def known() -> dict[str, object]:
    """Return what the box knows about the stick."""
    try:
        with open(f"{NEWS}/stick.json") as file:
            told: dict[str, object] = json.load(file)
    except FileNotFoundError:
        return {}
    return told


class News:
    """Reads what root tells the box about each finished chore."""

    def __init__(self) -> None:
        self._last = self._mark()

    def _mark(self) -> int:
        return os.stat(TOLD).st_ino if os.path.exists(TOLD) else 0

    def wait(self, seconds: float = 600) -> dict[str, object]:
        """Return the next news, or nothing if none comes."""
        if not until(lambda: self._mark() != self._last, seconds, 0.1):
            return {}
        self._last = self._mark()
        with open(TOLD) as file:
            told: dict[str, object] = json.load(file)
        return told


def mount_words() -> set[str]:
    """Return the mount options of the stick, or nothing if it is not mounted."""
    with open("/proc/mounts") as file:
        found = [line.split() for line in file if line.split()[1] == PLACE]
    return set(found[-1][3].split(",")) if found else set()


def _text(file: str) -> str:
    try:
        with open(file) as opened:
            return opened.read().strip()
    except OSError:
        return ""
