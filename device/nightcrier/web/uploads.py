"""Receives a file that is sent to a page in pieces, and puts the file into one folder.

A form must contain the mark of the pass, then one file, and nothing else. Any other form is refused. In every other
case the result is the key of words for the page.

The folder receives one file at a time. If another phone also has a file, the first may only take one more turn. Each
kind of file has a largest size. The file is written to the disk while it arrives, and gets its name only when it is
complete. The folder holds either one file, or an update and its signature."""

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
LONGEST_SENDING, TURN = Seconds(1800.0), Seconds(45.0)
"""The longest time for sending a file, and the longest after another phone was told that the box is busy."""
SLOWEST, SLOW_START = 64 * 1024, Seconds(30.0)
"""The lowest speed of a file in bytes a second, and the time for which it may arrive more slowly."""
_LOOKED_AT = 64  # the bytes by which a file shows its kind
_BEGINS = {".zip": b"PK\3\4", UPDATE_END: b"\xfd7zXZ\0", SIGNATURE_END: b"-----BEGIN SSH SIGNATURE-----"}


class FileRefused(Exception):
    """Raised when a file is refused and not kept. `word` is the reason."""

    def __init__(self, word: Refusal) -> None:
        super().__init__(word)
        self.word = word


class PhoneInbox:
    """Keeps the files that phones send. `updates` says whether updates are accepted, and `free` returns the free bytes
    of a folder's disk."""

    def __init__(self, folder: Path, free: Callable[[Path], int], *, updates: bool) -> None:
        self._folder, self._free, self.updates = folder, free, updates
        self._busy = self._is_wanted = False

    async def keep(self, name: str, content: AsyncIterator[bytes], turn: Seconds = LONGEST_SENDING) -> None:
        """Keep a file under this name. If another file is refused meanwhile, this one has one more `turn` to arrive.
        Raises FileRefused."""
        end = self._end(name)
        if self._busy:
            self._is_wanted = True
            raise FileRefused(Refusal.FILE_BUSY)
        self._busy, self._is_wanted, part = True, False, self._folder / _PART
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.unlink(missing_ok=True)  # of a program whose power went
            await self._write(part, content, end, turn)
            self._make_room(end)
            part.replace(self._folder / name)
        except OSError:
            raise FileRefused(Refusal.FULL) from None
        finally:
            self._busy = False
            with suppress(OSError):
                part.unlink(missing_ok=True)

    @property
    def update(self) -> str:
        """The name of the update that is in the folder together with its signature, or "" if there is none."""
        names = self._names()
        return next((name for name in names if name.endswith(UPDATE_END) and f"{name}.sig" in names), "")

    def _end(self, name: str) -> str:
        """Return the ending of a name. Raises FileRefused if a file with this name may not be kept."""
        end = end_of_name(name)
        if not _NAME.fullmatch(name) or len(name.encode()) > _LONGEST_NAME:
            raise FileRefused(Refusal.FILE_NAME)
        if not end:
            raise FileRefused(Refusal.KIND)
        if end in {UPDATE_END, SIGNATURE_END} and not self.updates:
            raise FileRefused(Refusal.BARRED)
        return end

    def _make_room(self, end: str) -> None:
        """Remove the earlier files. Only an update and its signature are kept together."""
        stays = {UPDATE_END: SIGNATURE_END, SIGNATURE_END: UPDATE_END}.get(end)
        for name in self._names():
            if name != _PART and end_of_name(name) != stays:
                (self._folder / name).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        return [each.name for each in self._folder.iterdir()] if self._folder.is_dir() else []

    async def _write(self, part: Path, content: AsyncIterator[bytes], end: str, turn: Seconds) -> None:
        clock, first = asyncio.get_running_loop().time, b""
        began = clock()
        with part.open("xb") as file:
            async for piece in content:
                first += piece[: _LOOKED_AT - len(first)]
                _check_beginning(first, end)
                passed = clock() - began
                if passed > SLOW_START + file.tell() / SLOWEST or (self._is_wanted and passed > turn):
                    raise FileRefused(Refusal.CUT)
                if file.tell() + len(piece) > MOST_SENT[end]:
                    raise FileRefused(Refusal.LARGE)
                if self._free(self._folder) - len(piece) < LEFT_FREE:
                    raise FileRefused(Refusal.FULL)
                file.write(piece)
            _check_beginning(first.ljust(_LOOKED_AT), end)
            file.flush()
            await asyncio.to_thread(os.fsync, file.fileno())  # the clock of a hall answers meanwhile


def _check_beginning(first: bytes, end: str) -> None:
    """Check that the first bytes of a file match its kind. A text must have no zero byte. Raises FileRefused."""
    begins = _BEGINS.get(end)
    if not (first.startswith(begins[: len(first)]) if begins else b"\0" not in first):
        raise FileRefused(Refusal.KIND)


_BOUNDARY = re.compile(r'multipart/form-data; *boundary="?([A-Za-z0-9\'()+_,./:=?-]{1,70})"?', re.ASCII)
_MARK = re.compile(rb'content-disposition: *form-data; *name="mark"', re.IGNORECASE)
_FILE = re.compile(rb'content-disposition: *form-data; *name="file"; *filename="([^"\r\n]*)"', re.IGNORECASE)
_LONGEST_HEAD, _LONGEST_MARK = 1024, 128
_T = TypeVar("_T")
_MOST_THROWN_AWAY = 2**28
"""The maximum number of bytes of a refused file that are still read and dropped. A browser shows the reason only after
it has sent the file."""


class CutOff(Exception):
    """Raised when a file or a form ends too early."""


class SentForm:
    """Reads a form with a file. The parts must be read in their order: mark, name, content."""

    def __init__(self, kind: str, pieces: AsyncIterator[bytes]) -> None:
        """Read the boundary from the content type `kind`. Raises RequestRefused."""
        found = _BOUNDARY.fullmatch(kind)
        if found is None:
            raise RequestRefused(415)
        self._line = b"\r\n--" + found[1].encode()
        self._pieces, self._held = pieces, b"\r\n"

    async def mark(self) -> str:
        """Read the mark of the pass. Raises RequestRefused or CutOff."""
        await self._until(self._line, 2)
        head = await self._until(b"\r\n\r\n", _LONGEST_HEAD)
        if not _MARK.search(head):
            raise RequestRefused(400)
        return (await self._until(self._line, _LONGEST_MARK)).decode("ascii", "replace")

    async def name(self) -> str:
        """Read the name that the phone gives to the file. Raises RequestRefused or CutOff."""
        found = _FILE.search(await self._until(b"\r\n\r\n", _LONGEST_HEAD))
        if found is None:
            raise RequestRefused(400)
        return found[1].decode("utf-8", "replace")

    async def content(self) -> AsyncIterator[bytes]:
        """Yield the content of the file in pieces. Raises CutOff if the form ends too early."""
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
    """Return the result of `keep` for the form, or the reason why nothing is kept. Raises RequestRefused if the form
    does not have the mark of the pass."""
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
