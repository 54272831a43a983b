"""Counting a game reads its own evening and the recent names, however many games are kept before them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from bench.growth import EVENING, write_book
from nightcrier.box.events import Standings
from nightcrier.box.memory import database, score_tables
from nightcrier.box.memory.database import take_recent
from nightcrier.box.memory.score_tables import MOST_MARKS
from nightcrier.box.memory.scores import RECENT
from nightcrier.box.table.core.effects import CountGame
from nightcrier.kernel.faults import Fault
from tests.box.book import GAME, Book

EIGHT = CountGame("one-night", "first-game", (1,) * 8)


@contextmanager
def counted_steps(patch: pytest.MonkeyPatch) -> Iterator["count[int]"]:
    """Count the steps of SQLite's machine in all connections that are opened meanwhile."""
    steps, connect = count(), sqlite3.connect

    def counting(*where: Any, **how: Any) -> sqlite3.Connection:
        connection = connect(*where, **how)
        connection.set_progress_handler(lambda: next(steps) < 0, 1)
        return connection

    with patch.context() as now:
        now.setattr(database.sqlite3, "connect", counting)
        yield steps


def steps_of_three_games(folder: Path, evenings: int, patch: pytest.MonkeyPatch) -> list[int]:
    folder.mkdir()
    box = Book(folder)
    write_book(box.file, evenings * EVENING + 1)
    with counted_steps(patch) as steps:
        took = [next(steps)]
        for box.mark in ("one", "two", "three"):
            assert isinstance(box.book.count(EIGHT)[-1], Standings)
            took.append(next(steps))
    return [after - before for before, after in pairwise(took)]


def test_a_game_takes_as_many_steps_of_the_database_however_many_are_kept(tmp_path, monkeypatch):
    full = MOST_MARKS // EVENING + 2
    few = steps_of_three_games(tmp_path / "few", full, monkeypatch)
    assert few == steps_of_three_games(tmp_path / "many", 3 * full, monkeypatch)
    assert all(few)


def test_what_is_known_while_the_disk_refuses_is_as_small_however_many_are_kept(tmp_path):
    sizes = set()
    for evenings in (RECENT + 2, 4 * RECENT):
        file = tmp_path / f"{evenings}.sqlite"
        write_book(file, evenings * EVENING + 1)
        sizes.add(len(take_recent(file) or b""))
    assert len(sizes) == 1
    assert 0 < sizes.pop() < 2**17


def test_an_old_evening_that_is_torn_is_set_aside_once_it_is_read_and_the_game_counts(tmp_path, monkeypatch):
    box = Book(tmp_path)
    write_book(box.file, 100 * EVENING)
    with box.file.open("r+b") as card:
        card.seek(page_of(box.file, "result") * 4096)
        card.write(b"\xaa" * 4096)
    assert [type(event) for event in box.book.count(EIGHT)] == [Standings]
    box.mark = "two"
    with monkeypatch.context() as full:
        full.setattr(score_tables, "MOST_BYTES", 1)
        fault, stands = box.book.count(GAME)
    assert isinstance(fault, Fault)
    assert "is damaged (database disk image is malformed)" in fault.what
    assert isinstance(stands, Standings)
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]
    assert box.book.due() is None


def page_of(file: Path, table: str) -> int:
    """Return the number, from 0, of the first leaf of a table."""
    with closing(sqlite3.connect(file)) as own:
        ((root,),) = own.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    content, page = file.read_bytes(), int(root) - 1
    while content[page * 4096] in {2, 5}:  # an inner page: its first cell begins with the number of its first child
        head = page * 4096
        cell = head + int.from_bytes(content[head + 12 : head + 14], "big")
        page = int.from_bytes(content[cell : cell + 4], "big") - 1
    return page


@pytest.mark.parametrize("evening", [1, 0])
def test_a_wrong_value_in_an_old_evening_matters_once_a_game_belongs_to_it(tmp_path, evening):
    box = Book(tmp_path)
    write_book(box.file, 3 * EVENING)
    with closing(sqlite3.connect(box.file, isolation_level=None)) as own:
        own.execute("UPDATE result SET points = 'many' WHERE evening = 1")
    game = CountGame("one-night", "first-game", (1,) * 8, evening=evening)
    assert len(box.book.count(game)) == 1 + (evening == 1)
    assert box.file.with_name("scores.sqlite.broken").exists() == (evening == 1)
    assert box.on_disk()[-1] == dict.fromkeys(range(1, 9), 1)
