"""Measures the cost of counting one more game when thirty evenings are stored, and when 100,000 games are."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from msgspec import Struct
from msgspec.structs import astuple

from bench.rows import Row
from nightcrier.box.memory.evening import Evening, KeptGame
from nightcrier.box.memory.evening_files import RECENT, content_of, evening_file
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import CountGame
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult

SIZE, SMALLEST, FEW = 100_000, 100, RECENT * 30
MOST_TIMES, MOST_MORE_MIB = 1.25, 1.0
EVENING, PEOPLE, TIMES, PAIRS = 30, 8, 21, 9
"""The games of an evening, chosen so that a box stores all of these evenings; the people of a game; the games that
are counted; and how often both ways are measured."""


class Cost(Struct, frozen=True):
    """Holds the processor milliseconds of a counted game, and the most MiB that the process used."""

    later: float
    held: float


def write_book(folder: Path, games: int) -> None:
    """Write scores with this many games, thirty an evening."""
    people, points = tuple(EveningPerson(f"Person {n}") for n in range(1, PEOPLE + 1)), (1,) * PEOPLE
    seats = tuple(range(1, PEOPLE + 1))
    folder.mkdir()
    for number, begun in enumerate(range(0, games, EVENING), 1):
        results = (
            GameResult(game, "one-night", "first-game", dict.fromkeys(seats, 1), f"{number:08x}{game:08x}")
            for game in range(1, min(EVENING, games - begun) + 1)
        )
        kept = tuple(KeptGame(result, points, seats) for result in results)
        evening_file(folder, number).write_bytes(content_of(Evening(number, EveningKind.OPEN, 5, people, kept)))


def measure(folder: Path) -> Cost:
    """Measure counting in this process, which has not counted any games yet."""
    marks = iter(f"{number:08x}" for number in count())
    game = CountGame("one-night", "first-game", (1,) * PEOPLE)
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    box = Scorebook(VirtualClock(), Disk(), folder, lambda: next(marks))
    box.count(game)
    later = median(_milliseconds(lambda: box.count(game)) for _ in range(TIMES))
    return Cost(later, (_status("VmHWM") - before) / 1024)


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _status(key: str) -> int:
    rows = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith(f"{key}:"))


def cost_of(book: Path) -> Cost:
    """Measure in a separate process, on a copy. The copy is first synced to the disk, like the games of past
    evenings, or the first counted game would pay for writing all of it."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as apart:
        kept = Path(shutil.copytree(book, Path(folder) / "evenings"))
        os.sync()
        return apart.submit(measure, kept).result()


def rows(size: int) -> Iterator[Row]:
    """Measure both numbers of games in turn, and yield rows with the least of each."""
    with tempfile.TemporaryDirectory() as folder:
        books = [Path(folder, str(games)) for games in (FEW, size)]
        for book, games in zip(books, (FEW, size), strict=True):
            write_book(book, games)
        pairs = [[cost_of(book) for book in books] for _ in range(PAIRS if size > SMALLEST else 1)]
    few, many = (Cost(*map(min, zip(*map(astuple, costs), strict=True))) for costs in zip(*pairs, strict=True))
    unit, than = "ms of processor", f"where {FEW:,} are kept"
    yield Row(f"a game, {size:,} kept", many.later, MOST_TIMES * few.later, unit, rival=few.later, than=than)
    yield Row(f"memory at most, {size:,} kept", many.held, few.held + MOST_MORE_MIB, "MiB", rival=few.held, than=than)
