"""A daemon on mock pins under observation: how heavy it is, how often it wakes, how much it computes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.commands.process import BoxProcess

DISK = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": os.devnull}
"""SDL's disk driver takes sound at the pace of a card."""


class Watched(BoxProcess):
    """Under observation for longer than a test would wait."""

    patience = 300.0


@contextmanager
def running(folder: Path, settings: str = "[screen]\ncontroller = 'none'\n", **environ: str) -> Iterator[BoxProcess]:
    """`nightcrier run`, ready."""
    (folder / "own").mkdir(parents=True, exist_ok=True)
    (folder / "own" / "device.toml").write_text(settings)
    with Watched(folder, **(DISK | environ)) as box:
        box.tells_systemd("READY=1")
        yield box
        box.end()


def resident(pid: int) -> float:
    """MiB."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(row.split()[1] for row in rows if row.startswith("VmRSS"))) / 1024


def wakes(pid: int) -> int:
    """A thread that waited and was woken: a voluntary switch, counted over all threads."""
    rows = [
        row
        for status in Path(f"/proc/{pid}/task").glob("*/status")
        for row in status.read_text().splitlines()
        if row.startswith("voluntary_ctxt_switches")
    ]
    return sum(int(row.split()[1]) for row in rows)


def computed(pid: int) -> float:
    """Seconds of a core."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
