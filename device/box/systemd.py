"""The box as a service. systemd is told that it is ready, alive, or stopping; without systemd nobody is. A box that
crashes is started again where it stood, but not for ever: the third crash in a row starts clean.

The count of crashes lies in the runtime folder, which is gone with the power: a pulled plug is no crash.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from device.kernel.files import Files, write_atomically
from device.kernel.ids import Seconds


class Notifier:
    """Datagrams to `$NOTIFY_SOCKET`. Never waits: if nobody reads, the eleventh message would block the loop."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.every = _every(environ)
        """How often `alive` must be called; None without a watchdog."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to_systemd:
            to_systemd.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)


def _every(environ: Mapping[str, str]) -> Seconds | None:
    """Twice in the time systemd waits, if it is this process that it watches."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    watched = environ.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    return int(microseconds) / 2_000_000 if watched and microseconds.isdecimal() and int(microseconds) else None


TOO_MANY = 3
CALM_AFTER: Seconds = 60.0
"""Whoever has run this long has not crashed because of its own state."""


class Crashes:
    """Counts the starts that did not end well. Nothing here may keep the box from starting."""

    def __init__(self, files: Files, path: Path) -> None:
        self._files, self._path = files, path
        self.crashed = files.exists(path)
        """Whether it was running a moment ago: only a proper stop takes the count away."""
        self.in_a_row = self._count()

    @property
    def start_clean(self) -> bool:
        """Whether the box crashed so often in a row that what it remembers must be the reason."""
        return self.in_a_row >= TOO_MANY

    def began(self) -> None:
        """Call at every start: until `calmed`, this start counts as one that crashed."""
        self._write(b"%d" % (1 if self.start_clean else self.in_a_row + 1))

    def calmed(self) -> None:
        """Call once after `CALM_AFTER` seconds of running."""
        self._write(b"0")

    def ended(self) -> None:
        """Call at a proper stop."""
        with suppress(OSError):
            self._files.remove(self._path)

    def _count(self) -> int:
        try:
            return max(0, int(self._files.read(self._path)[:4]))
        except (OSError, ValueError):
            return 0

    def _write(self, count: bytes) -> None:
        write_atomically(self._files, self._path, count)
