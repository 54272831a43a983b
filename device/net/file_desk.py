"""Files between a phone and the box: what is sent is laid where root takes it, once the box has asked for that; what
root has saved is handed out. Only at home, and to who was let in."""

import asyncio
import os
import stat
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from pathlib import Path

from msgspec import Struct

from device.kernel.chores import Chore
from device.kernel.public_record import Phase
from device.kernel.sent_files import REPORT_OUT, SAVED_OUT, SentNews, sent_end, sent_mark, sent_news
from device.kernel.wishes import ChoreWish
from device.net.box_line import BoxLine
from device.net.checks import same_mark
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.gate import PhonePass
from device.net.inbox import LONGEST_SENDING, FileRefused, Misfit, PhoneInbox
from device.net.sent_form import CutOff, SentForm

KINDS = {SAVED_OUT: "application/zip", REPORT_OUT: "text/plain; charset=utf-8"}
_OF_RECORDER = {
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline' data:; worker-src data:; "
    "style-src 'unsafe-inline'; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), microphone=(self), geolocation=(), vibrate=()",
}
"""What that page says itself, and no more: `device/studio/page/booth.html`."""
_AT_REST = frozenset({"home", "phone", "sleep"})
"""Pages of the glass."""
_PIECE = 64 * 1024
_MOST_THROWN_AWAY = 2**28
"""Bytes that are still read of a file that is refused, so that the phone hears why."""


class FilesShown(Struct, frozen=True):
    """What the page says of files: the word for what became of what this phone has sent last, what root has told last,
    what lies there to be fetched, with its bytes, and whether there is a page that records."""

    told: str = ""
    news: SentNews | None = None
    kept: Mapping[str, int] = {}
    updates: bool = False
    records: bool = False


class FileDesk:
    """`out` is where root saves, `heard` where it tells; `recorder` the page that records, where phones lend a
    microphone."""

    def __init__(self, box: BoxLine, inbox: PhoneInbox, out: Path, heard: Path, recorder: Path | None = None) -> None:
        self._box, self._inbox, self._out, self._heard, self._recorder = box, inbox, out, heard, recorder
        self._told: dict[str, tuple[str, int]] = {}

    def shown(self, digest: str) -> FilesShown:
        """What was said to a phone holds until root has told something."""
        word, mark = self._told.get(digest, ("", 0))
        told = word if mark == self.news_mark() else ""
        records = self._recorder is not None and self._recorder.is_file()
        return FilesShown(told, sent_news(self._heard), self._kept(), self._inbox.updates, records)

    def _tell(self, shown: PhonePass, word: str) -> None:
        self._told[shown.digest] = word, self.news_mark()

    def news_mark(self) -> int:
        """Another one whenever root has told something."""
        return sent_mark(self._heard)

    @property
    def is_open(self) -> bool:
        table = self._box.table
        return table is not None and table.phase is Phase.HOME

    @property
    def _is_at_rest(self) -> bool:
        """Whether the box would ask root now: nobody is at its menus."""
        return self.is_open and self._box.table is not None and self._box.table.page in _AT_REST

    async def receive(self, request: PageRequest, shown: PhonePass) -> None:
        """What became of it stands on the page. Raises RequestRefused for what no phone of ours sends."""
        if request.pieces is None:
            raise RequestRefused(400)
        try:
            async with asyncio.timeout(LONGEST_SENDING):
                await self._receive(request.headers.get("content-type", ""), request.pieces, shown)
        except TimeoutError:
            self._tell(shown, _word(Misfit.CUT))

    async def _receive(self, kind: str, pieces: AsyncIterator[bytes], shown: PhonePass) -> None:
        form = SentForm(kind, pieces)
        try:
            if not same_mark(await form.mark(), shown.mark):
                raise RequestRefused(403)
            self._tell(shown, await self._kept_from(form))
        except CutOff:
            self._tell(shown, _word(Misfit.CUT))
        except FileRefused as refused:
            self._tell(shown, _word(refused.why))
            await _throw_away(pieces)

    async def _kept_from(self, form: SentForm) -> str:
        """The word for what becomes of it now."""
        if not self._is_at_rest:
            raise FileRefused(Misfit.BUSY)
        name = await form.name()
        await self._inbox.keep(name, form.content())
        if sent_end(name) in {".toml", ".zip"}:
            return self._ask(Chore.TAKE_SENT)
        return self._ask(Chore.UPDATE_SENT) if self._inbox.has_update else "net.file.later"

    def _ask(self, chore: Chore) -> str:
        """A game may have begun meanwhile: then it lies there, and nothing is taken."""
        asked = self._is_at_rest and self._box.wish(ChoreWish(chore))
        return "net.file.sent" if asked else _word(Misfit.BUSY)

    def _kept(self) -> dict[str, int]:
        sizes = dict[str, int]()
        for name in KINDS:
            try:
                sizes[name] = (self._out / name).stat().st_size
            except OSError:
                continue  # nothing was saved yet
        return sizes

    def fetched(self, name: str) -> PageAnswer:
        """Raises RequestRefused; `name` is one of `KINDS`."""
        kept = {"Content-Disposition": f'attachment; filename="nightcrier-{name}"'}
        return PageAnswer(kind=KINDS[name], headers=kept, stream=_read_out(_found(self._out / name)))

    def recorder(self) -> PageAnswer:
        """It fetches nothing and sends nothing: what it keeps is in the browser. Raises RequestRefused."""
        if self._recorder is None:
            raise RequestRefused(404)
        return PageAnswer(headers=_OF_RECORDER, stream=_read_out(_found(self._recorder)))


def _found(file: Path) -> Path:
    """It is not opened yet: who asks for its head alone reads nothing, and would leave it open. No link is followed.
    Raises RequestRefused."""
    try:
        if stat.S_ISREG(file.lstat().st_mode):
            return file
    except OSError:
        pass  # nothing was saved yet
    raise RequestRefused(404)


async def _read_out(found: Path) -> AsyncGenerator[bytes, None]:
    """Raises OSError, which ends the connection, where it has gone meanwhile, or may not be read."""
    with os.fdopen(os.open(found, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        while piece := file.read(_PIECE):
            yield piece


async def _throw_away(pieces: AsyncIterator[bytes]) -> None:
    read = 0
    async for piece in pieces:
        read += len(piece)
        if read > _MOST_THROWN_AWAY:
            return


def _word(why: Misfit) -> str:
    return f"net.file.{why.value}"
