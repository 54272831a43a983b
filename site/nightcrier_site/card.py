"""The memory card of a box in a tab: files in memory, and one log in the browser's own storage.

A browser may end a tab at any moment. What changes a file is first written to the end of the log, with its length and
checksum; a change whose end is missing never happened. There are two logs. One that has grown is written anew into the
other, whose head comes last, and the first is emptied after that: so one of them is whole at any moment. A file that is
scrubbed has the logs written anew at once, so that nothing of it stays in the browser."""

import errno
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from struct import Struct as Layout
from typing import Protocol, TypeAlias

import msgspec

from nightcrier.kernel.files import Disk

_HEAD = Layout("<8sII")
_SIGN, _ROW = b"NCRIER1\n", Layout("<II")
_MOST: int = 4 * 1024 * 1024
"""The bytes of a log at which it is written anew when the tab is opened."""
Change: TypeAlias = tuple[str, str, bytes]


class Log(Protocol):
    """One file in the browser's storage. Each call returns at once, and whatever it says is on the card after `flush`.
    `write` and `flush` return why the browser refused, or an empty text."""

    def read(self) -> bytes: ...

    def write(self, at: int, content: bytes) -> str: ...

    def cut(self, size: int) -> None: ...

    def flush(self) -> str: ...


class TabCard(Disk):
    """The port `Files` in a tab. Only what lies in `top` is kept."""

    def __init__(self, logs: tuple[Log, Log], top: Path) -> None:
        """Put the files of the log back into memory."""
        self._top, self._logs = top, list(logs)
        heads = [_age(bytes(log.read())) for log in logs]
        if heads[1] > heads[0]:
            self._logs.reverse()
        self._end, self._number = _HEAD.size, max(heads)
        content = bytes(self._logs[0].read())
        for change, end in _changes(content) if self._number else ():
            with suppress(OSError):
                self._redo(*change)
            self._end = end
        if not self._number or len(content) > _MOST:
            self._begin_anew()

    def write(self, path: Path, content: bytes) -> None:
        self._keep("write", path, content)
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self._keep("append", path, content)
        super().append(path, content)

    def sync(self, path: Path) -> None:
        _refuse(self._logs[0].flush())

    def rename(self, old: Path, new: Path) -> None:
        self._keep("rename", old, os.fsencode(new))
        super().rename(old, new)

    def remove(self, path: Path) -> None:
        self._keep("remove", path)
        super().remove(path)

    def scrub(self, path: Path) -> None:
        """Forget the content of a file, in memory and in the browser."""
        super().scrub(path)
        self._begin_anew()

    def make_folder(self, path: Path) -> None:
        self._keep("folder", path)
        path.mkdir(parents=True, exist_ok=True)

    def _keep(self, deed: str, path: Path, content: bytes = b"") -> None:
        """Write a change to the end of the log. What the browser refuses is not done."""
        if path.is_relative_to(self._top):
            row = _row(deed, str(path), content)
            _refuse(self._logs[0].write(self._end, row))
            self._end += len(row)

    def _redo(self, deed: str, name: str, content: bytes) -> None:
        path = Path(name)
        match deed:
            case "write":
                super().write(path, content)
            case "append":
                super().append(path, content)
            case "rename":
                path.replace(os.fsdecode(content))
            case "remove":
                super().remove(path)
            case "folder":
                path.mkdir(parents=True, exist_ok=True)

    def _begin_anew(self) -> None:
        """Write all files into the other log, and its head when the rest is safe."""
        before, log = self._logs
        rows = b"".join(_rows_of(self._top))
        log.cut(0)
        _refuse(log.write(_HEAD.size, rows) or log.flush())
        _refuse(log.write(0, _head(self._number + 1)) or log.flush())
        before.cut(0)
        before.flush()
        self._logs, self._number, self._end = [log, before], self._number + 1, _HEAD.size + len(rows)


def _rows_of(top: Path) -> Iterator[bytes]:
    for folder, _, names in os.walk(top):
        yield _row("folder", folder)
        for name in names:
            yield _row("write", str(Path(folder, name)), Path(folder, name).read_bytes())


def _row(deed: str, name: str, content: bytes = b"") -> bytes:
    body = msgspec.msgpack.encode((deed, name, content))
    return _ROW.pack(len(body), zlib.crc32(body)) + body


def _changes(content: bytes) -> Iterator[tuple[Change, int]]:
    """Yield each whole change of a log, and where it ends."""
    at = _HEAD.size
    while at + _ROW.size <= len(content):
        length, checksum = _ROW.unpack_from(content, at)
        at += _ROW.size
        body = content[at : at + length]
        if not length or len(body) < length or zlib.crc32(body) != checksum:
            return
        at += length
        yield msgspec.msgpack.decode(body, type=Change), at


def _head(number: int) -> bytes:
    return _HEAD.pack(_SIGN, number, zlib.crc32(number.to_bytes(4, "little")))


def _age(content: bytes) -> int:
    """Return the number of a log, which is higher for the younger one. Return 0 for one that is empty or cut short."""
    number = _HEAD.unpack_from(content)[1] if len(content) >= _HEAD.size else 0
    return number if number and content.startswith(_head(number)) else 0


def _refuse(why: str) -> None:
    if why:
        raise OSError(errno.ENOSPC, why)
