"""Lets the kernel report changes in folders (inotify), so that no program has to look again and again."""

import os
from ctypes import CDLL
from pathlib import Path

MOVED_IN, DELETED, CREATED, PERMITTED = 0x80, 0x200, 0x100, 0x4
"""The flags IN_MOVED_TO, IN_DELETE, IN_CREATE and IN_ATTRIB of sys/inotify.h. The last one also reports that somebody
may use a file from now on."""


def open_watch() -> int:
    """Return a descriptor that becomes readable once something has changed. Raises OSError."""
    watch = CDLL(None).inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if watch < 0:
        raise OSError("folders cannot be watched")
    return int(watch)


def watch_folder(watch: int, folder: Path, flags: int) -> None:
    """Watch a folder from now on. A folder that is watched already stays watched. Raises OSError."""
    if CDLL(None).inotify_add_watch(watch, os.fsencode(folder), flags) < 0:
        raise OSError(f"{folder} cannot be watched")
