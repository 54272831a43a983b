"""`nightcrier net`: the second program beside the box, which serves its page in the home's network."""

import asyncio
import logging
import signal
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from device.box.folders import Folders, share, standard_folders
from device.box.remembered import read_settings
from device.commands.named import add_places, path_named, with_tried
from device.kernel.clock import RealClock
from device.kernel.errors import NightcrierError
from device.kernel.events import Fault
from device.kernel.files import DISK, write_atomically
from device.kernel.public_record import NET_SOCKET
from device.net.gate import PhonePass

_log = logging.getLogger("nightcrier")
_BACKLOG, _LONGEST_LINE = 32, 16 * 1024


def add_net_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--box", type=path_named, metavar="SOCKET", help="the box's door (in its runtime folder)", default=None
    )
    add_places(parser, "state", "config")


def do_net(arguments: Namespace) -> int:
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    where = with_tried(standard_folders(state=arguments.state), arguments)
    settings = read_settings(where.settings, RealClock(), list[Fault]())
    try:
        import h11  # noqa: F401 - said here, in one sentence
    except ImportError:
        raise NightcrierError("The page needs the library h11; fetch it with: sudo systemd/install --net") from None
    asyncio.run(_serve(arguments.box or where.runtime / NET_SOCKET, settings.net.port, where))
    return 0


async def _serve(door: Path, port: int, where: Folders) -> None:
    """Until it is told to stop."""
    from device.net.box_line import BoxLine
    from device.net.gate import Gate
    from device.net.server import PageServer, tell_address
    from device.net.site import Site

    box, file = BoxLine(door), where.state / "phones.json"
    gate = Gate(time.monotonic(), kept_passes(file))
    site = Site(box, gate, share("assets") / "words", time.monotonic, lambda passes: keep_passes(file, passes))
    box.listen(lambda: tell_address(box, port))
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    server = await asyncio.start_server(
        PageServer(site).serve, None, port, backlog=_BACKLOG, limit=_LONGEST_LINE, reuse_address=True
    )
    _log.info("The page is served on port %d.", port)
    calling = asyncio.ensure_future(box.run())
    await stopped.wait()
    calling.cancel()
    server.close()


def kept_passes(file: Path) -> list[PhonePass]:
    """Of the phones that were let in for good. Where the file is damaged, they type a code again."""
    try:
        return msgspec.json.decode(DISK.read(file), type=list[PhonePass])
    except (OSError, msgspec.DecodeError):
        return []


def keep_passes(file: Path, passes: tuple[PhonePass, ...]) -> None:
    """Where the card refuses, they hold until this program ends."""
    if write_atomically(DISK, file, msgspec.json.encode(passes)):
        _log.warning("The phones cannot be kept; they type a code again after a restart.")
