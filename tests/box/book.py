"""Provides a scorebook for tests whose disk can be full for a while and whose files can be damaged."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from nightcrier.box.events import Event, Standings
from nightcrier.box.keeper import DISK_RETRY
from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_files import all_evenings
from nightcrier.box.memory.old_scores import TABLES
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import CountGame
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import DISK, Disk, Files
from nightcrier.kernel.people import GameResult

GAME = CountGame("one-night", "first-game", (1, 1, 0))
OTHER = CountGame("one-night", "first-game", (0, 0, 1))


def points_in(standings: object) -> list[int]:
    assert isinstance(standings, Standings)
    return [seat.points for seat in standings.people]


class FullDisk(Disk):
    """Simulates a disk that refuses every write while it is `full`."""

    full = False

    def write(self, path: Path, content: bytes) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().write(path, content)


class Book:
    """Keeps a scorebook for a game with a mark, on a disk that can be full."""

    def __init__(self, state: Path) -> None:
        self.folder, self.clock, self.disk, self.mark = state / "evenings", VirtualClock(), FullDisk(), "one"
        self.book = Scorebook(self.clock, self.disk, self.folder, lambda: self.mark)

    @property
    def file(self) -> Path:
        """Return the file of the latest evening."""
        return max(self.folder.glob("*.json"))

    @contextmanager
    def full(self) -> Iterator[None]:
        self.disk.full = True
        yield
        self.disk.full = False

    def waits(self) -> list[Event]:
        due = self.book.due()
        assert due == self.clock.now() + DISK_RETRY
        self.clock.move_to(due)
        return list(self.book.poll())

    def on_disk(self) -> list[dict[int, int]]:
        """Return the points of every game of the latest evening."""
        return [dict(result.points) for result in results_in(self.folder)]


def evenings_in(folder: Path, files: Files = DISK) -> list[Evening]:
    wrong: list[BadFile] = []
    found = list(all_evenings(files, folder, wrong.append))
    assert wrong == []
    return found


def results_in(folder: Path, files: Files = DISK) -> tuple[GameResult, ...]:
    """Return the games of the latest evening."""
    return next((evening.results for evening in reversed(evenings_in(folder, files))), ())


OLD_GAMES = (
    "INSERT INTO evening VALUES (1, 'open', 5), (2, 'short', 3)",
    "INSERT INTO seat VALUES (1, 1, 'Eve', 'left'), (2, 1, 'Ada', 'plays')",
    "INSERT INTO seat VALUES (2, 2, '', 'sits-out'), (2, 3, 'Cem', 'plays')",
    "INSERT INTO game VALUES (1, 1, 'toy', 'first'), (2, 1, 'growl', 'growl-classic'), (2, 2, 'toy', 'first')",
    "INSERT INTO result VALUES (1, 1, 1, 2), (2, 1, 1, 4), (2, 1, 3, 2), (2, 2, 1, 1), (2, 2, 3, 0)",
    "INSERT INTO counted VALUES ('a mark', 2, 1, '3 0', '1 3')",
    "INSERT INTO counted VALUES ('struck', 2, NULL, NULL, '1 3'), ('back', 2, NULL, '', '1 3')",
    "INSERT INTO counted (mark) VALUES ('of a change')",
)


def write_old_scores(state: Path, *statements: str) -> Path:
    """Write a scores file in the format used until November 2026, with these SQL statements applied."""
    file = state / "scores.sqlite"
    with closing(sqlite3.connect(file)) as own, own:
        for statement in (*sorted(TABLES), "PRAGMA user_version = 100", *OLD_GAMES, *statements):
            own.execute(statement)
    return file
