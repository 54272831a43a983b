"""Receives a file that is sent to a page, piece by piece, and puts it into one folder.

A form holds the mark of the pass first, and one file after the mark, and nothing else; any other form is refused.
Whatever came, the result is a word.

The folder receives one file at a time, at most as large as its kind may be. The file is streamed to the disk, and
appears only when it is whole. The folder holds one file to take, or an update and its signature."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from nightcrier.kernel.chores import LEFT_FREE, MOST_SENT, SIGNATURE_END, UPDATE_END, end_of_name
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import PageRequest, RequestRefused
from nightcrier.web.gate import PhonePass, same_mark

_NAME = re.compile(r"[^./\\\x00-\x1f\x7f][^/\\\x00-\x1f\x7f]{0,90}")
_LONGEST_NAME = 100
"""The longest name of a file, in bytes."""
_PART = ".part"
LONGEST_SENDING: Seconds = 1800.0
"""The longest time for sending one file. No other phone can send meanwhile."""
_BEGINS = {".zip": b"PK\3\4", UPDATE_END: b"\xfd7zXZ\0", SIGNATURE_END: b"-----BEGIN SSH SIGNATURE-----"}


class FileRefused(Exception):
    """A file is refused and not kept, for the reason in `word`."""

    def __init__(self, word: Refusal) -> None:
        super().__init__(word)
        self.word = word


class PhoneInbox:
    """Keeps the files that phones send. `updates` says whether an update may come in; `free` tells the free bytes."""

    def __init__(self, folder: Path, free: Callable[[Path], int], *, updates: bool) -> None:
        self._folder, self._free, self.updates = folder, free, updates
        self._busy = False

    async def keep(self, name: str, content: AsyncIterator[bytes]) -> None:
        """Keep a file by this name. Raises FileRefused."""
        end = self._end(name)
        if self._busy:
            raise FileRefused(Refusal.FILE_BUSY)
        self._busy, part = True, self._folder / _PART
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.unlink(missing_ok=True)  # of a program whose power went
            async with asyncio.timeout(LONGEST_SENDING):
                await self._write(part, content, MOST_SENT[end])
            _check_beginning(part, end)
            self._make_room(end)
            part.replace(self._folder / name)
        except TimeoutError:
            raise FileRefused(Refusal.CUT) from None
        except OSError:
            raise FileRefused(Refusal.FULL) from None
        finally:
            self._busy = False
            with suppress(OSError):
                part.unlink(missing_ok=True)

    @property
    def update(self) -> str:
        """The name of the update that lies in the folder with its signature; empty without one."""
        names = self._names()
        return next((name for name in names if name.endswith(UPDATE_END) and f"{name}.sig" in names), "")

    def _end(self, name: str) -> str:
        """Return the end of a name, if a file of that name may be kept. Raises FileRefused."""
        end = end_of_name(name)
        if not _NAME.fullmatch(name) or len(name.encode()) > _LONGEST_NAME:
            raise FileRefused(Refusal.FILE_NAME)
        if not end:
            raise FileRefused(Refusal.KIND)
        if end in {UPDATE_END, SIGNATURE_END} and not self.updates:
            raise FileRefused(Refusal.BARRED)
        return end

    def _make_room(self, end: str) -> None:
        """Remove the earlier files. Only an update and its signature stay together."""
        stays = {UPDATE_END: SIGNATURE_END, SIGNATURE_END: UPDATE_END}.get(end)
        for name in self._names():
            if name != _PART and end_of_name(name) != stays:
                (self._folder / name).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        return [each.name for each in self._folder.iterdir()] if self._folder.is_dir() else []

    async def _write(self, part: Path, content: AsyncIterator[bytes], most: int) -> None:
        with part.open("xb") as file:
            async for piece in content:
                if file.tell() + len(piece) > most:
                    raise FileRefused(Refusal.LARGE)
                if self._free(self._folder) - len(piece) < LEFT_FREE:
                    raise FileRefused(Refusal.FULL)
                file.write(piece)
            file.flush()
            await asyncio.to_thread(os.fsync, file.fileno())  # the clock of a hall answers meanwhile


def _check_beginning(part: Path, end: str) -> None:
    """Check that the first bytes of a file fit its kind. A text has no zero byte."""
    with part.open("rb") as file:
        first = file.read(64)
    begins = _BEGINS.get(end)
    if not (first.startswith(begins) if begins else b"\0" not in first):
        raise FileRefused(Refusal.KIND)


_BOUNDARY = re.compile(r'multipart/form-data; *boundary="?([A-Za-z0-9\'()+_,./:=?-]{1,70})"?', re.ASCII)
_MARK = re.compile(rb'content-disposition: *form-data; *name="mark"', re.IGNORECASE)
_FILE = re.compile(rb'content-disposition: *form-data; *name="file"; *filename="([^"\r\n]*)"', re.IGNORECASE)
_LONGEST_HEAD, _LONGEST_MARK = 1024, 128
_T = TypeVar("_T")
_MOST_THROWN_AWAY = 2**28
"""The most bytes that are still read of a refused file. Its sender hears the reason only after sending the file."""


class CutOff(Exception):
    """A file or a form has ended too early."""


class SentForm:
    """Reads a form with a file. Its parts have to be read in their order: mark, name, content."""

    def __init__(self, kind: str, pieces: AsyncIterator[bytes]) -> None:
        """Read the boundary out of the content type `kind`. Raises RequestRefused."""
        found = _BOUNDARY.fullmatch(kind)
        if found is None:
            raise RequestRefused(415)
        self._line = b"\r\n--" + found[1].encode()
        self._pieces, self._held = pieces, b"\r\n"

    async def mark(self) -> str:
        """Read the mark of the pass. Raises RequestRefused, and CutOff."""
        await self._until(self._line, 2)
        head = await self._until(b"\r\n\r\n", _LONGEST_HEAD)
        if not _MARK.search(head):
            raise RequestRefused(400)
        return (await self._until(self._line, _LONGEST_MARK)).decode("ascii", "replace")

    async def name(self) -> str:
        """Read the name that the phone gives to the file. Raises RequestRefused, and CutOff."""
        found = _FILE.search(await self._until(b"\r\n\r\n", _LONGEST_HEAD))
        if found is None:
            raise RequestRefused(400)
        return found[1].decode("utf-8", "replace")

    async def content(self) -> AsyncIterator[bytes]:
        """Give the content of the file, to its end. Raises CutOff."""
        while self._line not in self._held:
            keep = len(self._line) - 1
            yield self._held[:-keep]
            self._held = self._held[-keep:] + await self._next()
        yield self._held.partition(self._line)[0]

    async def _until(self, mark: bytes, most: int) -> bytes:
        while mark not in self._held:
            if len(self._held) > most + len(mark):
                raise RequestRefused(400)
            self._held += await self._next()
        before, _, self._held = self._held.partition(mark)
        if len(before) > most:
            raise RequestRefused(400)
        return before

    async def _next(self) -> bytes:
        piece = await anext(self._pieces, None)
        if piece is None:
            raise CutOff
        return piece


async def receive_file(
    request: PageRequest, shown: PhonePass, keep: Callable[[SentForm], Awaitable[_T]]
) -> _T | Refusal:
    """Return what `keep` makes of the form, or why nothing is kept. Raises RequestRefused for a foreign form."""
    if request.pieces is None:
        raise RequestRefused(400)
    form = SentForm(request.headers.get("content-type", ""), request.pieces)
    try:
        async with asyncio.timeout(LONGEST_SENDING):
            if not same_mark(await form.mark(), shown.mark):
                raise RequestRefused(403)
            try:
                return await keep(form)
            except FileRefused as refused:
                await _throw_away(request.pieces)
                return refused.word
    except (CutOff, TimeoutError):
        return Refusal.CUT


async def _throw_away(pieces: AsyncIterator[bytes]) -> None:
    read = 0
    async for piece in pieces:
        read += len(piece)
        if read > _MOST_THROWN_AWAY:
            return
