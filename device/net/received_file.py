"""A file that a page is sent: its form is read, and what became of it is a word, whatever came."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from device.net.checks import same_mark
from device.net.exchange import PageRequest, RequestRefused
from device.net.gate import PhonePass
from device.net.inbox import LONGEST_SENDING, FileRefused, Misfit
from device.net.sent_form import CutOff, SentForm

_T = TypeVar("_T")
_MOST_THROWN_AWAY = 2**28
"""Bytes that are still read of a file that is refused, so that who sent it hears why."""


async def file_received(
    request: PageRequest, shown: PhonePass, keep: Callable[[SentForm], Awaitable[_T]]
) -> _T | Misfit:
    """What `keep` makes of the form, or why nothing is kept. Raises RequestRefused for what no page of ours sends."""
    if request.pieces is None:
        raise RequestRefused(400)
    form = SentForm(request.headers.get("content-type", ""), request.pieces)
    try:
        async with asyncio.timeout(LONGEST_SENDING):
            return await _received(form, request.pieces, shown, keep)
    except TimeoutError:
        return Misfit.CUT


async def _received(
    form: SentForm, pieces: AsyncIterator[bytes], shown: PhonePass, keep: Callable[[SentForm], Awaitable[_T]]
) -> _T | Misfit:
    try:
        if not same_mark(await form.mark(), shown.mark):
            raise RequestRefused(403)
        return await keep(form)
    except CutOff:
        return Misfit.CUT
    except FileRefused as refused:
        await _throw_away(pieces)
        return refused.why


def misfit_word(why: Misfit) -> str:
    """As the page of a box says it."""
    return f"net.file.{why.value}"


async def _throw_away(pieces: AsyncIterator[bytes]) -> None:
    read = 0
    async for piece in pieces:
        read += len(piece)
        if read > _MOST_THROWN_AWAY:
            return
