"""What was made of a file, kept as JSON beside the mark of the file it came from.

Reading TOML is slow (400 clips: 8 ms on a laptop, some 100 ms on a Zero 2 W), JSON takes a seventieth of that, and what
was found right once need not be looked through again. Only what is right is kept: what is wrong is said at every start.
"""

import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from device import __version__
from device.kernel.errors import BadFile
from device.kernel.files import DISK, fresh_name, sweep_fresh
from device.kernel.reading import parse_json, read_content

_T = TypeVar("_T")


class _Copy(Struct, frozen=True):
    """`mark`: size and time of the file, and which Nightcrier read it."""

    mark: tuple[int, int, str]
    value: msgspec.Raw


class KeptCopies:
    """Copies of one sort of file, in a folder of the cache; none where there is no folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def read(self, path: Path, kind: type[_T], make: Callable[[Path], _T]) -> _T:
        """Return what `make` makes of this file, or made of it before. Raises what `make` raises."""
        kept = self.find(path, kind)
        if kept is not None:
            return kept
        value = make(path)
        self.keep(path, value)
        return value

    def find(self, path: Path, kind: type[_T]) -> _T | None:
        """Return the kept copy of this file, if the file is still the same."""
        copy = self._copy_of(path)
        try:
            kept = parse_json(read_content(copy), _Copy, copy) if copy else None
            return parse_json(kept.value, kind, path) if kept and kept.mark == _mark(path) else None
        except (BadFile, OSError):
            return None

    def keep(self, path: Path, value: object) -> None:
        """Keep a copy. It is not forced onto the card, and if nothing can be written the file is read anew."""
        copy = self._copy_of(path)
        if copy is None:
            return
        with suppress(OSError):
            DISK.make_folder(copy.parent)
            fresh = fresh_name(copy)
            sweep_fresh(DISK, copy)
            DISK.write(fresh, msgspec.json.encode(_Copy(_mark(path), msgspec.Raw(msgspec.json.encode(value)))))
            DISK.rename(fresh, copy)

    def _copy_of(self, path: Path) -> Path | None:
        name = f"{path.parent.name}-{path.stem}-{zlib.crc32(str(path).encode()):08x}.json"
        return self._folder / name if self._folder else None


def _mark(path: Path) -> tuple[int, int, str]:
    about = path.stat()
    return about.st_size, about.st_mtime_ns, __version__
