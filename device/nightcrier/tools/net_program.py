"""Put the program of `nightcrier net` together: the page, the files that phones send, and the connections to the box
and to the broker."""

import asyncio
import logging
import shutil
import time
from functools import partial
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.chores import HANDED_OUT, OWN_WIFI_ADDRESS, SENT, TOLD
from nightcrier.kernel.clock import trusted_time
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import Folders, share
from nightcrier.kernel.program import Notifier
from nightcrier.kernel.settings import NetSettings
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.phone.box_line import BoxLine, tell_address
from nightcrier.phone.file_desk import FileDesk
from nightcrier.phone.site import LARGEST_FORM, STREAMED, Site
from nightcrier.web.companion import end_task, listen_ahead, listen_on, run_line
from nightcrier.web.doorstep import Doorstep
from nightcrier.web.gate import Gate, PhonePass
from nightcrier.web.own_certificate import own_certificate
from nightcrier.web.server import PageServer
from nightcrier.web.uploads import PhoneInbox

_log = logging.getLogger("nightcrier")
PROBED = 80
"""The port at which phones check whether a network leads to the internet."""
RECORDER = "record.html"
"""The file name of the recording page that `nightcrier voices page` writes, beside people's own settings."""


async def serve_page(door: Path, net: NetSettings, where: Folders) -> None:
    """Serve the page until the program gets a signal to stop. Raises NightcrierError when the port is in use, or when
    the connection to the box ends."""
    box, gate = BoxLine(door, time.monotonic), gate_of_phones(where)
    inbox = PhoneInbox(where.state / SENT.name, lambda folder: shutil.disk_usage(folder).free, updates=net.updates)
    desk = FileDesk(box, inbox, HANDED_OUT, TOLD, where.own / RECORDER if net.tls else None)
    words = share("assets") / "words"
    certificate = own_certificate(where.state, trusted_time()) if net.tls else None
    site = Site(box, gate, desk, words, time.monotonic, encrypted=net.tls)
    box.listen(lambda: tell_address(box, net.port, certificate.print if certificate else ""))
    serve = PageServer(site, largest_body=LARGEST_FORM, streamed=STREAMED, certificate=certificate).serve
    server = await listen_on(serve, net.port, "[net] port")
    _log.info("The page is served on port %d.", net.port)
    Notifier().ready()
    step = Doorstep(f"{'https' if certificate else 'http'}://{OWN_WIFI_ADDRESS}:{net.port}/")
    asked = await listen_ahead(PageServer(step).serve, OWN_WIFI_ADDRESS, PROBED)
    speaking = _speak_to_broker(box, net, desk, inbox, where) if net.mqtt.broker else None
    try:
        await run_line(box.run(), "box")
    finally:
        for each in (server, *([asked] if asked else [])):
            each.close()
        if speaking:
            await end_task(speaking)


def _speak_to_broker(
    box: BoxLine, net: NetSettings, desk: FileDesk, inbox: PhoneInbox, where: Folders
) -> asyncio.Task[None]:
    """Start the connection to the broker as a task beside the page. The page continues if this connection breaks."""
    from nightcrier.broker.topics import TableTopics
    from nightcrier.phone.broker_line import BrokerLine
    from nightcrier.phone.table_voice import TableVoice
    from nightcrier.phone.update_taker import HallOffer, UpdateTaker

    topics = TableTopics(net.mqtt.table, net.mqtt.discovery, net.hall.name)
    kept = ChoicesFile(DISK, where.runtime / "update.json", HallOffer)
    update = UpdateTaker(desk, inbox, kept, time.monotonic)
    voice = TableVoice(box, topics, share("assets") / "words", time.monotonic, net.hall.title, update.state)
    line = BrokerLine(net.mqtt, topics, box, voice, time.monotonic, _log.info, update if net.hall.name else None)
    speaking = asyncio.ensure_future(line.run())
    speaking.add_done_callback(_log_break)
    return speaking


def _log_break(speaking: asyncio.Task[None]) -> None:
    if not speaking.cancelled():
        _log.warning("The line to the broker broke (%r); the page goes on without it.", speaking.exception())


class KeptPhones(Struct, frozen=True):
    """The passes of the phones that are let in permanently."""

    passes: tuple[PhonePass, ...] = ()


def gate_of_phones(where: Folders) -> Gate:
    """Return the gate with the permanent passes, which are on the card, and the passes of this evening. The latter are
    in memory, which spares the card. They are lost with the power, like the clock by which they end. Without such a
    folder they are not kept."""
    for_good, evening = phones_file(where.state / "phones.json"), phones_file(where.runtime / "evening.json")
    keep = partial(keep_passes, for_good)
    if where.runtime == where.state:
        return Gate(time.monotonic(), read_passes(for_good), keep=keep)
    kept = *read_passes(for_good), *read_passes(evening)
    return Gate(time.monotonic(), kept, keep=keep, keep_evening=partial(keep_passes, evening))


def phones_file(path: Path) -> ChoicesFile[KeptPhones]:
    return ChoicesFile(DISK, path, KeptPhones, "every phone types a code again")


def read_passes(file: ChoicesFile[KeptPhones]) -> tuple[PhonePass, ...]:
    """Return the kept passes. A damaged file is logged and gives no passes, so people must type a code again."""
    kept, wrong = file.load()
    for fault in wrong:
        _log.warning("%s", fault)
    return kept.passes if kept else ()


def keep_passes(file: ChoicesFile[KeptPhones], passes: tuple[PhonePass, ...]) -> None:
    """Write the passes to the card. If the card cannot be written, the passes stay valid until this program ends."""
    if file.save(KeptPhones(passes)):
        _log.warning("The phones cannot be kept; they type a code again after a restart.")
