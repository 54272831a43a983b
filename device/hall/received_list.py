"""A list of people that comes as a file, read as it comes."""

from device.net.exchange import PageRequest
from device.net.gate import PhonePass
from device.net.inbox import FileRefused, Misfit
from device.net.received_file import file_received
from device.net.sent_form import SentForm

LARGEST_LIST = 1024 * 1024
"""Bytes: of ten thousand names in any writing."""


async def list_received(request: PageRequest, shown: PhonePass) -> bytes | Misfit:
    """What stands in it, or why it is not read. Raises RequestRefused."""
    return await file_received(request, shown, _content)


async def _content(form: SentForm) -> bytes:
    """Raises FileRefused where it is too large, and what the form raises."""
    await form.name()
    content = bytearray()
    async for piece in form.content():
        content += piece
        if len(content) > LARGEST_LIST:
            raise FileRefused(Misfit.LARGE)
    return bytes(content)
