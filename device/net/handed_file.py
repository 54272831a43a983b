"""A file that is handed out, as it is asked for, and never held whole."""

import os
import stat
from collections.abc import AsyncGenerator
from pathlib import Path

from device.net.exchange import RequestRefused

_PIECE = 64 * 1024


def file_pieces(file: Path) -> AsyncGenerator[bytes, None]:
    """No link is followed, and nothing is open before somebody reads. Raises RequestRefused."""
    try:
        is_plain = stat.S_ISREG(file.lstat().st_mode)
    except OSError:
        is_plain = False
    if not is_plain:
        raise RequestRefused(404)
    return _pieces(file)


async def _pieces(file: Path) -> AsyncGenerator[bytes, None]:
    """Raises OSError."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW), "rb") as opened:
        while piece := opened.read(_PIECE):
            yield piece
