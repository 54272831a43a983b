"""Keeps the organizer's update for the tables in a folder, and sends it to every box that asks. The update is a public
release and holds no secrets."""

from collections.abc import AsyncGenerator, Callable
from ipaddress import ip_address
from pathlib import Path

import msgspec

from nightcrier.broker.hall_messages import SIGNATURE_PATH, UPDATE_PATH, UpdateSource, is_of_home, version_named
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, file_pieces
from nightcrier.web.gate import PhonePass
from nightcrier.web.own_address import own_name
from nightcrier.web.uploads import LONGEST_SENDING, FileRefused, PhoneInbox, SentForm, receive_file
from nightcrier_hall.frame import NotSent
from nightcrier_hall.tables_page import ShelvedUpdate

MOST_FETCHING = 4
"""The most boxes that may fetch the update at the same time over one network. Other boxes are refused, and ask
again."""
ENDS = {UPDATE_PATH: "", SIGNATURE_PATH: ".sig"}


class UpdateShelf:
    """Keeps the update and sends it. `own_address` is used if the organizer's browser shows no address that others can
    reach."""

    def __init__(
        self, inbox: PhoneInbox, folder: Path, port: int, own_address: Callable[[], str], clock: Callable[[], Seconds]
    ) -> None:
        self._inbox, self._folder, self._port = inbox, folder, port
        self._own_address, self._clock, self._fetching = own_address, clock, 0

    @property
    def update(self) -> ShelvedUpdate:
        file = self._inbox.update
        try:
            made = max((self._folder / f"{file}{end}").stat().st_mtime_ns for end in ENDS.values()) if file else 0
        except OSError:
            return ShelvedUpdate()  # just then another one came
        return ShelvedUpdate(file, made)

    def source(self, host: str) -> str:
        """Return the message that says where the update is. Tables reach this machine at the same `host` as the
        organizer. Raises NotSent."""
        update = self.update
        if not update.file:
            raise NotSent("net.hall.update.none")
        address = self.address(host)
        if not is_of_home(address):
            raise NotSent("net.hall.update.nowhere")
        return msgspec.json.encode(UpdateSource(address, self._port, update.file, update.made)).decode()

    def address(self, host: str) -> str:
        """Return the address at which others reach this machine. If the browser runs on this machine, `host` may be an
        address that only this machine can use."""
        host = host.lower()
        name = host.rpartition(":")[0].strip("[]") if host.rpartition(":")[2].isdecimal() else host.strip("[]")
        reached = is_of_home(name) and not ip_address(name).is_loopback
        return name if reached else self._own_address()

    def host_and_port(self, host: str) -> str:
        address = self.address(host) or own_name()
        return f"[{address}]:{self._port}" if ":" in address else f"{address}:{self._port}"

    async def receive(self, request: PageRequest, shown: PhonePass) -> str:
        """Receive a file, and return the key in `TOLD_UPDATE` for the result. Raises RequestRefused."""
        came = await receive_file(request, shown, self._keep_from)
        return "kind" if came in {Refusal.FILE_NAME, Refusal.BARRED} else came.rpartition(".")[2]

    async def _keep_from(self, form: SentForm) -> str:
        name = await form.name()
        if not version_named(name.removesuffix(ENDS[SIGNATURE_PATH])):
            raise FileRefused(Refusal.KIND)
        await self._inbox.keep(name, form.content())
        return "here" if self._inbox.update else "later"

    def hand_out(self, path: str) -> PageAnswer:
        """Send a file to anybody. Raises RequestRefused, also if too many boxes are already fetching the update."""
        file = self._inbox.update
        if not file:
            raise RequestRefused(404)
        if path == UPDATE_PATH and self._fetching >= MOST_FETCHING:
            raise RequestRefused(503)
        pieces = file_pieces(self._folder / f"{file}{ENDS[path]}")
        stream = self._count_fetch(pieces) if path == UPDATE_PATH else pieces
        return PageAnswer(kind="application/octet-stream", stream=stream)

    async def _count_fetch(self, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Yield the pieces of the file, and count the boxes that fetch. Raises TimeoutError if too many boxes have
        begun at the same moment, or if the box reads too slowly. The file then ends too early, and the box discards
        it."""
        if self._fetching >= MOST_FETCHING:
            raise TimeoutError
        end = self._clock() + LONGEST_SENDING
        self._fetching += 1
        try:
            async for piece in pieces:
                if self._clock() > end:
                    raise TimeoutError
                yield piece
        finally:
            self._fetching -= 1
