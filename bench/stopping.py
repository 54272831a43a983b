"""From SIGTERM to the end of the process, at several pages, with the mixer open. `python -m bench.stopping`."""

import tempfile
import time
from pathlib import Path

from bench.hearing import progress
from bench.watching import running
from tests.tools.test_run import PAGES

TIMES = 3
ALLOWED_MS = 1000.0


def milliseconds(page: str) -> float:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as box:
        box.hand(*PAGES[page])
        if page != "home":
            box.says(f"Page {page}")
        began = time.perf_counter()
        box.end()
        return (time.perf_counter() - began) * 1000


def main() -> int:
    print(f"{'SIGTERM to the end, ms':32}{'most of ' + str(TIMES):>12}")
    worst = 0.0
    for page in PAGES:
        progress(f"stopping at {page}")
        most = max(milliseconds(page) for _ in range(TIMES))
        worst = max(worst, most)
        progress("")
        print(f"{page:32}{most:12.0f}")
    print(f"asked for: at most {ALLOWED_MS:.0f}")
    return 0 if worst <= ALLOWED_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
