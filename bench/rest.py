"""Measures an idle program: its memory, how often it wakes, and how much it computes."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def resident(pid: int) -> float:
    """Return the resident memory in MiB."""
    return _told_of(pid, "VmRSS") / 1024


def forget_peak(pid: int) -> None:
    """Reset the peak of a program's memory in the kernel."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def peak(pid: int) -> float:
    """Return the peak memory in MiB since the program began or its peak was reset."""
    return _told_of(pid, "VmHWM") / 1024


def _told_of(pid: int, key: str, thread: str = "") -> int:
    rows = Path(f"/proc/{pid}/{thread}status").read_text().splitlines()
    return int(next(row.split()[1] for row in rows if row.startswith(key)))


def wakes_since(before: Mapping[str, int], pid: int) -> int:
    """Return how often threads were woken since `before`, except for threads that have ended."""
    return sum(count - before.get(thread, 0) for thread, count in wakes(pid).items())


def wakes(pid: int) -> dict[str, int]:
    """Return for each thread how often it waited and was woken, which the kernel counts as voluntary switches."""
    found = dict[str, int]()
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            found[thread.name] = _told_of(pid, "voluntary_ctxt_switches", f"task/{thread.name}/")
    return found


def computed(pid: int) -> float:
    """Return the processor time used, in seconds on one core."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
