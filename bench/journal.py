"""What it costs to write down each call of a night so that a pulled plug loses none. `python -m bench.journal`.

Beside it: the same entry written without forcing it onto the disk, which a pulled plug loses; the whole state written
anew each time; and a row in SQLite."""

import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from device.kernel.files import Disk, write_atomically
from device.memory.journal import Journal
from device.table.entries import Entry, Reached

TIMES = 300


def milliseconds(deed: Callable[[int], object]) -> tuple[float, float]:
    took = []
    for number in range(TIMES):
        began = time.perf_counter()
        deed(number)
        took.append((time.perf_counter() - began) * 1000)
    return median(took), max(took)


def ours(folder: Path) -> Callable[[int], object]:
    journal: Journal[Entry] = Journal(Disk(), folder / "journal.jsonl", Entry)
    journal.read()
    journal.append(Reached(cue=0), sealed=False)
    return lambda number: journal.append(Reached(cue=number), sealed=False)


def unsafe(folder: Path) -> Callable[[int], object]:
    def write(number: int) -> None:
        with (folder / "unsafe.jsonl").open("a") as file:
            file.write(json.dumps({"cue": number}) + "\n")

    return write


def anew(folder: Path) -> Callable[[int], object]:
    entries: list[dict[str, int]] = []

    def write(number: int) -> None:
        entries.append({"cue": number})
        write_atomically(Disk(), folder / "state.json", json.dumps(entries).encode())

    return write


def database(folder: Path) -> Callable[[int], object]:
    connection = sqlite3.connect(folder / "state.sqlite", isolation_level=None)
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("CREATE TABLE entry (cue INTEGER)")
    return lambda number: connection.execute("INSERT INTO entry VALUES (?)", (number,))


def main() -> int:
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home())
    print(f"{'one entry, ms':44}{'median':>9}{'most':>9}{'ratio':>8}")
    with tempfile.TemporaryDirectory(dir=home) as name:
        folder = Path(name)
        ways = {
            "journal, forced onto the disk": ours,
            "a line, not forced: lost with the power": unsafe,
            "the whole state anew, forced": anew,
            "a row in SQLite, forced": database,
        }
        first = 0.0
        for what, way in ways.items():
            middle, most = milliseconds(way(folder))
            first = first or middle
            print(f"{what:44}{middle:9.3f}{most:9.3f}{middle / first:8.2f}")
    print(
        "A night writes one entry for each call. An SD card takes 5 to 50 ms to force one, this disk what stands here."
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
