"""Saves a box: one zip with all that makes it this box, and a list with the SHA-256 of each file."""

import hashlib
import zipfile
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from device import __version__
from device.box.folders import Folders
from device.feeding.saved_places import SCORE_FILE, own_files, state_files
from device.memory.database import kept_picture

LIST = "saved.json"
FORMAT = 1
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""A Pi may not know another."""
_PACKED = frozenset({".toml", ".json", ".csv", ".sqlite", ".wav"})


class SavedList(Struct, frozen=True):
    """What stands in the list. Whatever changes its meaning gets another number."""

    format: int
    version: str
    files: dict[str, str]


InState = Callable[[Path], AbstractContextManager[None]]
"""Work in the box's own folder, with the rights of its owner."""


def write_saved(file: IO[bytes], folders: Folders, in_state: InState) -> SavedList:
    """All of it, while the box runs or not. Raises OSError."""
    hashes = dict[str, str]()
    with zipfile.ZipFile(file, "w") as archive:
        _add(archive, own_files(folders), hashes)
        with in_state(folders.state):
            _add(archive, state_files(folders), hashes)
        listed = SavedList(FORMAT, __version__, hashes)
        archive.writestr(_entry(LIST), msgspec.json.format(msgspec.json.encode(listed)))
    return listed


def _add(archive: zipfile.ZipFile, files: Iterable[tuple[str, Path]], hashes: dict[str, str]) -> None:
    for name, path in files:
        content = _content(path)
        if content is not None:
            hashes[name] = hashlib.sha256(content).hexdigest()
            archive.writestr(_entry(name), content)


def _content(path: Path) -> bytes | None:
    """Of the scores a picture between two changes; one that cannot be had is no part of the box, nor is what a box that
    plays has removed meanwhile."""
    try:
        return kept_picture(path) if path.name == SCORE_FILE else path.read_bytes()
    except FileNotFoundError:
        return None


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _FIXED_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED if Path(name).suffix in _PACKED else zipfile.ZIP_STORED
    return entry
