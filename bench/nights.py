"""Ten thousand nights in virtual time on one box: how long one takes, and that nothing grows by them.
`python -m bench.nights [NIGHTS]`."""

import gc
import logging
import sys
import tempfile
import threading
import time
from pathlib import Path

from bench.hearing import progress
from bench.rest import resident
from tests.faults.test_long_life import Life

NIGHTS, WARM = 10_000, 50
ALLOWED_MIB, ALLOWED_OBJECTS = 2.0, 200


def main() -> int:
    nights = int(sys.argv[1]) if len(sys.argv) > 1 else NIGHTS
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        life = Life(Path(folder))
        for _ in range(WARM):
            life.night()
        before, weight, began, at = life.size(), _weight(), time.perf_counter(), life.box.now
        for night in range(nights):
            if night % 100 == 0:
                progress(f"nights: {night:,} of {nights:,}")
            life.night()
        took, after, grown = time.perf_counter() - began, life.size(), _weight() - weight
        played = life.box.now - at
    progress("")
    print(f"{nights:,} nights of {played / nights:.0f} s in {took:.0f} s: {took / nights * 1000:.1f} ms each,")
    print(f"{played / took:,.0f} times as fast as real time")
    print(f"{'':16}{'before':>12}{'after':>12}")
    for what, count in before.items():
        print(f"{what:16}{count:12,}{after[what]:12,}")
    print(f"{'MiB':16}{weight:12.1f}{weight + grown:12.1f}")
    still = all(after[what] <= before[what] for what in ("threads", "descriptors", "files", "bytes on disk"))
    return 0 if still and grown <= ALLOWED_MIB and after["objects"] - before["objects"] <= ALLOWED_OBJECTS else 1


def _weight() -> float:
    gc.collect()
    return resident(threading.main_thread().native_id or 0)


def _memory() -> str | None:
    """Where there is a disk in memory the time is the program's own."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a private folder is made in it


if __name__ == "__main__":
    raise SystemExit(main())
