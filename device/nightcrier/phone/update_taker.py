"""Fetches the update that a hall has for its boxes, in the home's network, and asks root to install it.

The file is fetched by plain HTTP into the folder for files from phones. Each file is requested once, and no redirect is
followed. There are limits for an answer that is slow, long or unusual. Updates are fetched only if the settings of the
box allow them, and while nobody plays."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TypeAlias

import h11
from msgspec.structs import asdict, replace

from nightcrier import __version__
from nightcrier.broker.hall_messages import (
    LASTING,
    MOST_REASON,
    SIGNATURE_PATH,
    UPDATE_PATH,
    UpdateSource,
    UpdateState,
    read_source,
    version_named,
)
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.refusal import FOR_NOW, Allowance, Refusal
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.phone.box_line import HearAnswer
from nightcrier.phone.file_desk import FileDesk
from nightcrier.web.exchange import LARGEST_HEAD, READING
from nightcrier.web.uploads import CutOff, FileRefused, PhoneInbox
from nightcrier.wire.wishes import ChoreWish, LookWish

Fetch: TypeAlias = Callable[[str, int, str], AbstractAsyncContextManager[AsyncIterator[bytes]]]
_PIECE = 64 * 1024
_ENDS = frozenset({b"content-length", b"transfer-encoding"})
"""Headers that say where the answer ends. One of them is needed, because otherwise a file that was cut off would look
complete."""


@asynccontextmanager
async def fetch_file(host: str, port: int, path: str) -> AsyncIterator[AsyncIterator[bytes]]:
    """Yield the pieces of a file. Raises CutOff if the file does not come completely, also while the pieces are
    read."""
    try:
        async with asyncio.timeout(READING):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        raise CutOff from None
    try:
        answer = _Answer(reader)
        writer.write(answer.ask_for(f"[{host}]" if ":" in host else host, port, path))
        await answer.begin()
        yield answer.pieces()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


class _Answer:
    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_HEAD)

    def ask_for(self, host: str, port: int, path: str) -> bytes:
        headers = [("Host", f"{host}:{port}"), ("Connection", "close")]
        asked = self._talk.send(h11.Request(method="GET", target=path, headers=headers)) or b""
        return asked + (self._talk.send(h11.EndOfMessage()) or b"")

    async def begin(self) -> None:
        """Read the head of the answer. Raises CutOff, also for a redirect."""
        head = await self._next()
        if not isinstance(head, h11.Response) or head.status_code != 200 or _ENDS.isdisjoint(dict(head.headers)):
            raise CutOff

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield the pieces of the file until its end. Raises CutOff."""
        while not isinstance(part := await self._next(), h11.EndOfMessage):
            if not isinstance(part, h11.Data):
                raise CutOff
            yield bytes(part.data)

    async def _next(self) -> object:
        try:
            async with asyncio.timeout(READING):
                while (event := self._talk.next_event()) is h11.NEED_DATA:
                    self._talk.receive_data(await self._reader.read(_PIECE))
        except (OSError, TimeoutError, h11.RemoteProtocolError):
            raise CutOff from None
        return event


FETCHES, FETCHES_A_SECOND = 5, 1 / 1800
"""The number of files that may be fetched at once, and the number of further files in a second. There is a limit
because writing wears out the microSD card."""

NO_ROOT = "Nothing on this box installs updates."


class HallOffer(UpdateSource, frozen=True):
    """An update as an organizer offers it. Another order for the same update has another `mark`. `told` is root's
    latest news at the time when root was asked, or None while no news of root is awaited."""

    mark: bytes = b""
    told: int | None = None


