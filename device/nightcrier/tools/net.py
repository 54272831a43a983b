"""Run `nightcrier net`, the companion of a box, which serves a page in the home's network, and `nightcrier hall`, which
serves the organiser's page on one machine of a hall."""

import asyncio
import logging
import os
import shutil
import signal
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Coroutine
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from nightcrier.box.folders import Folders, share, standard_folders
from nightcrier.box.remembered import read_settings
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.chores import HANDED_OUT, SENT, TOLD
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import DISK
from nightcrier.kernel.settings import NetSettings, Settings
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.phone.box_line import BoxLine
from nightcrier.tools.command_line import add_places, path_named, with_tried
from nightcrier.web.gate import PhonePass
from nightcrier.wire.public_record import NET_SOCKET

if TYPE_CHECKING:
    from nightcrier.phone.file_desk import FileDesk
    from nightcrier.web.uploads import PhoneInbox


_log = logging.getLogger("nightcrier")
RECORDER = "record.html"
"""The recording page that `nightcrier voices page` writes, beside people's own settings."""
_LIBRARIES = (("page", "h11", "h11"), ("broker", "paho-mqtt", "paho.mqtt.client"))
_BACKLOG, _LONGEST_LINE = 32, 16 * 1024
_Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def add_net_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--box", type=path_named, metavar="SOCKET", help="the box's door (in its runtime folder)")
    add_places(parser, "state", "config")


def do_net(arguments: Namespace) -> int:
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    settings = read_own_settings(where)
    need_libraries(broker=bool(settings.net.mqtt.broker))
    asyncio.run(serve_page(arguments.box or where.runtime / NET_SOCKET, settings.net, where))
    return 0


def log_plainly() -> None:
    """Set up the log without asyncio's remarks on lost peers, with which anybody in the network could fill the log."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    logging.getLogger("asyncio").setLevel(logging.ERROR)


def need_libraries(*, broker: bool) -> None:
    """Raise NightcrierError when a library for the page or the broker is missing."""
    for part, library, module in _LIBRARIES if broker else _LIBRARIES[:1]:
        try:
            import_module(module)
        except ImportError:
            why = f"The {part} needs the library {library}; fetch it with: sudo systemd/install --net"
            raise NightcrierError(why) from None


def read_own_settings(where: Folders) -> Settings:
    """Read the settings, and log what is wrong in them, as the box does."""
    faults = list[Fault]()
    settings = read_settings(where.settings, RealClock(), faults)
    for fault in faults:
        LogWitness().fault(fault)
    return settings


async def serve_page(door: Path, net: NetSettings, where: Folders) -> None:
    """Serve the page until the program is told to stop. Raises NightcrierError when the port is taken or the line to
    the box breaks."""
    from nightcrier.phone.box_line import tell_address
    from nightcrier.phone.file_desk import FileDesk
    from nightcrier.phone.site import STREAMED, Site
    from nightcrier.web.gate import Gate
    from nightcrier.web.own_certificate import own_certificate
    from nightcrier.web.server import PageServer
    from nightcrier.web.uploads import PhoneInbox

    box, file = BoxLine(door, time.monotonic), phones_file(where.state / "phones.json")
    gate = Gate(time.monotonic(), read_passes(file), keep=lambda passes: keep_passes(file, passes))
    inbox = PhoneInbox(where.state / SENT.name, lambda folder: shutil.disk_usage(folder).free, updates=net.updates)
    desk = FileDesk(box, inbox, HANDED_OUT, TOLD, where.own / RECORDER if net.tls else None)
    words = share("assets") / "words"
    certificate = own_certificate(where.state) if net.tls else None
    site = Site(box, gate, desk, words, time.monotonic, encrypted=net.tls)
    box.listen(lambda: tell_address(box, net.port, certificate.print if certificate else ""))
    serve = PageServer(site, streamed=STREAMED, certificate=certificate).serve
    server = await listen_on(serve, net.port, "[net] port")
    _log.info("The page is served on port %d.", net.port)
    speaking = _speak_to_broker(box, net, desk, inbox) if net.mqtt.broker else None
    try:
        await run_line(box.run(), "box")
    finally:
        server.close()
        if speaking:
            await end_task(speaking)


async def run_line(line: Coroutine[None, None, None], to: str) -> None:
    """Run a line until the program is told to stop. Raises NightcrierError when the line ends by itself, which means
    that it broke."""
    calling = asyncio.ensure_future(line)
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    stopping = asyncio.ensure_future(stopped.wait())
    await asyncio.wait({calling, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if calling.done():
        raise NightcrierError(f"The line to the {to} broke ({calling.exception()!r}); the page ends.")
    await end_task(calling)


def _speak_to_broker(box: BoxLine, net: NetSettings, desk: "FileDesk", inbox: "PhoneInbox") -> asyncio.Task[None]:
    """Start the line to the broker beside the page. The page goes on when this line breaks."""
    from nightcrier.broker.topics import ClockTopics, TableTopics
    from nightcrier.phone.broker_line import BrokerLine
    from nightcrier.phone.dusk_voice import DuskVoice
    from nightcrier.phone.table_voice import TableVoice
    from nightcrier.phone.update_taker import UpdateTaker

    topics = TableTopics(net.mqtt.table, net.mqtt.discovery, net.hall.name)
    update = UpdateTaker(desk, inbox, time.monotonic)
    voice = TableVoice(box, topics, share("assets") / "words", time.monotonic, net.hall.title, update.state)
    dusk = DuskVoice(box, ClockTopics(net.hall.name, net.mqtt.table), time.monotonic) if net.hall.name else None
    line = BrokerLine(net.mqtt, topics, box, voice, time.monotonic, _log.info, dusk, update if net.hall.name else None)
    speaking = asyncio.ensure_future(line.run())
    speaking.add_done_callback(_log_break)
    return speaking


def _log_break(speaking: asyncio.Task[None]) -> None:
    if not speaking.cancelled():
        _log.warning("The line to the broker broke (%r); the page goes on without it.", speaking.exception())


async def end_task(speaking: asyncio.Task[None]) -> None:
    speaking.cancel()
    await asyncio.wait({speaking})


async def listen_on(serve: _Serve, port: int, key: str) -> asyncio.Server:
    """Listen on a port. `key` is the name of the port's setting. Raises NightcrierError when the port is taken."""
    try:
        return await asyncio.start_server(serve, None, port, backlog=_BACKLOG, limit=_LONGEST_LINE, reuse_address=True)
    except OSError as refused:
        why = os.strerror(refused.errno or 0)
        raise NightcrierError(
            f"Port {port} cannot be had ({why}); end what has it, or name another one in the settings: {key}."
        ) from None


