"""A disk whose every write is told: how many bytes, and into which file. For records that look for leaks."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from device.kernel.files import Disk

TellWrite: TypeAlias = Callable[[str, int], None]
"""The name of the file, and the bytes."""


class WatchedDisk(Disk):
    """The real one, watched."""

    def __init__(self, tell: TellWrite) -> None:
        self._tell = tell

    def write(self, path: Path, content: bytes) -> None:
        self._tell(path.name, len(content))
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self._tell(path.name, len(content))
        super().append(path, content)

    def scrub(self, path: Path) -> None:
        self._tell(path.name, path.stat().st_size)
        super().scrub(path)
