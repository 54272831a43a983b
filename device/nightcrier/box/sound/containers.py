"""Reads a voice that is one file: a ZIP with uncompressed files, so that a clip is a plain range of bytes in the ZIP.

A clip in a container has a path as if the container were a folder: `it-female.zip/paused.opus`. No file stays open and
no index stays in memory: each clip is looked up in the index at the end of the file. The file is read, not mapped into
memory: if a mapped file is truncated or its card fails, the program crashes, but with a file that is read only one clip
is lost."""

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from struct import Struct, error
from typing import NamedTuple

CONTAINER = ".zip"

_END = Struct("<4s4H2IH")
_ENTRY = Struct("<4s6H3I5H2I")
_HEADER = Struct("<4s5H3I2H")
_ENDS, _ENTERS, _BEGINS = b"PK\5\6", b"PK\1\2", b"PK\3\4"
_STORED, _ENCRYPTED = 0, 1
_LARGEST_INDEX = 1024 * 1024
"""The most bytes that an index may have. The largest real index, of 3000 clips, has a quarter of them."""
_LARGEST_FILE = 32 * 1024 * 1024
"""The most bytes of one file in a container: twice the size of the largest playable sound of 90 seconds."""


class DamagedContainer(OSError):
    """Raised when a container, or one file in it, cannot be used."""


class StoredFile(NamedTuple):
    """The place of one file in a container: the position of its header, the length of its content, and its checksum."""

    begin: int
    size: int
    checksum: int


def is_container(place: Path) -> bool:
    return place.suffix == CONTAINER


def container_index(container: Path) -> dict[str, StoredFile]:
    """Return all usable files of a container. Raises OSError if files overlap, or if the index is otherwise damaged."""
    with _open_container(container) as handle:
        index, begins = _read_index(handle)
    entries = list(_read_entries(index))
    if len({name for name, _, _ in entries}) < len(entries):
        raise DamagedContainer("has two files of one name")
    _refuse_overlaps([file for _, _, file in entries], begins)
    return {name.decode("utf-8", "replace"): file for name, fault, file in entries if not fault}


def index_bytes(container: Path) -> bytes:
    """Return the raw bytes of a container's index, which contains a checksum of each file. Raises OSError."""
    with _open_container(container) as handle:
        return _read_index(handle)[0]


def read_stored(container: Path, name: str) -> bytes:
    """Return the whole content of one file in a container. Raises OSError."""
    with _open_container(container) as handle:
        index, begins = _read_index(handle)
        file = _find_entry(index, name)
        begin, length = _content_place(handle, file.begin)
        if begin + file.size > begins or length != len(name.encode()):
            raise DamagedContainer(f"{name} in it is damaged")
        content = os.pread(handle, file.size, begin)
    if len(content) != file.size or zlib.crc32(content) != file.checksum:
        raise DamagedContainer(f"{name} in it is damaged")
    return content


def sound_content(file: Path) -> bytes:
    """Return the whole content of a sound file, which may be in a container. Raises OSError."""
    return read_stored(file.parent, file.name) if is_container(file.parent) else file.read_bytes()


@contextmanager
def _open_container(container: Path) -> Iterator[int]:
    handle = os.open(container, os.O_RDONLY | os.O_NONBLOCK)  # a pipe in its place is not waited for
    try:
        yield handle
    finally:
        os.close(handle)


def _read_index(handle: int) -> tuple[bytes, int]:
    size = os.fstat(handle).st_size
    last = os.pread(handle, _END.size, max(0, size - _END.size))
    if len(last) < _END.size or not last.startswith(_ENDS):
        raise DamagedContainer("is no container, or cut short")
    *_, length, begin, _ = _END.unpack(last)
    index = os.pread(handle, length, begin) if length <= _LARGEST_INDEX else b""
    if begin + length != size - _END.size or len(index) != length:
        raise DamagedContainer("has a damaged index")
    return index, begin


def _read_entries(index: bytes, at: int = 0) -> Iterator[tuple[bytes, str, StoredFile]]:
    """Yield the name of each entry of an index from this position on, the reason why the file cannot be used, and the
    file. If the file is usable, the reason is empty."""
    while at < len(index):
        try:
            sign, _, _, flags, way, _, _, checksum, size, whole, name, more, note, *_, begin = _ENTRY.unpack_from(
                index, at
            )
        except error:
            raise DamagedContainer("has a damaged index") from None
        named = at + _ENTRY.size
        at = named + name + more + note
        if sign != _ENTERS or at > len(index):
            raise DamagedContainer("has a damaged index")
        plain = way == _STORED and size == whole and not flags & _ENCRYPTED
        fault = "" if plain and size <= _LARGEST_FILE else "is packed in a way that is not played"
        yield index[named : named + name], fault, StoredFile(begin, size, checksum)


def _refuse_overlaps(files: list[StoredFile], begins: int) -> None:
    ends = 0
    for file in sorted(files):
        if file.begin < ends:
            raise DamagedContainer("has files that lie over each other")
        ends = file.begin + _HEADER.size + file.size
    if ends > begins:
        raise DamagedContainer("has a damaged index")


def _find_entry(index: bytes, name: str) -> StoredFile:
    """Return one file of an index. Searching for the bytes of its name is ten times as fast as reading all entries."""
    wanted = name.encode()
    at = index.find(wanted)
    while at >= 0:
        start = at - _ENTRY.size
        if start >= 0 and index.startswith(_ENTERS, start):
            raw, fault, file = next(_read_entries(index, start))
            if raw == wanted:
                if fault:
                    raise DamagedContainer(f"{name} in it {fault}")
                return file
        at = index.find(wanted, at + 1)
    raise DamagedContainer(f"has no {name} in it")


def _content_place(handle: int, begin: int) -> tuple[int, int]:
    """Return the position of a file's content, and the length of the file's name, both from the header of the file."""
    header = os.pread(handle, _HEADER.size, begin)
    if len(header) < _HEADER.size or not header.startswith(_BEGINS):
        raise DamagedContainer("has no file where its index says")
    *_, name, more = _HEADER.unpack(header)
    return begin + _HEADER.size + name + more, name