class UpdateTaker:
    """Tries each offer once. The hall asks again and again, until the box reports the new version. A fetch that was cut
    off is started again. A file that is already on the box is not fetched again. The offer is `kept` when root is
    asked, because an installer restarts this program before it says why the update failed."""

    def __init__(
        self,
        desk: FileDesk,
        inbox: PhoneInbox,
        kept: ChoicesFile[HallOffer],
        clock: Callable[[], float],
        fetch: Fetch = fetch_file,
    ) -> None:
        self._desk, self._inbox, self._kept, self._clock, self._fetch = desk, inbox, kept, clock, fetch
        self._fetches = Allowance(FETCHES, FETCHES_A_SECOND, clock())
        self._offer, _ = kept.load()
        self._refused, self._reason, self._misfit, self._is_tried = 0, "", "", self._offer is not None
        self._fetching: asyncio.Task[None] | None = None

    def state(self) -> UpdateState:
        """Return the state of updates on this box. After root was asked, only root's first news is about the update."""
        offer = self._offer
        if offer and offer.told is not None and self._desk.news_mark() != offer.told:
            news, self._offer = self._desk.news, replace(offer, told=None)
            self._is_tried = news is not None and news.chore is Chore.UPDATE_SENT
            if self._is_tried and news and not news.good:
                self._refused, self._reason = offer.made, " ".join(news.reasons)[:MOST_REASON]
        return UpdateState(__version__, self._inbox.updates, self._refused, self._reason, self._misfit)

    @property
    def is_fetching(self) -> bool:
        return self._fetching is not None and not self._fetching.done()

    def hear(self, payload: bytes, answered: HearAnswer, mark: bytes = b"") -> None:
        """Use the address of an update in a message. The answer is None if this box already runs that version, or else
        the reason why it does not."""
        source = read_source(payload)
        if source is None or not self._inbox.updates:
            answered(Refusal.ABSENT)
        elif version_named(source.file) == __version__:
            answered(None)
        else:
            offer = HallOffer(**asdict(source), mark=mark)
            self._desk.box.ask(LookWish(), lambda word: answered(word or self._take_up(offer)))

    def _take_up(self, offer: HallOffer) -> Refusal:
        if self.is_fetching:
            return Refusal.BUSY
        is_new = self._offer is None or replace(self._offer, told=None) != offer
        if is_new:
            self._offer, self._is_tried = offer, False
            self._refused, self._reason, self._misfit = 0, "", ""
        self.state()
        if is_new or not (self._is_tried or self._inbox.update == offer.file):
            self._fetching = asyncio.ensure_future(self._take(offer))
        elif not self._is_tried:
            self._ask(offer)
        return Refusal.UPDATE if self._refused == offer.made else Refusal.BUSY

    async def _take(self, offer: HallOffer) -> None:
        """Fetch the update and its signature, and ask root to install them. Only a lasting reason for a failure is
        reported, because the hall asks again. If the hall serves too many other boxes, it says so before the first
        piece."""
        try:
            async with self._fetch(offer.host, offer.port, UPDATE_PATH) as pieces:
                await self._inbox.keep(offer.file, self._desk.while_at_home(self._count_fetch(pieces)))
            async with self._fetch(offer.host, offer.port, SIGNATURE_PATH) as pieces:
                await self._inbox.keep(f"{offer.file}.sig", self._desk.while_at_home(pieces))
        except CutOff:
            return
        except FileRefused as refused:
            self._misfit = refused.word if refused.word in LASTING else self._misfit
            return
        if self._inbox.update == offer.file:  # no phone has sent something else meanwhile
            self._misfit = ""
            self._ask(offer)

    async def _count_fetch(self, pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
        """Yield the pieces, and count the file at its first piece. Raises FileRefused if too many files were
        fetched."""
        counted = False
        async for piece in pieces:
            if not (counted or self._fetches.takes(self._clock())):
                raise FileRefused(Refusal.FILE_BUSY)
            counted = True
            yield piece

    def _ask(self, offer: HallOffer) -> None:
        asked = replace(offer, told=self._desk.news_mark())

        def answered(word: Refusal | None) -> None:
            if word is None:
                self._offer, self._is_tried = asked, True
                self._kept.save(asked)
            elif word not in FOR_NOW:
                self._refused, self._reason, self._is_tried = offer.made, NO_ROOT, True

        self._desk.box.ask(ChoreWish(Chore.UPDATE_SENT), answered)
