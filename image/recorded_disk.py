"""Simulates a card that remembers every write, in order, so that a start can be cut anywhere.

QEMU's card has no cache: what it reports as written is written. A cut leaves the first writes, of 512 bytes each."""

import os
import subprocess
from pathlib import Path

from lab.host.volatile_disk import VolatileDisk


class RecordedDisk(VolatileDisk):
    """A disk that passes every write to the image at once. A copy of the image as it was, and the writes, make any
    state between."""

    def __init__(self, image: Path) -> None:
        super().__init__(image)
        self._before = image.with_suffix(".before")
        copy_sparse(image, self._before)
        self.writes: list[tuple[int, bytes]] = []

    def write(self, offset: int, data: bytes, *, keep: bool = False) -> None:
        self.writes.append((offset, data))
        super().write(offset, data, keep=True)

    def cut_after(self, count: int, to: Path) -> None:
        """Write the card as a cut after this many writes leaves it."""
        copy_sparse(self._before, to)
        with to.open("r+b") as file:
            for offset, data in self.writes[:count]:
                file.seek(offset)
                file.write(data)


def copy_sparse(image: Path, to: Path) -> None:
    """Copy an image. Where it is empty, the copy takes no room."""
    subprocess.run(["cp", "--sparse=always", image, to], check=True)


def as_card(image: Path, to: Path, size: int) -> None:
    """Write a card as Imager does: larger than its image, and for QEMU by a power of two."""
    copy_sparse(image, to)
    os.truncate(to, size)
