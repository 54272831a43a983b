"""Takes out, for all of this process, what the system would bring in by itself: chance, which begins anew with each
record; what somebody who waits is told; and the time that forcing bytes onto the disk and reading lists again take."""

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
    """Let the system's source give the same random bytes each time from here on."""
    _fixed.seed(name)


def fix_system() -> None:
    """Fix the system. Call this before the house is read, because some of it keeps the system's source at hand."""
    tempfile.gettempdir()
    os.urandom = _fixed.randbytes
    secrets.token_bytes = lambda nbytes=None: _fixed.randbytes(nbytes or 32)
    os.fsync = lambda _handle: None
    threading.Timer.start = lambda _timer: None
    tomllib.loads = copies_of(tomllib.loads)


def make_room() -> None:
    """Once the house has been read: pages are drawn again and again, and what is there is no rubbish."""
    give_room("nightcrier.box.table.", 10_000)
    gc.freeze()
