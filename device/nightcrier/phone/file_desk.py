"""Moves files between a phone and the box. If the box allows it, a file from a phone is put where root finds it. A file
that root has saved is sent to the phone. Files are moved only while nobody plays, and only for phones with a pass."""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.chores import (
    HALL_SETTINGS,
    REPORT_OUT,
    SAVED_OUT,
    Chore,
    ChoreDone,
    end_of_name,
    mark_of_news,
    read_sent_news,
)
from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.box_line import BoxLine
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, file_pieces
from nightcrier.web.gate import PhonePass
from nightcrier.web.uploads import TURN, FileRefused, PhoneInbox, SentForm, receive_file
from nightcrier.wire.wishes import ChoreWish, LookWish

KINDS = {SAVED_OUT: "application/zip", REPORT_OUT: "text/plain; charset=utf-8"}
_OF_RECORDER = {
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline' data:; worker-src data:; "
    "style-src 'unsafe-inline'; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), microphone=(self), geolocation=(), vibrate=()",
}
"""The headers of the recording page. They repeat the headers inside `device/nightcrier/takes/page/booth.html`."""
_LOOKED_AT, _LATER = "net.file.sent", "net.file.later"
_LETS_IN = re.compile(r"\Ahall(?:[ _-]?\(?[0-9]{1,3}\)?)?\.toml\Z", re.ASCII | re.IGNORECASE)
"""The names of the file with which a box joins a hall. A phone that has downloaded several such files adds numbers to
their names."""


class FilesShown(Struct, frozen=True):
    """Everything that the page shows about files. `told` is the result of the last file of this phone, and `news` is
    the last news of root. `kept` holds the saved files with their sizes in bytes. `records` says whether there is a
    recording page."""

    told: str = ""
    news: ChoreDone | None = None
    kept: Mapping[str, int] = {}
    updates: bool = False
    records: bool = False


class FileDesk:
    """Receives and sends files. Root saves files in the folder `out`, and writes its news into the folder `heard`.
    `recorder` is the recording page, if phones may record."""

    def __init__(self, box: BoxLine, inbox: PhoneInbox, out: Path, heard: Path, recorder: Path | None = None) -> None:
        self.box, self._inbox, self._out, self._heard, self._recorder = box, inbox, out, heard, recorder
        self._told: dict[str, tuple[str, int]] = {}
        self._looks = 0  # how often root was at what a phone has sent
        box.listen(self._look)

    def shown(self, digest: str) -> FilesShown:
        """Return what the page shows about files to a phone. The result of its last file is shown until root has news.
        While the box looks at a file, the page says so only until the glass is at rest again, because without root's
        program news would never come."""
        word, mark = self._told.get(digest, ("", 0))
        told = word if mark == self.news_mark() else ""
        records = self._recorder is not None and self._recorder.is_file()
        return FilesShown(told, self.news, self._kept(), self._inbox.updates, records)

    @property
    def marks(self) -> tuple[int, int]:
        """Return two numbers. At least one of them changes when the page has something new to show about files."""
        return self.news_mark(), self._looks

    def _look(self) -> None:
        looked_at = [digest for digest, (word, _) in self._told.items() if word == _LOOKED_AT]
        if looked_at and self.box.is_at_rest:
            self._looks += 1
            for digest in looked_at:
                del self._told[digest]

    def news_mark(self) -> int:
        """Return a number that changes when the program of root has written news about sent files."""
        return mark_of_news(self._heard)

    @property
    def news(self) -> ChoreDone | None:
        return read_sent_news(self._heard)

    async def while_at_home(self, pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
        """Yield the pieces of a file that a phone sends. Raises FileRefused when a game begins."""
        async for piece in pieces:
            if not self.box.is_at_home:
                raise FileRefused(Refusal.FILE_BUSY)
            yield piece

    async def _hand_out(self, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Yield the pieces of a file for a phone. Raises OSError when a game begins."""
        async with aclosing(pieces):
            async for piece in pieces:
                if not self.box.is_at_home:
                    raise ConnectionAbortedError
                yield piece

    async def receive(self, request: PageRequest, shown: PhonePass) -> None:
        """Receive a file from a phone; the page then shows the result. Raises RequestRefused for a form that no page of
        the program sends."""
        came = await receive_file(request, shown, self._keep_from)
        self._told[shown.digest] = came, self.news_mark()

    async def _keep_from(self, form: SentForm) -> str:
        """Keep a file, ask the box to use it, and return the key of the words for what comes next. Raises FileRefused,
        also if the box cannot use a file now."""
        if word := await self._answer(LookWish()):
            raise FileRefused(word)
        return await self._take(_LETS_IN.sub(HALL_SETTINGS, await form.name()), form.content())

    async def receive_names(self, digest: str, name: str, content: bytes) -> None:
        """Take the names that a phone gives to the roles of a game as a file that the phone has sent."""
        try:
            came: str = await self._answer(LookWish()) or await self._take(name, _in_one_piece(content))
        except FileRefused as refused:
            came = refused.word
        self._told[digest] = came, self.news_mark()

    async def _take(self, name: str, content: AsyncIterator[bytes]) -> str:
        await self._inbox.keep(name, self.while_at_home(content), TURN)
        if end_of_name(name) in {".toml", ".zip"}:
            return await self._answer(ChoreWish(Chore.TAKE_SENT)) or _LOOKED_AT
        return await self._answer(ChoreWish(Chore.UPDATE_SENT)) or _LOOKED_AT if self._inbox.update else _LATER

    async def _answer(self, wish: LookWish | ChoreWish) -> Refusal | None:
        """Ask the box whether it can use a file now, or ask it for a chore with the file that was sent."""
        answers = list[Refusal | None]()
        self.box.ask(wish, answers.append)
        return await self.box.wait_for_answer(answers)

    def forget(self, digest: str) -> None:
        """Stop showing the last file of a phone, because the phone has asked for a chore."""
        self._told.pop(digest, None)

    def _kept(self) -> dict[str, int]:
        sizes = dict[str, int]()
        for name in KINDS:
            with suppress(OSError):  # nothing was saved yet
                sizes[name] = (self._out / name).stat().st_size
        return sizes

    def fetched(self, name: str) -> PageAnswer:
        """Return a saved file; `name` is one of `KINDS`. Raises RequestRefused."""
        kept = {"Content-Disposition": f'attachment; filename="nightcrier-{name}"'}
        return PageAnswer(kind=KINDS[name], headers=kept, stream=self._hand_out(file_pieces(self._out / name)))

    def recorder(self) -> PageAnswer:
        """Return the recording page, which neither loads nor sends anything. Raises RequestRefused."""
        if self._recorder is None:
            raise RequestRefused(404)
        return PageAnswer(headers=_OF_RECORDER, stream=self._hand_out(file_pieces(self._recorder)))


async def _in_one_piece(content: bytes) -> AsyncGenerator[bytes, None]:
    yield content
