"""Reads and writes the disk: a small interface, the real disk behind it, and the one way in which state is written.

A plug is pulled at any instant. What must survive is written beside the old file, forced onto the card, and renamed
over the old file: at every moment the name leads to the whole old content or the whole new one. The rename itself is
only sure once the folder has been forced onto the card too."""

import contextlib
import os
import re
import stat
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from nightcrier.kernel.errors import NightcrierError

BROKEN = ".broken"
"""The end of the name of a broken file that is kept aside."""
LARGEST_FILE = 4 * 1024 * 1024
"""The largest file that is read. No file of the box comes near this size, and a small computer has little memory."""


_FRESH = r"\.(\d+)\.new"
_THREADS = Path("/proc")
"""The folder that has a folder for the number of every thread that is alive."""


class Files(Protocol):
    """Does all that the rooms ask of a disk. Each call raises `OSError` when the disk refuses."""

    def read(self, path: Path) -> bytes: ...

    def write(self, path: Path, content: bytes) -> None:
        """Replace the content of a file. The new content is not safe before `sync`."""
        ...

    def append(self, path: Path, content: bytes) -> None: ...

    def sync(self, path: Path) -> None:
        """Wait until the content of a file, or the names in a folder, will outlive a power cut."""
        ...

    def rename(self, old: Path, new: Path) -> None: ...

    def remove(self, path: Path) -> None: ...

    def scrub(self, path: Path) -> None:
        """Write zeros over the content of a file, in its place as far as the card lets us."""
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
            raise OSError(f"it is larger than {LARGEST_FILE // 1024 // 1024} MiB")
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
            file.write(bytes(os.fstat(file.fileno()).st_size))

    def exists(self, path: Path) -> bool:
        return os.path.lexists(path)

    def list_names(self, folder: Path) -> list[str]:
        return [file.name for file in folder.iterdir()]

    def make_folder(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)


def open_plainly(path: Path, mode: Literal["rb", "wb", "r+b"] = "rb", *, follows_links: bool = False) -> BinaryIO:
    """Open a plain file, and nothing else that somebody may have laid there: no pipe, no device, and a link only with
    `follows_links`. Raises OSError."""

    def plain_handle(name: str, flags: int) -> int:
        """Check the opened file itself, because the name may lead elsewhere a moment later."""
        handle = os.open(name, flags | os.O_NONBLOCK | (0 if follows_links else os.O_NOFOLLOW), 0o666)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return handle
        os.close(handle)
        raise OSError("it is not a plain file")

    return open(path, mode, opener=plain_handle)


DISK: Files = Disk()
"""The real disk, for whoever is handed no other."""


class NotKept(NightcrierError):
    """Something could not be written to the disk. The evening goes on, and the box says once what it will forget,
    unless that is `noted` elsewhere."""

    def __init__(self, path: Path, why: OSError, *, noted: bool = False) -> None:
        self.path, self.why, self.noted = path, why, noted
        then = "and has noted this beside it" if noted else "but forgets this when switched off"
        super().__init__(f"{path} cannot be written ({refusal_reason(why)}): the box plays on, {then}.")


def refusal_reason(refused: OSError) -> str:
    """Return in few words why the disk refused."""
    return refused.strerror or str(refused) or type(refused).__name__


def fresh_name(path: Path) -> Path:
    """Return the name for a new content while this thread writes it. A power cut may leave a file of that name."""
    return path.with_name(f"{path.name}.{threading.get_native_id()}.new")


def stable_name(name: str) -> str:
    """Remove the number of the thread from the name of a new content, because the number differs each time."""
    return re.sub(_FRESH + "$", ".new", name)


def fresh_ones(files: Files, path: Path) -> list[Path]:
    """Return all unfinished new contents of a file, whichever program has written them."""
    return sorted(found for found, _ in _fresh_of(files, path.parent, {path.name}))


def _fresh_of(files: Files, folder: Path, names: Collection[str]) -> Iterator[tuple[Path, str]]:
    """Yield each unfinished new content of these files, with the number of the thread that writes it."""
    try:
        found = files.list_names(folder)
    except OSError:
        return
    for name in found:
        numbered = re.fullmatch(f"(.*){_FRESH}", name, re.DOTALL) if name.endswith(".new") else None
        if numbered and numbered[1] in names:
            yield folder / name, numbered[2]


