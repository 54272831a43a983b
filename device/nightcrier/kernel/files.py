"""Reads and writes the disk: a small interface, the real disk behind it, and the one safe way to write state.

Somebody may pull the plug at any moment. New content is written beside the old file, forced onto the card, and renamed
over the old file. The name thus always leads to the whole old content or to the whole new content. The rename is safe
only after the folder was forced onto the card, too."""

import contextlib
import errno
import os
import re
import stat
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from nightcrier.kernel.errors import NightcrierError

BROKEN = ".broken"
"""The end of the name of a broken file that is kept for people who look for errors."""
LARGEST_FILE = 4 * 1024 * 1024
"""The largest file that is read. No file of the box is so large, and a small computer has little memory."""
TOO_LARGE = f"it is larger than {LARGEST_FILE // 1024 // 1024} MiB"
"""The reason why a larger file is not read."""


_FRESH = r"\.(\d+)\.new"
_own_thread = getattr(threading, "get_native_id", threading.get_ident)  # a tab of a browser has one, and no /proc
_THREADS = Path("/proc")  # has an entry for each living thread, named by its number


class Files(Protocol):
    """The port for everything that the program asks of a disk. Each call raises `OSError` if the disk refuses."""

    def read(self, path: Path) -> bytes: ...

    def write(self, path: Path, content: bytes) -> None:
        """Replace the content of a file. The new content is safe only after `sync`."""
        ...

    def append(self, path: Path, content: bytes) -> None: ...

    def sync(self, path: Path) -> None:
        """Wait until the content of a file, or the names in a folder, will survive a power cut."""
        ...

    def rename(self, old: Path, new: Path) -> None: ...

    def remove(self, path: Path) -> None: ...

    def scrub(self, path: Path) -> None:
        """Write zeros over the content of a file, at the same place of the card if the card allows that."""
        ...

    def exists(self, path: Path) -> bool: ...

    def list_names(self, folder: Path) -> list[str]:
        """Return the names in a folder, in no order."""
        ...

    def make_folder(self, path: Path) -> None: ...


class Disk:
    def read(self, path: Path) -> bytes:
        with open_plainly(path, follows_links=True) as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise OSError(errno.EFBIG, TOO_LARGE)
        return content

    def write(self, path: Path, content: bytes) -> None:
        with open_plainly(path, "wb") as file:
            file.write(content)

    def append(self, path: Path, content: bytes) -> None:
        with path.open("ab") as file:
            file.write(content)

    def sync(self, path: Path) -> None:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        old.replace(new)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def scrub(self, path: Path) -> None:
        with open_plainly(path, "r+b") as file:
            left = os.fstat(file.fileno()).st_size
            while left > 0:
                left -= file.write(bytes(min(left, LARGEST_FILE)))

    def exists(self, path: Path) -> bool:
        return os.path.lexists(path)

    def list_names(self, folder: Path) -> list[str]:
        with os.scandir(folder) as found:  # a path for each of two thousand evenings would take ten times as long
            return [each.name for each in found]

    def make_folder(self, path: Path) -> None:
        """Make a folder, and those above it. Their own names are forced onto the card too, because everything in a
        folder is lost with the folder's name."""
        new = [each for each in (path, *path.parents) if not each.exists()]
        path.mkdir(parents=True, exist_ok=True)
        for folder in new:
            self.sync(folder.parent)


def open_plainly(path: Path, mode: Literal["rb", "wb", "r+b"] = "rb", *, follows_links: bool = False) -> BinaryIO:
    """Open a plain file. A pipe, a device, or without `follows_links` a link, is refused, because somebody may have put
    it there. Raises OSError."""

    def plain_handle(name: str, flags: int) -> int:
        """Check the opened file itself, because another file may get its name a moment later."""
        handle = os.open(name, flags | os.O_NONBLOCK | (0 if follows_links else os.O_NOFOLLOW), 0o666)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return handle
        os.close(handle)
        raise OSError("it is not a plain file")

    return open(path, mode, opener=plain_handle)


DISK: Files = Disk()  # for code that is given no other disk


class NotKept(NightcrierError):
    """The error that something could not be written to the disk. The evening continues, and the box says once what it
    will forget."""

    def __init__(self, path: Path, why: OSError) -> None:
        self.path, self.why = path, why
        said = f"{path} cannot be written ({refusal_reason(why)})"
        super().__init__(f"{said}: the box plays on, but forgets this when switched off.")


def refusal_reason(refused: OSError) -> str:
    return refused.strerror or str(refused) or type(refused).__name__


def fresh_name(path: Path) -> Path:
    """Return the name of the temporary file for new content. The name contains the number of this thread. A power cut
    may leave the file behind."""
    return path.with_name(f"{path.name}.{_own_thread()}.new")


def stable_name(name: str) -> str:
    """Remove the number of the thread from the name of a temporary file, because the number differs each time."""
    return re.sub(_FRESH + "$", ".new", name)


def fresh_ones(files: Files, path: Path) -> list[Path]:
    """Return all temporary files for new content of this file, from all programs."""
    return sorted(found for found, _ in _fresh_of(files, path.parent, {path.name}))


