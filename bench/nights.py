"""Ten thousand nights in virtual time on one box: how long one takes, and that nothing grows by them."""

import gc
import logging
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bench.rest import resident
from bench.rows import Row
from tests.faults.test_long_life import Life

SIZE, SMALLEST, WARM = 10_000, 10, 50
ALLOWED_MIB = 2.0
ALLOWED = {"objects": 200, "bytes on disk": 8}
"""More than before; of all else nothing. The number of the games played has more figures in the end."""


def rows(size: int) -> Iterator[Row]:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        life = Life(Path(folder))
        for _ in range(min(WARM, size)):
            life.night()
        before, weight, began, at = life.size(), _weight(), time.process_time(), life.box.now
        for _ in range(size):
            life.night()
        took, after, grown = time.process_time() - began, life.size(), _weight() - weight
        played = life.box.now - at
    note = "asked for is a thousandth of what it lasts"
    yield Row(f"a night, of {size:,}", took / size * 1000, played / size, "ms of processor", note=note)
    for what, count in before.items():
        allowed = count + ALLOWED.get(what, 0)
        yield Row(f"{what} afterwards", after[what], allowed, "", rival=count, than="before")
    yield Row("memory afterwards", weight + grown, weight + ALLOWED_MIB, "MiB", rival=weight, than="before")


def _weight() -> float:
    gc.collect()
    return resident(threading.main_thread().native_id or 0)


def _memory() -> str | None:
    """Where there is a disk in memory the time is the program's own."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a private folder is made in it
