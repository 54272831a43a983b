"""A pack's folder for one program at a time, for the moment in which its list is read and written again."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def alone_in_pack(folder: Path) -> Iterator[None]:
    """It is ours for this moment; who has to wait is told why. The kernel lets it go, however this program ends. A disk
    that knows no locks costs nobody a recording."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"Another program writes in {folder}; this one waits until it has.", file=sys.stderr, flush=True)
        fcntl.flock(handle, fcntl.LOCK_EX)
