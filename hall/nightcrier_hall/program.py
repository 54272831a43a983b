"""Puts the organizer's program together: the files in its folder, its page, and its connection to the broker."""

import logging
import shutil
import time
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.folders import Folders, share
from nightcrier.kernel.settings import NetSettings
from nightcrier.web.companion import listen_on, run_line
from nightcrier.web.gate import Gate
from nightcrier.web.own_address import own_address, own_name
from nightcrier.web.server import PageServer
from nightcrier.web.uploads import PhoneInbox
from nightcrier_hall.accounts import write_accounts
from nightcrier_hall.desk import HallDesk
from nightcrier_hall.entrance import HallEntrance
from nightcrier_hall.line import HallLine
from nightcrier_hall.organisers_file import OrganisersFile
from nightcrier_hall.results import ResultsDesk
from nightcrier_hall.site import LARGEST_FORM, BoxesSite, HallSite, join_file
from nightcrier_hall.tables_page import UPLOAD
from nightcrier_hall.tables_site import TablesSite
from nightcrier_hall.update_shelf import UpdateShelf

_log = logging.getLogger("nightcrier")


async def serve_hall(net: NetSettings, where: Folders, password: str) -> None:
    """Serve the hall until the program gets a signal to stop. Raises NightcrierError when the port is in use."""
    results = ResultsDesk(where.state / "results.json", _log.info)
    desk = HallDesk(net.hall.name, time.monotonic, results.hear, f"{SystemChance().below(2**64):x}-")
    entrance, shelf = _entrance(where, password), _update_shelf(net, where)

    def join(name: str, title: str, here: str) -> bytes:
        return join_file(net, _broker_for_boxes(net.mqtt.broker, here), name, title)

    site = HallSite(entrance, TablesSite(entrance, desk, results, shelf), BoxesSite(entrance, desk, shelf, join))
    serve = PageServer(site, largest_body=LARGEST_FORM, streamed=frozenset({UPLOAD})).serve
    server = await listen_on(serve, net.hall.port, "[net.hall] port")
    _log.info("The page of the hall is served on port %d.", net.hall.port)
    try:
        line = HallLine(net.mqtt, desk, results.look, time.monotonic, _log.info)
        await run_line(line.run(), "broker")
    finally:
        results.look()
        server.close()


def tell_accounts(net: NetSettings, folder: Path, tables: Sequence[str]) -> None:
    """Write the accounts of the hall and of these tables, each given as a name or as `name=title`, and print a
    confirmation."""
    named = (table.partition("=") for table in tables)
    titles = {name: " ".join(title.split()) for name, _, title in named}
    names = write_accounts(folder, net, _broker_for_boxes(net.mqtt.broker, ""), titles)
    print(f"{folder} has the accounts of the hall and of {len(names)} tables; docs/hall.md says where each file goes.")


def _entrance(where: Folders, password: str) -> HallEntrance:
    file = OrganisersFile(where.state / "organisers.json", password, _log.warning)
    gate = Gate(time.monotonic(), file.read(), most_tries=None, keep=file.write)
    return HallEntrance(gate, password, share("assets") / "words", time.monotonic)


def _update_shelf(net: NetSettings, where: Folders) -> UpdateShelf:
    folder = where.state / "update"
    inbox = PhoneInbox(folder, lambda place: shutil.disk_usage(place).free, updates=True)
    return UpdateShelf(inbox, folder, net.hall.port, own_address, time.monotonic)


def _broker_for_boxes(broker: str, here: str) -> str:
    """Return the address at which boxes reach the broker. If the broker runs on this machine, this is the address of
    the page."""
    try:
        is_here = broker == "localhost" or ip_address(broker).is_loopback
    except ValueError:
        is_here = False
    return (here or own_name()) if is_here else broker
