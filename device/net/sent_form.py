"""A form with a file in it, read piece by piece as it comes and never held whole: first the mark of the pass, then one
file, and nothing else. What is built otherwise is no form of this page; what became of a file is a
word, whatever came."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from device.kernel.refusal import Refusal
from device.net.checks import same_mark
from device.net.exchange import PageRequest, RequestRefused
from device.net.gate import PhonePass
from device.net.inbox import LONGEST_SENDING, FileRefused

_BOUNDARY = re.compile(r'multipart/form-data; *boundary="?([A-Za-z0-9\'()+_,./:=?-]{1,70})"?', re.ASCII)
_MARK = re.compile(rb'content-disposition: *form-data; *name="mark"', re.IGNORECASE)
_FILE = re.compile(rb'content-disposition: *form-data; *name="file"; *filename="([^"\r\n]*)"', re.IGNORECASE)
_LONGEST_HEAD, _LONGEST_MARK = 1024, 128
_T = TypeVar("_T")
_MOST_THROWN_AWAY = 2**28
"""Bytes that are still read of a file that is refused, so that who sent it hears why."""


class CutOff(Exception):
    """A file or a form ended before its end."""


class SentForm:
    """Reads a form with a file; its parts are asked for in their order."""

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
        """Return the name of the file, as the phone calls it. Raises RequestRefused, and CutOff."""
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


async def file_received(
    request: PageRequest, shown: PhonePass, keep: Callable[[SentForm], Awaitable[_T]]
) -> _T | Refusal:
    """Return what `keep` makes of the form, or why nothing is kept. Raises RequestRefused for what no page of ours
    sends."""
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
