"""A scorebook in the hands of a test: somebody else holds its database, or spoils it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from nightcrier.box.events import Event, Standings
from nightcrier.box.keeper import DISK_RETRY
from nightcrier.box.memory.database import open_scores
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import CountGame
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk

GAME = CountGame("one-night", "first-game", (1, 1, 0))
OTHER = CountGame("one-night", "first-game", (0, 0, 1))


def points_in(standings: object) -> list[int]:
    assert isinstance(standings, Standings)
    return [seat.points for seat in standings.people]


class Book:
    """A scorebook in a game with a mark, and somebody else who holds its database."""

    def __init__(self, folder: Path) -> None:
        self.file, self.clock, self.mark = folder / "scores.sqlite", VirtualClock(), "one"
        self.book = Scorebook(self.clock, Disk(), self.file, lambda: self.mark)

    def held(self, how: str = "EXCLUSIVE") -> "closing[sqlite3.Connection]":
        """`IMMEDIATE`: it can be read, and refuses what is written, as on a full disk."""
        other = sqlite3.connect(self.file, isolation_level=None)
        other.execute(f"BEGIN {how}")
        return closing(other)

    def waits(self) -> list[Event]:
        due = self.book.due()
        assert due == self.clock.now() + DISK_RETRY
        self.clock.move_to(due)
        return list(self.book.poll())

    def on_disk(self) -> list[dict[int, int]]:
        """The points of every game of the latest evening."""
        scores, faults = open_scores(Disk(), self.file)
        evening = scores.latest()
        points = [dict(result.points) for result in scores.results(evening)] if evening else []
        scores.close()
        assert faults == ()
        return points


_FIRST = {
    "evening": "number = 1",
    "seat": "evening = 1 AND seat = 1",
    "game": "evening = 1 AND number = 1",
    "result": "evening = 1 AND game = 1 AND seat = 1",
    "counted": "rowid = 1",
}


def spoiled(file: Path, table: str, column: str, value: object) -> bool:
    """Whether the database takes it at all."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        try:
            # Names of tables cannot be handed in as values; these are the test's own.
            other.execute(f"UPDATE {table} SET {column} = ? WHERE {_FIRST[table]}", (value,))  # noqa: S608
        except sqlite3.Error:
            return False
    return True