class KeptPhones(Struct, frozen=True):
    """The passes of the phones that were let in for good."""

    passes: tuple[PhonePass, ...] = ()


def phones_file(path: Path) -> ChoicesFile[KeptPhones]:
    return ChoicesFile(DISK, path, KeptPhones, "every phone types a code again")


def read_passes(file: ChoicesFile[KeptPhones]) -> tuple[PhonePass, ...]:
    """Return the kept passes. A damaged file is logged and gives no passes, so that people type a code again."""
    kept, wrong = file.load()
    for fault in wrong:
        _log.warning("%s", fault)
    return kept.passes if kept else ()


def keep_passes(file: ChoicesFile[KeptPhones], passes: tuple[PhonePass, ...]) -> None:
    """Keep the passes. When the card refuses, the passes stay valid until this program ends."""
    if file.save(KeptPhones(passes)):
        _log.warning("The phones cannot be kept; they type a code again after a restart.")


LEAST_PASSWORD = 10


def add_hall_arguments(parser: ArgumentParser) -> None:
    add_places(parser, "state", "config")


def do_hall(arguments: Namespace) -> int:
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    net = read_own_settings(where).net
    if not net.hall.name or not net.mqtt.broker:
        raise NightcrierError(
            "The settings name no hall; write its name into [net.hall] and the broker into [net.mqtt]: docs/hall.md."
        )
    need_libraries(broker=True)
    from nightcrier.tools.hall_program import serve_hall

    asyncio.run(serve_hall(net, where, hall_password(net)))
    return 0


def hall_password(net: NetSettings) -> str:
    """Read the password. Raises NightcrierError when it is missing or short, because it lets people speak to all
    tables."""
    from nightcrier.broker.broker_talk import first_line

    if not net.hall.password_file:
        raise NightcrierError("The page of a hall needs a password; name its file in the settings: [net.hall].")
    password = first_line(Path(net.hall.password_file), "net.hall")
    if len(password) < LEAST_PASSWORD:
        raise NightcrierError(f"{net.hall.password_file} needs a password of {LEAST_PASSWORD} letters at least.")
    return password
