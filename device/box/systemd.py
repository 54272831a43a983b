"""Tells systemd that the box is ready, alive, or stopping. Without systemd it tells nobody."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

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
