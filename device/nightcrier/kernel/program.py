"""Describes the running program: how people call its commands, its groups, a folder that only one program may use, and
what it tells systemd: that it is ready, alive, or stopping.

Two programs in one folder would each find the other's journal broken. Every sentence names a command as people call it
on this machine."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from nightcrier import COMMIT, __version__
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Seconds

TOP = Path(__file__).parents[3]


def program_call(words: str, top: Path = TOP) -> str:
    """Return a command as people call it: `./run` in a checkout, or `nightcrier` if the program is installed."""
    return f"{'./run' if (top / 'run').is_file() else 'nightcrier'} {words}"


def program_version(commit: str = COMMIT, top: Path = TOP) -> str:
    """Return the program's version and commit, such as `0.2.0 (f7fc2df2f0)`. In a checkout git knows the commit."""
    if commit.startswith("$"):
        commit = _ask_git(top) if (top / ".git").exists() else ""
    return f"{__version__} ({commit[:10]})" if commit else __version__


def _ask_git(top: Path) -> str:
    import subprocess

    command = ("git", "-C", str(top), "rev-parse", "HEAD")
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.strip()  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""


SERVICE_GROUPS = ("gpio", "i2c", "audio", "input")
"""The Unix groups that the unit file of the service names."""


class FolderTaken(WrongUse):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder} is used by another Nightcrier that runs now: close that one first, or give this one a folder of "
            "its own (--state, or STATE_DIRECTORY)."
        )


@contextmanager
def claim_folder(folder: Path) -> Iterator[None]:
    """Claim a folder until the end of the block. Nothing is written into the folder, and the kernel frees it even after
    a crash. If the folder is missing or cannot be locked, the program continues without a claim. Raises FolderTaken."""
    with ExitStack() as held:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            held.callback(os.close, handle)
            _lock(handle, folder)
        yield


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FolderTaken(folder) from None


class Notifier:
    """Sends datagrams to `$NOTIFY_SOCKET` without waiting: if nobody read them, the eleventh would block the loop."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.every = _every(environ)
        """The seconds between two calls of `alive`, or None if systemd does not watch this process."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        import socket

        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to_systemd:
            to_systemd.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)


def _every(environ: Mapping[str, str]) -> Seconds | None:
    """Return half of the time that systemd waits for a sign of life, or None if it does not watch this process."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    watched = environ.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    return int(microseconds) / 2_000_000 if watched and microseconds.isdecimal() and int(microseconds) else None
