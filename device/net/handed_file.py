"""A file that is handed out, as it is asked for, and never held whole."""

from collections.abc import AsyncGenerator
from pathlib import Path

from device.kernel.files import open_plainly
from device.net.exchange import RequestRefused

_PIECE = 64 * 1024


def file_pieces(file: Path) -> AsyncGenerator[bytes, None]:
    """Give what is in it; nothing stays open before somebody reads. Raises RequestRefused for what is no plain file."""
    try:
        open_plainly(file).close()
    except OSError:
        raise RequestRefused(404) from None
    return _pieces(file)


async def _pieces(file: Path) -> AsyncGenerator[bytes, None]:
    """Raises OSError."""
    with open_plainly(file) as opened:
        while piece := opened.read(_PIECE):
            yield piece
