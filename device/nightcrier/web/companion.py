"""Shares the code of both companions: reads the settings, writes the log, listens on a port, and keeps a connection
open."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Coroutine

from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.faults import Part, fault_of, log_fault
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.refusal import Allowance
from nightcrier.kernel.settings import Settings
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES

_log = logging.getLogger("nightcrier")
_BACKLOG, _LONGEST_LINE = 32, 16 * 1024
_FREEBIND = 15
"""The option of Linux (ip(7)) to listen at an address that the machine does not have yet."""
_Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def log_plainly() -> None:
    """Set up the log without asyncio's messages about lost connections. Anybody in the network could otherwise fill the
    log."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    logging.getLogger("asyncio").setLevel(logging.ERROR)


def read_own_settings(where: Folders) -> Settings:
    """Read the settings, and log the errors in them like the box."""
    settings, wrong = load_settings(DISK, where.settings, LANGUAGES)
    for fault in wrong:
        log_fault(fault_of(0.0, Part.CONFIG, fault))
    return settings


class LoopFaults:
    """Logs errors in the loop. The error that a connection cannot be accepted is logged once a minute. asyncio would
    report it with a traceback for each of many tries, and strangers could fill the log."""

    def __init__(self, now: float) -> None:
        self._shortages = Allowance(1, 1 / 60, now)

    def tell(self, loop: asyncio.AbstractEventLoop, told: dict[str, object]) -> None:
        fault = told.get("exception")
        if isinstance(fault, OSError) and "socket" in told:
            if self._shortages.takes(loop.time()):
                _log.warning("No connection can be taken now (%s).", fault.strerror)
        elif not isinstance(fault, asyncio.CancelledError):  # that one only says that the program ends
            loop.default_exception_handler(told)


async def listen_on(serve: _Serve, port: int, key: str) -> asyncio.Server:
    """Listen on a port. `key` is the name of the port's setting. Raises NightcrierError when the port is in use."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(LoopFaults(loop.time()).tell)
    try:
        return await asyncio.start_server(serve, None, port, backlog=_BACKLOG, limit=_LONGEST_LINE, reuse_address=True)
    except OSError as refused:
        why = os.strerror(refused.errno or 0)
        raise NightcrierError(
            f"Port {port} cannot be had ({why}); end what has it, or name another one in the settings: {key}."
        ) from None


async def listen_ahead(serve: _Serve, address: str, port: int) -> asyncio.Server | None:
    """Listen only at one address, even while the machine does not have it yet. Return None if that is refused."""
    place = socket.socket()
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.setsockopt(socket.IPPROTO_IP, _FREEBIND, 1)
        place.bind((address, port))
        return await asyncio.start_server(serve, sock=place, backlog=_BACKLOG, limit=_LONGEST_LINE)
    except OSError as refused:
        place.close()
        _log.warning("Port %d of %s cannot be had (%s).", port, address, refused.strerror)
        return None


async def run_line(line: Coroutine[None, None, None], to: str) -> None:
    """Run a line until the program gets a signal to stop. Raises NightcrierError when the line ends by itself."""
    calling = asyncio.ensure_future(line)
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    stopping = asyncio.ensure_future(stopped.wait())
    await asyncio.wait({calling, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if calling.done():
        raise NightcrierError(f"The line to the {to} broke ({calling.exception()!r}); the page ends.")
    await end_task(calling)


async def end_task(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})
