"""A file that a page is sent: its form is read, and what became of it is a word, whatever came."""

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import TypeVar

from device.net.exchange import PageRequest, RequestRefused
from device.net.gate import PhonePass
from device.net.inbox import FileRefused, Misfit
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
        if not compare_digest((await form.mark()).encode(), shown.mark.encode()):
            raise RequestRefused(403)
        return await keep(form)
    except CutOff:
        return Misfit.CUT
    except FileRefused as refused:
        await _throw_away(request)
        return refused.why


def misfit_word(why: Misfit) -> str:
    """As the page of a box says it."""
    return f"net.file.{why.value}"


async def _throw_away(request: PageRequest) -> None:
    read = 0
    if request.pieces is not None:
        async for piece in request.pieces:
            read += len(piece)
            if read > _MOST_THROWN_AWAY:
                return
