"""Provides a disk that keeps only what was synced over a power cut, and perhaps some of the rest."""

import random
from pathlib import Path

import pytest

from tests.sampling import cut_seeds


class PowerCut(BaseException):
    """Raised when the power fails. Not even an `except Exception` may run after it."""


SECTOR = 48
"""The bytes of a file that reach the card together. The number is small, so that small files have several sectors."""


class Inode:
    """Holds a file without its name: its content, and the content that is certainly on the card."""

    def __init__(self, content: bytes = b"", safe: bytes = b"") -> None:
        self.content, self.safe = content, safe


class ForgetfulDisk:
    """Simulates a disk on which names and contents reach the card separately. Power fails at write `cut_at`."""

    def __init__(self) -> None:
        self.names: dict[Path, Inode] = {}
        self.safe_names: dict[Path, Inode] = {}
        self.folders: set[Path] = set()
        self.points = 0
        self.cut_at: int | None = None
        self.refuses: OSError | None = None

    def read(self, path: Path) -> bytes:
        if path not in self.names:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return self.names[path].content

    def write(self, path: Path, content: bytes) -> None:
        inode = self.names.setdefault(path, Inode())
        inode.content = b""
        self._write(inode, content)

    def append(self, path: Path, content: bytes) -> None:
        self._write(self.names.setdefault(path, Inode()), content)

    def sync(self, path: Path) -> None:
        self._point()
        if path in self.names:
            self.names[path].safe = self.names[path].content
        else:
            self._sync_folder(path)

    def rename(self, old: Path, new: Path) -> None:
        self._point()
        self.names[new] = self.names.pop(old)

    def remove(self, path: Path) -> None:
        self._point()
        self.names.pop(path, None)

    def scrub(self, path: Path) -> None:
        inode = self.names[path]
        length = len(inode.content)
        for at in (length // 2, length):
            self._point()
            inode.content = bytes(at) + inode.content[at:]

    def exists(self, path: Path) -> bool:
        return path in self.names or path in {name.parent for name in self.names}

    def list_names(self, folder: Path) -> list[str]:
        return [path.name for path in self.names if path.parent == folder]

    def make_folder(self, path: Path) -> None:
        self.folders.add(path)

    def after_power_cut(self, chance: random.Random) -> "ForgetfulDisk":
        """Return what the next start finds: unsynced data is there whole, in part, as garbage, or not at all."""
        found = ForgetfulDisk()
        for path in sorted({*self.names, *self.safe_names}):
            now, safe = self.names.get(path), self.safe_names.get(path)
            inode = now if now is safe else chance.choice((now, safe))
            if inode is not None:
                content = self._remains(inode, chance)
                found.names[path] = found.safe_names[path] = Inode(content, content)
        return found

    def _write(self, inode: Inode, content: bytes) -> None:
        half = len(content) // 2
        for part in (content[:half], content[half:]):
            self._point()
            inode.content += part

    def _point(self) -> None:
        if self.refuses:
            raise self.refuses
        self.points += 1
        if self.points == self.cut_at:
            raise PowerCut

    def _sync_folder(self, folder: Path) -> None:
        for path in {*self.names, *self.safe_names}:
            if path.parent != folder:
                continue
            if path in self.names:
                self.safe_names[path] = self.names[path]
            else:
                del self.safe_names[path]

    @staticmethod
    def _remains(inode: Inode, chance: random.Random) -> bytes:
        """Return what may remain of a file. Synced bytes stay, unless the file was emptied to be rewritten. A rewrite
        of the same length reaches the card sector by sector."""
        if len(inode.content) == len(inode.safe):
            sectors = range(0, len(inode.safe), SECTOR)
            return b"".join(chance.choice((inode.safe, inode.content))[at : at + SECTOR] for at in sectors)
        kept = inode.safe if inode.content.startswith(inode.safe) else b""
        fresh = inode.content[len(kept) :]
        torn = fresh[: chance.randrange(len(fresh) + 1)]
        return chance.choice((inode.safe, inode.content, kept + torn, kept + bytes(len(fresh))))


@pytest.fixture
def disk():
    return ForgetfulDisk()


@pytest.fixture
def cuts():
    """Return a function that runs an action on fresh disks, each cut at a seeded point, and yields what is left."""

    def each(deed, how_many, kind=""):
        whole = ForgetfulDisk()
        deed(whole)
        for seed in cut_seeds(kind, range(how_many)):
            chance, disk = random.Random(seed), ForgetfulDisk()
            disk.cut_at = 1 + seed % whole.points
            with pytest.raises(PowerCut):
                deed(disk)
            yield disk.after_power_cut(chance), seed

    return each
