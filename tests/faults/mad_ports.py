"""Simulates what a box under attack runs on: a disk that forgets and refuses, a wall clock, and a witness."""

from io import StringIO
from pathlib import Path
from random import Random

from nightcrier.box.record import RecordWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Cause, Fault
from tests.box.memory.conftest import ForgetfulDisk, Inode


class MadDisk(ForgetfulDisk):
    """Simulates a disk that forgets what was not synced, refuses when told to, and is slow."""

    def __init__(self, clock: VirtualClock, names: dict[Path, Inode] | None = None) -> None:
        super().__init__()
        self.clock, self.slow = clock, 0.0
        self.names, self.safe_names = dict(names or {}), dict(names or {})

    def sync(self, path: Path) -> None:
        self.clock.move_to(self.clock.now() + self.slow)
        super().sync(path)

    def left(self, chance: Random) -> "MadDisk":
        """Return the disk as the next start finds it."""
        return MadDisk(self.clock, self.after_power_cut(chance).names)


class MadWall:
    """Simulates a wall clock that somebody sets."""

    now: int | None = None

    def minute(self) -> int | None:
        return self.now


class MadWitness(RecordWitness):
    """Keeps the record, the internal errors, and how often something was called saved."""

    def __init__(self) -> None:
        self.out = StringIO()
        super().__init__(self.out)
        self.broken: list[str] = []
        self.saves = 0

    def fault(self, fault: Fault) -> None:
        super().fault(fault)
        if fault.cause is Cause.INSIDE and not fault.mended:
            self.broken.append(fault.what)

    def note_saved(self, at: float, what: str) -> None:
        self.saves += what == "choices"
