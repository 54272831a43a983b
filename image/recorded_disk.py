"""A card that remembers every write, in the order in which they were made, so that one start can be cut anywhere.

A card of QEMU has no cache: what it has said to be written is written. A cut leaves the first so many writes, each a
block of 512 bytes."""

import os
import subprocess
from pathlib import Path

from lab.host.volatile_disk import VolatileDisk


class RecordedDisk(VolatileDisk):
    """All writes go to the image at once; a copy of the image as it was, and the writes, make any state between."""

    def __init__(self, image: Path) -> None:
        super().__init__(image)
        self._before = image.with_suffix(".before")
        copy_sparse(image, self._before)
        self.writes: list[tuple[int, bytes]] = []

    def write(self, offset: int, data: bytes, *, keep: bool = False) -> None:
        self.writes.append((offset, data))
        super().write(offset, data, keep=True)

    def cut_after(self, count: int, to: Path) -> None:
        """The card as a cut after so many writes leaves it."""
        copy_sparse(self._before, to)
        with to.open("r+b") as file:
            for offset, data in self.writes[:count]:
                file.seek(offset)
                file.write(data)


def copy_sparse(image: Path, to: Path) -> None:
    """Where the card is empty, so is the copy."""
    subprocess.run(["cp", "--sparse=always", image, to], check=True)


def as_card(image: Path, to: Path, size: int) -> None:
    """As Imager writes it: a card is larger than what it is made of, and QEMU wants a power of two."""
    copy_sparse(image, to)
    os.truncate(to, size)
