"""Runs commands and boxes in the memory that a small computer has left, and measures their processor time."""

import math
import os
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Self

from msgspec import Struct

from bench.rest import computed
from bench.watching import DISK, MEMORY
from nightcrier.box.parts import REHEARSE_AT
from tests.tools.process import REPO, BoxProcess

MEMORY_MIB, READY_SECONDS, ENOUGH = 430, 30.0, 24 * 3600.0
_LIMIT = MEMORY_MIB * 1024 * 1024
_CALM, _SLICE = 1.25 * REHEARSE_AT, 0.1
"""The seconds without work after which a box is at rest: more than from READY to its first piece, and between two."""


class Begun(Struct, frozen=True):
    """A start: seconds of processor until READY and until the box is at rest, its MiB, and a fault, if any."""

    ready: float = 0.0
    rest: float = 0.0
    memory: float = 0.0
    fault: str = ""


class LimitedBox(BoxProcess):
    """A box that may not take more memory; its log is read as it comes."""

    patience = 600.0

    def __enter__(self) -> Self:
        super().__enter__()
        resource.prlimit(self.process.pid, resource.RLIMIT_AS, (_LIMIT, _LIMIT))
        self.reader = Thread(target=self._read_log, daemon=True)
        self.reader.start()
        return self

    def _read_log(self) -> None:
        for line in self.process.stderr or ():
            self.log.append(line)

    def becomes_ready(self) -> bool:
        """Wait until the box is ready; return False if it has ended before."""
        self._notify.settimeout(1.0)
        for _ in range(int(self.patience)):
            try:
                if self._notify.recv(256) == b"READY=1":
                    return True
            except TimeoutError:
                if self.process.poll() is not None:
                    return False
        return False


def _memory(process: int) -> float:
    rows = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return int(next(row.split()[1] for row in rows if row.startswith("VmHWM"))) / 1024


def _rested(process: int) -> float:
    """Wait until the box has slept for long enough; a box that waits for a processor does not sleep."""
    last, calm_at = 0.0, math.inf
    while time.monotonic() < calm_at:
        before, last = last, computed(process)
        if last > before or not _sleeps(process):
            calm_at = time.monotonic() + _CALM
        time.sleep(_SLICE)
    return last


def _sleeps(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "S"


def begin(folder: Path) -> Begun:
    """Start a box, and let it come to rest. It has no copies of what it once read."""
    with LimitedBox(folder, **DISK, **MEMORY) as box:
        if not box.becomes_ready():
            return Begun(fault=f"never ready, ended with {box.process.poll()}: {''.join(box.log[-3:])}")
        ready = computed(box.process.pid)
        try:
            rest, memory = _rested(box.process.pid), _memory(box.process.pid)
        except (OSError, StopIteration):
            return Begun(ready, fault=f"ended after READY: {''.join(box.log[-3:])}")
        box.process.terminate()
        status = box.process.wait(box.patience)
        return Begun(ready, rest, memory, f"stopped with {status}" if status else "")


def places(folder: Path) -> dict[str, str]:
    return {"STATE_DIRECTORY": str(folder / "state"), "CONFIGURATION_DIRECTORY": str(folder / "own")}


def command(folder: Path, *words: str) -> tuple[float, str]:
    """Run a command on a box, in the same memory; return its seconds of processor, and all that it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        (sys.executable, "-m", "nightcrier", *words),
        cwd=REPO,
        env=os.environ | places(folder),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_AS, (_LIMIT, _LIMIT)),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout + done.stderr
