"""`nightcrier hall`: a third program, on one machine of a hall, which serves the organiser's page of all its tables."""

import asyncio
import logging
import shutil
import signal
import time
from argparse import ArgumentParser, Namespace
from functools import partial
from ipaddress import ip_address
from pathlib import Path

from device.box.folders import Folders, share, standard_folders
from device.commands.named import add_places, with_tried
from device.commands.net import (
    ended,
    keep_passes,
    kept_passes,
    listening_on,
    log_plainly,
    need_broker_library,
    need_page_library,
    told_settings,
)
from device.kernel.chance import SystemChance
from device.kernel.errors import NightcrierError
from device.kernel.files import DISK
from device.kernel.settings import NetSettings

_log = logging.getLogger("nightcrier")
LEAST_PASSWORD = 10


def add_hall_arguments(parser: ArgumentParser) -> None:
    add_places(parser, "state", "config")


def do_hall(arguments: Namespace) -> int:
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    net = told_settings(where).net
    if not net.hall.name or not net.mqtt.broker:
        raise NightcrierError(
            "The settings name no hall; write its name into [net.hall] and the broker into [net.mqtt]: docs/hall.md."
        )
    need_page_library()
    need_broker_library()
    asyncio.run(serve_hall(net, where, hall_password(net)))
    return 0


def hall_password(net: NetSettings) -> str:
    """Raises NightcrierError where there is none, or a short one: whoever has it speaks to all tables."""
    from device.net.mqtt.access import first_line

    if not net.hall.password_file:
        raise NightcrierError("The page of a hall needs a password; name its file in the settings: [net.hall].")
    password = first_line(Path(net.hall.password_file), "net.hall")
    if len(password) < LEAST_PASSWORD:
        raise NightcrierError(f"{net.hall.password_file} needs a password of {LEAST_PASSWORD} letters at least.")
    return password


async def serve_hall(net: NetSettings, where: Folders, password: str) -> None:
    """Until it is told to stop. Raises NightcrierError where the port cannot be had, and BadFile where the tournament
    cannot be gone on with."""
    from device.hall.dusk_caller import DuskCaller
    from device.hall.hall_desk import HallDesk
    from device.hall.hall_line import HallLine
    from device.hall.hall_site import LARGEST_FORM, STREAMED_TO_HALL, HallSite
    from device.hall.join_file import join_file
    from device.hall.tournament.tournament_desk import TournamentDesk
    from device.hall.tournament.tournament_file import TournamentFile
    from device.hall.tournament_site import TournamentSite
    from device.hall.update_shelf import UpdateShelf
    from device.net.gate import Gate
    from device.net.inbox import PhoneInbox
    from device.net.own_address import own_address
    from device.net.server import PageServer

    tournament = TournamentDesk(TournamentFile(DISK, where.state / "tournament.json"), _log.info)
    desk, file = HallDesk(net.hall.name, time.monotonic, tournament.hear), where.state / "organisers.json"
    dusk = DuskCaller(net.hall.name, f"{SystemChance().below(2**64):x}", time.monotonic)
    gate = Gate(time.monotonic(), kept_passes(file), most_tries=None)
    shelf = where.state / "update"
    inbox = PhoneInbox(shelf, lambda folder: shutil.disk_usage(folder).free, updates=True)
    site = HallSite(
        desk,
        gate,
        password,
        share("assets") / "words",
        time.monotonic,
        lambda name, title, here: join_file(net, _broker_for_boxes(net.mqtt.broker, here), name, title),
        dusk,
        TournamentSite(tournament, desk, SystemChance()),
        UpdateShelf(inbox, shelf, net.hall.port, own_address, time.monotonic),
        partial(keep_passes, file),
    )
    serve = PageServer(site, largest_body=LARGEST_FORM, streamed=STREAMED_TO_HALL).serve
    server = await listening_on(serve, net.hall.port, "[net.hall] port")
    _log.info("The page of the hall is served on port %d.", net.hall.port)
    calling = asyncio.ensure_future(HallLine(net.mqtt, desk, dusk, time.monotonic, _log.info).run())
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    stopping = asyncio.ensure_future(stopped.wait())
    await asyncio.wait({calling, stopping}, return_when=asyncio.FIRST_COMPLETED)
    server.close()
    if calling.done():
        raise NightcrierError(f"The line to the broker broke ({calling.exception()!r}); the page ends.")
    await ended(calling)


def _broker_for_boxes(broker: str, here: str) -> str:
    """Where it runs on this very machine, boxes find it where the organiser has found the page."""
    from device.net.own_address import own_name

    try:
        is_here = broker == "localhost" or ip_address(broker).is_loopback
    except ValueError:
        is_here = False
    return (here or own_name()) if is_here else broker
