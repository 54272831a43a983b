"""Two programs in one folder spoil nothing: a command beside a box that runs, and a second box."""

import sqlite3
from contextlib import closing

import pytest

from nightcrier.box.events import Standings
from nightcrier.cli import main
from nightcrier.kernel.program import FolderTaken, claim_folder, join_folder
from tests.box.book import GAME, OTHER, Book


def test_a_command_beside_a_box_that_runs_begins_an_evening_and_mends_nothing(tmp_path, call):
    box = Book(tmp_path)
    box.book.count(GAME)
    begins = ["scores", "--state", str(tmp_path), "--names", "Ada", "Ben", "Cem"]
    with claim_folder(tmp_path):
        assert "Evening 2 has begun" in call(0, *begins).out
        box.mark = "two"
        (told,) = box.book.count(OTHER)
        assert isinstance(told, Standings)
        assert (told.evening, [person.points for person in told.people]) == (2, [0, 0, 1])
        with closing(sqlite3.connect(box.file, isolation_level=None)) as other:
            other.execute("UPDATE evening SET kind = 'mad'")
        assert "the box that runs now sees to it" in call(1, *begins).err
        assert [path.name for path in tmp_path.iterdir()] == ["scores.sqlite"]
    assert main(begins) == 1
    assert (tmp_path / "scores.sqlite.broken").exists()


def test_a_folder_belongs_to_one_box_at_a_time(tmp_path):
    with claim_folder(tmp_path), join_folder(tmp_path) as alone:
        assert not alone
        with pytest.raises(FolderTaken, match="is used by another Nightcrier"), claim_folder(tmp_path / "."):
            raise AssertionError
    with join_folder(tmp_path) as alone:
        assert alone
