"""The memory card of a box in a tab: files in memory, and a copy of all of them in the browser's own storage.

A browser may end a tab at any moment, so the older of two slots is always written as a whole. A slot that is cut short
has a wrong checksum, and the other one is used."""

import errno
import zlib
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import Annotated, Protocol

import msgspec

from nightcrier.kernel.files import Disk

_HEAD = Struct("<II")
_Inside = Annotated[str, msgspec.Meta(pattern=r"(?s)^(?!/|(.*/)?\.\.(/|$))")]  # no file of another folder


class Slot(Protocol):
    """A file in the browser's storage. `write` replaces its content permanently, or returns why the browser refused."""

    def read(self) -> bytes: ...

    def write(self, content: bytes) -> str: ...


class TabCard(Disk):
    """Stores the files of a tab, as the port `Files`. Only files in `top` are saved."""

    def __init__(self, slots: tuple[Slot, Slot], top: Path) -> None:
        """Restore the files of the newer slot into memory."""
        self._top = top
        found = sorted(((*_kept(bytes(slot.read())), slot) for slot in slots), key=lambda each: each[0])
        self._slots = [slot for _, _, slot in found]  # the older one first
        self._number, files, _ = found[-1]
        for name, content in files.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_bytes(content)

    def erase(self) -> bool:
        """Empty both slots, and save nothing from now on. Return False if the browser refuses."""
        if "".join(slot.write(b"") for slot in self._slots):
            return False
        self._slots = []
        return True

    def sync(self, path: Path) -> None:
        """Save all files as they are now."""
        if not self._slots:
            return
        files = {str(file.relative_to(self._top)): file for file in self._top.rglob("*") if file.is_file()}
        self._number += 1
        content = msgspec.msgpack.encode({name: file.read_bytes() for name, file in files.items()})
        if why := self._slots[0].write(_HEAD.pack(self._number, zlib.crc32(content, self._number)) + content):
            raise OSError(errno.ENOSPC, why)
        self._slots.reverse()

    def scrub(self, path: Path) -> None:
        """Erase the content of a file, in memory and in both slots."""
        super().scrub(path)
        self.sync(path)
        self.sync(path)


def _kept(slot: bytes) -> tuple[int, dict[str, bytes]]:
    """Return a slot's number and files. The number is 0 if the slot is empty, cut short or invalid."""
    (number, checksum), content = _HEAD.unpack_from(slot.ljust(_HEAD.size, b"\0")), slot[_HEAD.size :]
    with suppress(msgspec.DecodeError):
        if number and zlib.crc32(content, number) == checksum:
            return number, msgspec.msgpack.decode(content, type=dict[_Inside, bytes])
    return 0, {}
