"""Tells systemd that the box is ready, alive, or stopping. Without systemd it tells nobody."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Datagrams to `$NOTIFY_SOCKET`. Never waits: if nobody reads, the eleventh message would block the loop."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
        microseconds = environ.get("WATCHDOG_USEC", "")
        self.every = int(microseconds) / 2_000_000 if microseconds.isdecimal() else None
        """How often `alive` must be called, in seconds; None without a watchdog."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        """From the main loop only: a loop that hangs must be found out."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to_systemd:
            to_systemd.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)
