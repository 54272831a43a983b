"""Simulates a card that remembers every write, in order, so that a start can be cut anywhere.

QEMU's card has no cache: what it reports as written is written. A cut leaves the first writes, of 512 bytes each."""

import os
import subprocess
from pathlib import Path

from lab.host.volatile_disk import VolatileDisk


class RecordedDisk(VolatileDisk):
    """Passes every write to the image at once, and keeps the writes and a copy of the original image, from which any
    state between can be made."""

    def __init__(self, image: Path) -> None:
        super().__init__(image)
        self._before = image.with_suffix(".before")
        copy_sparse(image, self._before)
        self.writes: list[tuple[int, bytes]] = []

    def write(self, offset: int, data: bytes, *, keep: bool = False) -> None:
        self.writes.append((offset, data))
        super().write(offset, data, keep=True)

    def cut_after(self, count: int, to: Path) -> None:
        """Write the card in the state that a cut after this many writes leaves."""
        copy_sparse(self._before, to)
        with to.open("r+b") as file:
            for offset, data in self.writes[:count]:
                file.seek(offset)
                file.write(data)


def copy_sparse(image: Path, to: Path) -> None:
    """Copy an image. Its empty parts take no room in the copy."""
    subprocess.run(["cp", "--sparse=always", image, to], check=True)


def as_card(image: Path, to: Path, size: int) -> None:
    """Write a card like Imager: larger than its image, and for QEMU with a power of two as its size."""
    copy_sparse(image, to)
    os.truncate(to, size)
