"""Cuts the first start of a card while the card is laid out. The next start has to finish it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from image.machine import KEPT, SLOW, Loaded, NotThere, Pi
from image.proof_row import CardRow
from image.recorded_disk import RecordedDisk

_AT_ONCE = 2
"""The number of starts at a time. Each keeps one processor busy."""


class CutStarts:
    """Cuts a first start at some of its recorded writes, up to the one with which it was done with the card."""

    def __init__(self, disk: RecordedDisk, until: int, loaded: Loaded, folder: Path) -> None:
        self._disk, self._until = disk, until
        self._loaded, self._folder = loaded, folder

    def rows(self, cuts: int) -> Iterator[CardRow]:
        moments = cut_moments([offset for offset, _ in self._disk.writes[: self._until]], cuts)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            ends = list(pool.map(self._wrong_after, moments, range(cuts)))
        for after, wrong in zip(moments, ends, strict=True):
            if wrong:
                yield CardRow(f"cut after write {after}", wrong, False)
        whole = ends.count("")
        yield CardRow(f"{cuts} cuts in the first start", f"{whole} finished by the next start", whole == cuts)

    def _wrong_after(self, after: int, number: int) -> str:
        """Return what kept the start after a cut from finishing, or an empty text."""
        card = self._folder / f"cut-{number}.img"
        self._disk.cut_after(after, card)
        pi = Pi(self._loaded, str(card), self._folder / f"cut-{number}.log")
        try:
            pi.wait_for(KEPT, SLOW)
        except NotThere as wrong:
            return str(wrong)
        finally:
            pi.cut()
            card.unlink()
        return ""


def cut_moments(offsets: list[int], cuts: int) -> list[int]:
    """Return the numbers of writes after which to cut. The partition table at offset 0 shows how far the first start
    came, so cuts come before and after each write of it, and others at random."""
    tables = [number for number, offset in enumerate(offsets) if offset == 0]
    chosen = sorted({after for number in tables for after in (number, number + 1)})[:cuts]
    chance = Random(len(offsets))
    return chosen + [chance.randrange(len(offsets) + 1) for _ in range(cuts - len(chosen))]
