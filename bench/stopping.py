"""From SIGTERM to the end of the process, at several pages, with the mixer open."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from bench.rest import computed
from bench.rows import Row
from bench.watching import running
from tests.tools.test_run import PAGES

SIZE, SMALLEST = 3, 1
"""So often at each page."""
ALLOWED_MS, ALLOWED_COMPUTED = 1000.0, 500.0


def milliseconds(page: str) -> tuple[float, float]:
    """Return how long it takes, and how long the processor works for it."""
    before = _ended()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as box:
        box.hand(*PAGES[page])
        if page != "home":
            box.says(f"Page {page}")
        used, began = computed(box.process.pid), time.perf_counter()
        status = box.end()
        took = time.perf_counter() - began
    if status:
        raise ValueError(f"At {page} it ended with {status}.")
    return took * 1000, (_ended() - before - used) * 1000


def _ended() -> float:
    """Return the seconds of processor of all processes that were begun here and have ended."""
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def rows(size: int) -> Iterator[Row]:
    for page in PAGES if size > SMALLEST else ("night",):
        took, computing = (max(times) for times in zip(*(milliseconds(page) for _ in range(size)), strict=True))
        yield Row(page, took, ALLOWED_MS, "ms", note="SIGTERM to the end")
        yield Row(page, computing, ALLOWED_COMPUTED, "ms of processor")
