"""Measures how many wake-ups and how much memory the running box takes."""

import glob
import time

from moments import now
from service import pid


def switches(process: int) -> dict[str, int]:
    """Return how often threads have gone to sleep so far and had to be woken: the sound library's, and all others."""
    total = {"sound": 0, "rest": 0}
    for task in glob.glob(f"/proc/{process}/task/*"):
        try:
            with open(f"{task}/comm") as name, open(f"{task}/status") as status:
                whose = "sound" if name.read().startswith("SDL") else "rest"
                total[whose] += sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
        except OSError:
            continue
    return total


def wake_ups(seconds: float) -> dict[str, float]:
    """Return the wake-ups a second of the box over this time: the sound library's, and all others."""
    process = pid()
    if not process:
        raise ProcessLookupError("the box does not run")
    before, begun = switches(process), now()
    time.sleep(seconds)
    after, passed = switches(process), now() - begun
    return {whose: (after[whose] - before[whose]) / passed for whose in after}


def memory() -> float:
    """Return the memory that the box holds, in MiB."""
    with open(f"/proc/{pid()}/smaps_rollup") as file:
        (line,) = [line for line in file if line.startswith("Rss:")]
    return int(line.split()[1]) / 1024
