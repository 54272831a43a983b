"""Removes, for this whole process, what would come from the system: chance, which starts anew with each record, and
the time for waiting, syncing to the disk and reading lists again."""

import gc
import os
import secrets
import tempfile
import threading
import tomllib
from random import Random

from tests.roomy import copies_of, give_room

_fixed = Random()


def begin_chance(name: str) -> None:
    """Make the system's source of chance give the same random bytes each time from here on."""
    _fixed.seed(name)


def fix_system() -> None:
    """Fix chance and time. Call this before the program is imported, because some of it keeps the system's source."""
    tempfile.gettempdir()
    os.urandom = _fixed.randbytes
    secrets.token_bytes = lambda nbytes=None: _fixed.randbytes(nbytes or 32)
    os.fsync = lambda _handle: None
    threading.Timer.start = lambda _timer: None
    tomllib.loads = copies_of(tomllib.loads)


def make_room() -> None:
    """Enlarge caches, since pages are drawn again and again, and keep existing objects out of garbage collection."""
    give_room("nightcrier.box.table.", 10_000)
    gc.freeze()
