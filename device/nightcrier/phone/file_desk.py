"""Carries files between a phone and the box. A file from a phone is laid where root takes it, once the box allows that;
a file that root has saved is handed out. Files are carried only while nobody plays, and only for phones with a pass."""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from functools import partial
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.chores import (
    HALL_SETTINGS,
    REPORT_OUT,
    SAVED_OUT,
    Chore,
    SentNews,
    end_of_name,
    mark_of_sent,
    read_sent_news,
)
from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.box_line import BoxLine, HearAnswer
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, file_pieces
from nightcrier.web.gate import PhonePass
from nightcrier.web.uploads import FileRefused, PhoneInbox, SentForm, receive_file
from nightcrier.wire.wishes import ChoreWish, LookWish

KINDS = {SAVED_OUT: "application/zip", REPORT_OUT: "text/plain; charset=utf-8"}
_OF_RECORDER = {
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline' data:; worker-src data:; "
    "style-src 'unsafe-inline'; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), microphone=(self), geolocation=(), vibrate=()",
}
"""The headers of the page that records, which repeat what `device/nightcrier/studio/page/booth.html` itself says."""
_LOOKED_AT, _LATER = "net.file.sent", "net.file.later"
_LETS_IN = re.compile(r"\Ahall(?:[ _-]?\(?[0-9]{1,3}\)?)?\.toml\Z", re.ASCII | re.IGNORECASE)
"""The names of the file by which a box joins a hall. A phone numbers files that it fetched for several boxes."""


class FilesShown(Struct, frozen=True):
    """All that the page says of files: the word for what became of the last file of this phone, the last news of root,
    the saved files with their bytes, and whether there is a page that records."""

    told: str = ""
    news: SentNews | None = None
    kept: Mapping[str, int] = {}
    updates: bool = False
    records: bool = False


class FileDesk:
    """Takes and hands out files. Root saves files in the folder `out`, and tells its news in the folder `heard`.
    `recorder` is the page that records, if phones lend a microphone."""

    def __init__(self, box: BoxLine, inbox: PhoneInbox, out: Path, heard: Path, recorder: Path | None = None) -> None:
        self._box, self._inbox, self._out, self._heard, self._recorder = box, inbox, out, heard, recorder
        self._told: dict[str, tuple[str, int]] = {}
        self._looks = 0  # how often root was at what a phone has sent
        box.listen(self._look)

    def shown(self, digest: str) -> FilesShown:
        """Return what the page says of files to a phone. The word for its last file is shown until root has news. The
        word that the box looks at a file is shown only until the glass is at rest again, because without root no news
        ever come."""
        word, mark = self._told.get(digest, ("", 0))
        told = word if mark == self.news_mark() else ""
        records = self._recorder is not None and self._recorder.is_file()
        return FilesShown(told, self.news, self._kept(), self._inbox.updates, records)

    @property
    def marks(self) -> tuple[int, int]:
        """Two numbers, one of which changes whenever the page has something new to say."""
        return self.news_mark(), self._looks

    def _look(self) -> None:
        looked_at = [digest for digest, (word, _) in self._told.items() if word == _LOOKED_AT]
        if looked_at and self._box.is_at_rest:
            self._looks += 1
            for digest in looked_at:
                del self._told[digest]

    def news_mark(self) -> int:
        """Return a number that changes whenever the program that runs as root has told something new about sent
        files."""
        return mark_of_sent(self._heard)

    @property
    def news(self) -> SentNews | None:
        return read_sent_news(self._heard)

    async def while_at_home(self, pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
        """Give the pieces of a file that comes in, until a game begins. Raises FileRefused."""
        async for piece in pieces:
            if not self._box.is_at_home:
                raise FileRefused(Refusal.FILE_BUSY)
            yield piece

    async def _hand_out(self, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Give the pieces of a file that goes out, until a game begins. Raises OSError."""
        async with aclosing(pieces):
            async for piece in pieces:
                if not self._box.is_at_home:
                    raise ConnectionAbortedError
                yield piece

    async def receive(self, request: PageRequest, shown: PhonePass, *, joins: bool) -> None:
        """Take a file from a phone; the page tells what became of the file. `joins` says whether this phone may let the
        box into a hall. Raises RequestRefused for a form that no page of the program sends."""
        came = await receive_file(request, shown, partial(self._keep_from, joins=joins))
        self._told[shown.digest] = came, self.news_mark()

    async def _keep_from(self, form: SentForm, *, joins: bool) -> str:
        """Keep a file, ask the box to use the file, and return the word for what comes next. Raises FileRefused, also
        if the box would not take a file now."""
        if word := await self._answer(LookWish()):
            raise FileRefused(word)
        name = _LETS_IN.sub(HALL_SETTINGS, await form.name())
        if name == HALL_SETTINGS and not joins:
            raise FileRefused(Refusal.CODE)
        await self._inbox.keep(name, self.while_at_home(form.content()))
        if end_of_name(name) in {".toml", ".zip"}:
            return await self._answer(ChoreWish(Chore.TAKE_SENT)) or _LOOKED_AT
        return await self._answer(ChoreWish(Chore.UPDATE_SENT)) or _LOOKED_AT if self._inbox.update else _LATER

    def ask(self, wish: LookWish | ChoreWish, answered: HearAnswer) -> None:
        """Ask the box whether it would take a file now, or ask for a chore with the file that was sent."""
        self._box.ask(wish, answered)

    async def _answer(self, wish: LookWish | ChoreWish) -> Refusal | None:
        answers = list[Refusal | None]()
        self.ask(wish, answers.append)
        return await self._box.wait_for_answer(answers)

    def forget(self, digest: str) -> None:
        """Say no more about the last file of a phone, since the phone has asked for a chore."""
        self._told.pop(digest, None)

    def _kept(self) -> dict[str, int]:
        sizes = dict[str, int]()
        for name in KINDS:
            try:
                sizes[name] = (self._out / name).stat().st_size
            except OSError:
                continue  # nothing was saved yet
        return sizes

    def fetched(self, name: str) -> PageAnswer:
        """Return a saved file; `name` is one of `KINDS`. Raises RequestRefused."""
        kept = {"Content-Disposition": f'attachment; filename="nightcrier-{name}"'}
        return PageAnswer(kind=KINDS[name], headers=kept, stream=self._hand_out(file_pieces(self._out / name)))

    def recorder(self) -> PageAnswer:
        """Return the page that records, which fetches and sends nothing. Raises RequestRefused."""
        if self._recorder is None:
            raise RequestRefused(404)
        return PageAnswer(headers=_OF_RECORDER, stream=self._hand_out(file_pieces(self._recorder)))
