"""Keeps copies of what was read from files, in a form that can be read quickly.
A copy has two lines of JSON: the first says from which file it was made, the second is what was read. Reading TOML is
slow (400 clips: 8 ms on a laptop, some 100 ms on a Zero 2 W). Reading JSON takes a seventieth of that time, and a valid
file need not be checked again."""

import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from nightcrier import COMMIT, __version__
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import DISK, fresh_name, sweep_fresh
from nightcrier.kernel.reading import parse_json, read_content

_Read = TypeVar("_Read")
_READER = f"{__version__} {COMMIT}"
"""The program that read a file, with its version. This program may accept what an older one refused."""


class _Origin(Struct, frozen=True):
    """The first line of a copy. `mark` is the size and time of the file, and the program that read it. For a wrong
    file, `refused` has the key and the sentence, and no second line follows."""

    mark: tuple[int, int, str]
    refused: tuple[str, str] | None = None


BESIDE = Path("__pycache__")
"""Stands for the folder beside a file in which Python, too, keeps what it compiles. The installer makes the copies of
the program's own files there. They are marked by content, because building a card's image changes times."""
PROGRAM = Path(__file__).parents[3]
"""The folder of the program and of the files that came with it. A copy beside a file anywhere else is not trusted,
because a stranger's folder may contain one."""


class KeptCopies:
    """Copies of files in a folder of the cache, one for each type as which a file is read. Copies beside the files are
    tried first. Without a folder, no copies are kept."""

    def __init__(self, folder: Path | None = None, content: Callable[[Path], bytes] = DISK.read) -> None:
        """Keep copies in a folder. `content` returns the bytes that mark a copy beside its file: the whole file, or a
        part of a large one."""
        self._folder, self._content = folder, content

    def read(self, path: Path, kind: type[_Read], make: Callable[[Path], _Read], *, refusals: bool = False) -> _Read:
        """Return the kept copy of a file, or else the result of `make`. Raises the errors of `make`. With `refusals`
        the errors are kept, too, which is only right if `make` looks at nothing but the content of the file."""
        kept = self.find(path, kind)
        if kept is not None:
            return kept
        try:
            value = make(path)
        except BadFile as fault:
            if refusals:
                self._keep_refusal(path, kind, fault)
            raise
        self.keep(path, value)
        return value

    def _keep_refusal(self, path: Path, kind: type[Any], fault: BadFile) -> None:
        """Store the reason why a file is wrong, unless the disk refuses to read the file now."""
        with suppress(BadFile):
            read_content(path)
            self._write(path, kind, refused=(fault.key, fault.expected))

    def find(self, path: Path, kind: type[_Read]) -> _Read | None:
        """Return the kept copy of a file. Return None if there is no copy, or if the file has changed since. Raises
        BadFile if the copy says that the file is wrong."""
        if self._folder is None:
            return None
        ours = Path(os.path.normpath(path)).is_relative_to(PROGRAM)
        folders = (folder for folder in dict.fromkeys((BESIDE, self._folder)) if ours or folder != BESIDE)
        found = (self._find_in(folder, path, kind) for folder in folders)
        return next((value for value in found if value is not None), None)

    def keep(self, path: Path, value: object) -> None:
        """Keep a copy of the result. The copy is not forced onto the card; if it is lost, the file is read again."""
        self._write(path, type(value), msgspec.json.encode(value))

    def _write(self, path: Path, kind: type[Any], value: bytes = b"", refused: tuple[str, str] | None = None) -> None:
        if self._folder is None:
            return
        copy = _copy_of(self._folder, path, kind)
        with suppress(OSError):
            DISK.make_folder(copy.parent)
            fresh = fresh_name(copy)
            sweep_fresh(DISK, copy)
            DISK.write(fresh, msgspec.json.encode(_Origin(self._mark(self._folder, path), refused)) + b"\n" + value)
            DISK.rename(fresh, copy)

    def _find_in(self, folder: Path, path: Path, kind: type[_Read]) -> _Read | None:
        copy = _copy_of(folder, path, kind)
        try:
            first, _, read = DISK.read(copy).partition(b"\n")
            origin = parse_json(first, _Origin, copy)
            if origin.mark != self._mark(folder, path):
                return None
            value = None if origin.refused else parse_json(read, kind, path)
        except (BadFile, OSError):
            return None
        if origin.refused:
            raise BadFile(path, *origin.refused)
        return value

    def _mark(self, folder: Path, path: Path) -> tuple[int, int, str]:
        if folder == BESIDE:
            content = self._content(path)
            return len(content), zlib.crc32(content), _READER
        about = path.stat()
        return about.st_size, about.st_mtime_ns, _READER


def _copy_of(folder: Path, path: Path, kind: type[Any]) -> Path:
    name = f"{path.name}-{kind.__name__}.json"
    if folder == BESIDE:
        return path.parent / BESIDE / name
    return folder / f"{path.parent.name}-{zlib.crc32(os.fsencode(path)):08x}-{name}"
