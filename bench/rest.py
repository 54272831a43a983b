"""How a running program rests: its weight, how often it wakes, how much it computes.

`python -m bench.rest PID [SECONDS]`, for instance of the box: `systemctl show --property=MainPID --value nightcrier`.
Needs nothing but Python, and looks at every thread."""

import os
import sys
import time
from pathlib import Path


def resident(pid: int) -> float:
    """MiB."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(row.split()[1] for row in rows if row.startswith("VmRSS"))) / 1024


def own_memory(pid: int) -> tuple[float, float]:
    """MiB: what it has for itself, and that with its share of what others have too."""
    rows = (row.split() for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    kib = {row[0].rstrip(":"): int(row[1]) for row in rows}
    return (kib["Private_Clean"] + kib["Private_Dirty"]) / 1024, kib["Pss"] / 1024


def wakes(pid: int) -> int:
    """A thread that waited and was woken: a voluntary switch, counted over all threads."""
    return sum(threads(pid).values())


def _switches(status: Path) -> int:
    rows = status.read_text().splitlines()
    return int(next(row.split()[1] for row in rows if row.startswith("voluntary_ctxt_switches")))


def computed(pid: int) -> float:
    """Seconds of a core."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def threads(pid: int) -> dict[str, int]:
    """How often each thread was woken, by its number and name."""
    return {
        f"{task.name} {(task / 'comm').read_text().strip()}": _switches(task / "status")
        for task in Path(f"/proc/{pid}/task").iterdir()
    }


def main() -> None:
    pid, seconds = int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    before, used = threads(pid), computed(pid)
    time.sleep(seconds)
    after = threads(pid)
    for thread, count in after.items():
        print(f"{thread:28}{(count - before.get(thread, 0)) / seconds:>10.2f} wake-ups/s")
    total = sum(after.values()) - sum(before.values())
    print(f"{'all':28}{total / seconds:>10.2f} wake-ups/s", end="")
    print(f"{(computed(pid) - used) / seconds * 100:>8.2f} % of a core{resident(pid):>8.1f} MiB, in {seconds:.0f} s")


if __name__ == "__main__":
    main()