def _fresh_of(files: Files, folder: Path, names: Collection[str]) -> Iterator[tuple[Path, str]]:
    """Yield each temporary file for new content of these files, with the number of the thread that writes it."""
    try:
        found = files.list_names(folder)
    except OSError:
        return
    for name in found:
        numbered = re.fullmatch(f"(.*){_FRESH}", name, re.DOTALL) if name.endswith(".new") else None
        if numbered and numbered[1] in names:
            yield folder / name, numbered[2]


def sweep_fresh(files: Files, path: Path) -> None:
    """Remove the temporary files that interrupted programs have left for one file. This thread must not be writing the
    file: a temporary file with its number counts as left by an earlier thread."""
    sweep_folder(files, path.parent, {path.name})


def sweep_folder(files: Files, folder: Path, names: Collection[str]) -> None:
    """Remove the temporary files that interrupted programs left in a folder, which is read once for all files."""
    own = str(_own_thread())
    for fresh, number in _fresh_of(files, folder, names):
        if number == own or not _THREADS.joinpath(number).exists():
            with contextlib.suppress(OSError):
                files.remove(fresh)


def replace_file(path: Path, content: bytes, files: Files = DISK) -> None:
    """Replace a file. A power cut leaves the whole old content or the whole new content. Raises OSError."""
    files.make_folder(path.parent)
    replace_in_folder(path, content, files)


def replace_in_folder(path: Path, content: bytes, files: Files = DISK) -> None:
    """Replace a file in a folder that exists. The folder is never created, because it may belong to a stick that was
    pulled. Raises OSError."""
    with stage_file(path, files) as fresh:
        files.write(fresh, content)


@contextlib.contextmanager
def stage_file(path: Path, files: Files = DISK) -> Iterator[Path]:
    """Yield the path of a temporary file to write and check. At the end of the block the temporary file replaces the
    file. After an error the old file stays."""
    sweep_fresh(files, path)
    with stage_among(path, files) as fresh:
        yield fresh
    files.sync(path.parent)


@contextlib.contextmanager
def stage_among(path: Path, files: Files) -> Iterator[Path]:
    """Yield the path of a temporary file that replaces one of many files in a folder. The caller removes older
    temporary files before, and forces the folder onto the card at the end (`stage_file` does both)."""
    fresh = fresh_name(path)
    try:
        yield fresh
        files.sync(fresh)
        files.rename(fresh, path)
    except (Exception, KeyboardInterrupt, SystemExit):
        with contextlib.suppress(OSError):
            files.remove(fresh)
        raise


def write_pieces(path: Path, pieces: Iterable[bytes], files: Files = DISK) -> None:
    """Write content that is too large for the memory of a small computer. It is safe only after `sync`."""
    files.write(path, b"")
    for piece in pieces:
        files.append(path, piece)


def write_atomically(files: Files, path: Path, content: bytes) -> NotKept | None:
    """Replace a file like `replace_file`. If the disk refuses, return the error, so that the evening continues."""
    return _attempt(path, lambda: replace_file(path, content, files))


def try_writing(files: Files, folder: Path) -> NotKept | None:
    """Return the error if the disk refuses to write in this folder, else None. A full disk refuses without a `sync`."""
    probe = folder / "can-be-written"
    refused = _attempt(folder, lambda: files.make_folder(folder), lambda: files.write(probe, b"yes"))
    removed = _attempt(folder, lambda: files.remove(probe))
    return refused or removed


def append_safely(files: Files, path: Path, content: bytes, forced: bool = True) -> NotKept | None:
    """Add content to a file that exists. If it is `forced`, it survives a power cut once this function returns."""
    force = (lambda: files.sync(path),) if forced else ()
    return _attempt(path, lambda: files.append(path, content), *force)


def remove_safely(files: Files, path: Path) -> NotKept | None:
    """Remove a file for good: it is gone even if the power fails directly afterwards."""
    return remove_surely(files, path) if files.exists(path) else None


def remove_surely(files: Files, path: Path) -> NotKept | None:
    """Remove a file for good. If the file is already gone, force its folder onto the card."""
    return _attempt(path, lambda: files.remove(path), lambda: files.sync(path.parent))


def wipe_safely(files: Files, path: Path) -> NotKept | None:
    """Write zeros over a file and remove it, so that nobody who reads the card finds its content. If one of the two
    steps fails, the other is still done."""
    if files.exists(path):
        _attempt(path, lambda: files.scrub(path), lambda: files.sync(path))
    return remove_surely(files, path)


def set_aside(files: Files, path: Path) -> Path | None:
    """Rename a broken file to the first free name of `<name>.broken`, `<name>.broken-2` and so on. Return None if it
    cannot be renamed."""
    aside, number = path.with_name(path.name + BROKEN), 1
    while files.exists(aside):
        number += 1
        aside = path.with_name(f"{path.name}{BROKEN}-{number}")
    try:
        files.rename(path, aside)
        files.sync(path.parent)
    except OSError:
        return None
    return aside


def wipe_set_aside(files: Files, folder: Path) -> NotKept | None:
    try:
        wiped = [wipe_safely(files, folder / name) for name in files.list_names(folder) if BROKEN in name]
    except OSError as refused:
        return NotKept(folder, refused)
    return next(filter(None, wiped), None)


def _attempt(path: Path, *deeds: Callable[[], None]) -> NotKept | None:
    try:
        for deed in deeds:
            deed()
    except OSError as refused:
        return NotKept(path, refused)
    return None
