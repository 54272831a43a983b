"""From SIGTERM to the end of the process, at several pages, with the mixer open."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.rows import Row
from bench.watching import running
from tests.tools.test_run import PAGES

SIZE, SMALLEST = 3, 1
"""So often at each page."""
ALLOWED_MS = 1000.0


def milliseconds(page: str) -> float:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as box:
        box.hand(*PAGES[page])
        if page != "home":
            box.says(f"Page {page}")
        began = time.perf_counter()
        status = box.end()
        took = time.perf_counter() - began
    if status:
        raise ValueError(f"At {page} it ended with {status}.")
    return took * 1000


def rows(size: int) -> Iterator[Row]:
    for page in PAGES if size > SMALLEST else ("night",):
        yield Row(page, max(milliseconds(page) for _ in range(size)), ALLOWED_MS, "ms", note="SIGTERM to the end")
