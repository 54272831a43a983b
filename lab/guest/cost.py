"""What the running box takes of the machine: wake-ups and memory."""

import glob
import time

from moments import now
from service import pid


def switches(process: int) -> dict[str, int]:
    """How often its threads went to sleep, and so had to be woken, so far: those of the sound library, all others."""
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
    """Wake-ups a second of the box over so many seconds: the sound library's, and all others."""
    process = pid()
    if not process:
        raise ProcessLookupError("the box does not run")
    before, begun = switches(process), now()
    time.sleep(seconds)
    after, passed = switches(process), now() - begun
    return {whose: (after[whose] - before[whose]) / passed for whose in after}


def memory() -> float:
    """What the box holds, in MiB."""
    with open(f"/proc/{pid()}/smaps_rollup") as file:
        (line,) = [line for line in file if line.startswith("Rss:")]
    return int(line.split()[1]) / 1024
