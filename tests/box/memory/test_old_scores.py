"""Tests the database in which boxes stored their scores until November 2026: it is taken over whole, or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_files import Evenings, content_of
from nightcrier.box.memory.old_scores import old_evenings
from nightcrier.box.table.core.effects import (
    ForgetName,
)
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind
from tests.box.book import GAME, OTHER, Book, evenings_in, write_old_scores
from tests.box.memory.conftest import PowerCut


class CutDisk(Disk):
    """Writes to a real disk until power fails at its nth change. Whatever is renamed must be synced before."""

    def __init__(self, left: int) -> None:
        self.left, self.synced = left, set[Path]()

    def _step(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise PowerCut

    def write(self, path: Path, content: bytes) -> None:
        self._step()
        super().write(path, content[: len(content) // 2])
        self._step()
        super().write(path, content)

    def sync(self, path: Path) -> None:
        super().sync(path)
        self.synced.add(path)

    def rename(self, old: Path, new: Path) -> None:
        assert {old, *old.iterdir()} <= self.synced
        self._step()
        super().rename(old, new)
        self._step()


def test_wherever_the_power_goes_an_older_box_is_taken_over_whole(tmp_path):
    expected, cut = old_evenings(write_old_scores(tmp_path)), 0
    while not (tmp_path / "evenings").exists():
        cut += 1
        try:
            Evenings(CutDisk(cut), tmp_path / "evenings")
        except PowerCut:
            assert evenings_in(tmp_path / "evenings") == expected
    assert cut > 4
    assert evenings_in(tmp_path / "evenings") == expected


def test_an_older_box_that_the_disk_does_not_let_take_over_plays_and_keeps_its_scores(tmp_path):
    write_old_scores(tmp_path)
    box = Book(tmp_path)
    with box.full():
        fault, stands = box.book.count(GAME)
        box.book.count(ForgetName("Nobody here"))
    assert "cannot be taken over" in fault.what
    assert stands.people
    assert (box.book.due(), box.folder.exists()) == (None, False)
    assert len(evenings_in(box.folder)) == 2


def test_a_database_that_another_program_holds_is_not_set_aside(tmp_path):
    old = write_old_scores(tmp_path)
    with closing(sqlite3.connect(old, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        (fault, _) = Book(tmp_path).book.count(GAME)
    assert "cannot be taken over (database is locked)" in fault.what
    assert [path.name for path in tmp_path.iterdir()] == ["scores.sqlite"]


def test_what_the_power_has_cut_leaves_no_evening_of_others_and_no_name(tmp_path):
    (tmp_path / "evenings.new").mkdir()
    (tmp_path / "evenings.new" / "000099.json").write_bytes(content_of(Evening(99, EveningKind.OPEN, 5, ())))
    expected = old_evenings(write_old_scores(tmp_path))
    Evenings(Disk(), tmp_path / "evenings")
    assert evenings_in(tmp_path / "evenings") == expected
    (tmp_path / "evenings" / f"{expected[-1].number + 1:06d}.json.999999999.new").write_bytes(b"Quirin")
    Evenings(Disk(), tmp_path / "evenings")
    assert not list((tmp_path / "evenings").glob("*.new"))


ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n < 0"
STRANGERS = (
    f"CREATE VIEW x AS {ENDLESS}",
    "CREATE INDEX x ON result (points)",
    f"CREATE TRIGGER x AFTER INSERT ON game WHEN EXISTS ({ENDLESS}) BEGIN SELECT 1; END",
    "PRAGMA user_version = 7",
    "UPDATE evening SET kind = 'mad'",
    "UPDATE evening SET target = 'many'",
    "UPDATE seat SET name = x'fffe'",
    "UPDATE game SET game = NULL",
    "UPDATE result SET points = NULL",
    "UPDATE result SET points = 1.5",
    "UPDATE counted SET people = NULL",
    "UPDATE counted SET points = '1 2 3 4' WHERE mark = 'a mark'",
    "UPDATE evening SET number = 2000000 WHERE number = 1",
)


@pytest.mark.parametrize("statement", STRANGERS)
def test_what_no_older_box_has_written_is_set_aside_and_the_game_counts(tmp_path, statement):
    old = write_old_scores(tmp_path, statement)
    before, box = old.read_bytes(), Book(tmp_path)
    events = box.book.count(GAME)
    assert old.with_name("scores.sqlite.broken").read_bytes() == before
    assert len(events) == 2
    assert {1: 1, 2: 1, 3: 0} in box.on_disk()


@pytest.mark.parametrize("content", [b"rubbish" * 1000, b"SQLite format 3\x00" + b"\xff" * 5000, b""])
def test_a_broken_database_of_an_older_box_is_set_aside(tmp_path, content):
    (tmp_path / "scores.sqlite").write_bytes(content)
    assert len(Book(tmp_path).book.count(GAME)) == 2
    assert (tmp_path / "scores.sqlite.broken").read_bytes() == content
    assert len(Book(tmp_path).book.count(OTHER)) == 1