def sweep_fresh(files: Files, path: Path) -> None:
    """Remove the new contents of a file that programs left unfinished. This thread must not be writing one: its own
    number counts as left, because an earlier thread had the number."""
    sweep_folder(files, path.parent, {path.name})


def sweep_folder(files: Files, folder: Path, names: Collection[str]) -> None:
    """Remove the temporary files that interrupted programs have left in one folder. The folder is read once for all
    files."""
    own = str(threading.get_native_id())
    for fresh, number in _fresh_of(files, folder, names):
        if number == own or not _THREADS.joinpath(number).exists():
            with contextlib.suppress(OSError):
                files.remove(fresh)


def replace_file(path: Path, content: bytes, files: Files = DISK) -> None:
    """Replace a file: a power cut leaves the whole old content or the whole new one. Raises OSError."""
    files.make_folder(path.parent)
    replace_in_folder(path, content, files)


def replace_in_folder(path: Path, content: bytes, files: Files = DISK) -> None:
    """Replace a file in a folder that must exist: the folder of a pulled stick is never made anew. Raises OSError."""
    with stage_file(path, files) as fresh:
        files.write(fresh, content)


@contextlib.contextmanager
def stage_file(path: Path, files: Files = DISK) -> Iterator[Path]:
    """Yield a path to write and check; on leaving, rename it over the file. Any error keeps the old file."""
    sweep_fresh(files, path)
    with stage_among(path, files) as fresh:
        yield fresh
    files.sync(path.parent)


@contextlib.contextmanager
def stage_among(path: Path, files: Files) -> Iterator[Path]:
    """Stage one of many files of a folder. The caller sweeps the folder first, and forces it onto the card last."""
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
    """Write a content that is too large for the memory of a small computer. The content is not safe before `sync`."""
    files.write(path, b"")
    for piece in pieces:
        files.append(path, piece)


def write_atomically(files: Files, path: Path, content: bytes) -> NotKept | None:
    """Replace a file as `replace_file` does, but return the error of a disk that refuses: the evening goes on."""
    return _attempt(path, lambda: replace_file(path, content, files))


def try_writing(files: Files, folder: Path) -> NotKept | None:
    """Return the error if the disk takes nothing in this folder; a full disk refuses without a `sync`."""
    probe = folder / "can-be-written"
    refused = _attempt(folder, lambda: files.make_folder(folder), lambda: files.write(probe, b"yes"))
    removed = _attempt(folder, lambda: files.remove(probe))
    return refused or removed


def append_safely(files: Files, path: Path, content: bytes) -> NotKept | None:
    """Add to a file that exists. The added content outlives a power cut once this function returns."""
    return _attempt(path, lambda: files.append(path, content), lambda: files.sync(path))


def remove_safely(files: Files, path: Path) -> NotKept | None:
    """Remove a file for good: it is gone even if the power fails directly afterwards."""
    return remove_surely(files, path) if files.exists(path) else None


def remove_surely(files: Files, path: Path) -> NotKept | None:
    """Remove a file for good, even one that is gone but whose folder was not yet forced onto the card."""
    return _attempt(path, lambda: files.remove(path), lambda: files.sync(path.parent))


def wipe_safely(files: Files, path: Path) -> NotKept | None:
    """Write zeros over a file and remove it: nobody who reads the card finds its bytes. The file is removed even if it
    cannot be written over, and is written over even if it cannot be removed."""
    if files.exists(path):
        _attempt(path, lambda: files.scrub(path), lambda: files.sync(path))
    return remove_surely(files, path)


def set_aside(files: Files, path: Path) -> Path | None:
    """Keep a broken file under the first free of `<name>.broken`, `<name>.broken-2` ...; None if it cannot be moved."""
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


def _attempt(path: Path, *deeds: Callable[[], None]) -> NotKept | None:
    try:
        for deed in deeds:
            deed()
    except OSError as refused:
        return NotKept(path, refused)
    return None
