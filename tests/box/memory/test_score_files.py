"""The file of the scores: of an older box, broken, of somebody else, newer, in the way, or not to be written."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bench.growth import write_book
from nightcrier.box.events import Standings
from nightcrier.box.memory.database import open_kept, open_scores, scores_of_picture, take_picture
from nightcrier.box.memory.score_tables import (
    MOST_BYTES,
    MOST_GAMES,
    MOST_MARKS,
    OPENED_MARKS,
    SCORES_VERSION,
    TABLES,
    is_sensible,
    used_bytes,
)
from nightcrier.box.score_notes import WaitingChange, change_once
from nightcrier.box.table.core.effects import CountGame
from nightcrier.care.saving import most_bytes
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk, NotKept
from nightcrier.kernel.people import MOST_PEOPLE
from tests.box.book import Book

GAME = (
    "INSERT INTO evening VALUES (1, 'short', 3)",
    "INSERT INTO seat VALUES (1, 1, 'Ada', 'plays'), (1, 2, 'Ben', 'plays'), (1, 3, 'Cem', 'plays')",
    "INSERT INTO game VALUES (1, 1, 'growl', 'growl-classic')",
    "INSERT INTO result VALUES (1, 1, 1, 4), (1, 1, 2, 0), (1, 1, 3, 2)",
    "INSERT INTO counted VALUES ('a mark', 1, 1, '4 0 2', '1 2 3')",
)
"""An evening as it is kept, with one game in it."""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "scores.db"


def complaint(file) -> str:
    """What is said at the start; the evening can be played all the same."""
    scores, (fault,) = open_scores(Disk(), file)
    evening = scores.begin(("Ada", "Ben", "Cem"))
    scores.add(evening, "one-night", "first-game", (1, 0, 0))
    assert len(scores.results(evening)) == 1
    scores.close()
    return str(fault)


@pytest.mark.parametrize("content", [b"rubbish" * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_broken_database_is_kept_aside_and_a_fresh_one_takes_its_place(file, content):
    file.write_bytes(content)
    assert "is damaged" in complaint(file)
    assert file.with_name("scores.db.broken").read_bytes() == content
    scores, faults = open_scores(Disk(), file)
    assert (len(scores.results(scores.latest())), faults) == (1, ())
    scores.close()


@pytest.mark.parametrize(
    "change",
    [
        "evening SET kind = 'mad'",
        "evening SET target = 'many'",
        "seat SET name = x'fffe'",
        "game SET game = NULL",
        "result SET points = NULL",
        "counted SET people = NULL",
        "result SET points = 'some'",
    ],
)
def test_a_database_with_values_no_box_has_written_is_kept_aside(file, change):
    open_scores(Disk(), file)[0].close()
    with sqlite3.connect(file) as made:
        for statement in (*GAME, f"UPDATE {change}"):
            made.execute(statement)
    made.close()
    assert scores_of_picture(file.read_bytes(), file) is None
    assert "is damaged (it holds what is no score)" in complaint(file)
    assert file.with_name("scores.db.broken").exists()


def test_a_mark_of_no_evening_is_brought_back_from_no_saved_box(file):
    with sqlite3.connect(file) as made:
        for statement in (*TABLES, f"PRAGMA user_version = {SCORES_VERSION}", *GAME):
            made.execute(statement)
    made.close()
    assert scores_of_picture(file.read_bytes(), file)
    with sqlite3.connect(file) as made:
        made.execute("UPDATE counted SET evening = NULL")
    made.close()
    assert scores_of_picture(file.read_bytes(), file) is None


@pytest.mark.parametrize("position", range(4096, 4096 * 5, 1000))
def test_a_database_with_a_torn_page_never_stops_the_evening(tmp_path, position):
    box = Book(tmp_path)
    scores, _ = open_scores(Disk(), box.file)
    for number in range(300):
        scores.add(scores.begin(("Ada", "Ben")), "one-night", f"scenario {number}", (1, 0))
    scores.close()
    with box.file.open("r+b") as card:
        card.seek(position)
        card.write(b"\xaa" * 900)
    assert isinstance(box.book.count(CountGame("one-night", "after", (1, 0, 0)))[-1], Standings)
    assert box.book.due() is None
    assert box.on_disk()[-1] == {1: 1, 2: 0, 3: 0}


def test_a_database_that_is_somebody_elses_is_kept_aside(file):
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
        other.execute(f"PRAGMA user_version = {SCORES_VERSION}")
    other.close()
    assert "its tables are not those of the scores" in complaint(file)


@pytest.mark.parametrize("version", [-1, 1, 7, SCORES_VERSION - 1])
def test_an_older_database_is_kept_aside_whatever_its_tables_are(file, version):
    open_scores(Disk(), file)[0].close()
    with sqlite3.connect(file) as older:
        older.execute(f"PRAGMA user_version = {version}")
    older.close()
    before = file.read_bytes()
    with pytest.raises(BadFile, match="older Nightcrier"):
        open_kept(Disk(), file, guest=True)
    assert complaint(file) == (
        f"{file}: is from an older Nightcrier; the box starts without it and keeps it as scores.db.broken."
    )
    assert file.with_name("scores.db.broken").read_bytes() == before
    assert take_picture(file.with_name("scores.db.broken")) is None
    assert scores_of_picture(before, file) is None


def test_a_newer_database_is_left_alone(file):
    with sqlite3.connect(file) as newer:
        newer.execute(f"PRAGMA user_version = {SCORES_VERSION + 1}")
    newer.close()
    before = file.read_bytes()
    assert "newer Nightcrier" in complaint(file)
    assert file.read_bytes() == before


def test_without_a_folder_to_write_in_scores_are_kept_in_memory_and_it_is_said(tmp_path):
    (tmp_path / "state").write_text("not a folder")
    assert "kept only until the box is switched off" in complaint(tmp_path / "state" / "scores.db")


def test_a_folder_in_the_place_of_the_database_is_left_alone(file):
    file.mkdir()
    assert "cannot be written" in complaint(file)
    assert file.is_dir()


def test_scores_with_more_people_or_games_than_any_evening_are_kept_aside_before_they_are_counted(file):
    """Hundreds of thousands of such rows held up the box until the watchdog ended it."""
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
    for rows, what, why in (
        (MOST_PEOPLE + 1, "seat SELECT 1, i, 'Ada', 'plays' FROM n", "no score"),
        (MOST_GAMES + 1, "game SELECT 1, i, 'growl', '' FROM n", "no score"),
        (MOST_GAMES * MOST_PEOPLE + 1, "result SELECT 1, i, 1, 1 FROM n", "no score"),
        (OPENED_MARKS + 1, "counted SELECT i, 1, 1, '1', '1' FROM n", "more than any box keeps"),
        (1, f"game SELECT 1, i, zeroblob({MOST_BYTES} * 5 / 4), '' FROM n", "more than any box keeps"),  # noqa: S608
    ):
        file.unlink(missing_ok=True)
        with sqlite3.connect(file) as own:
            for statement in (*TABLES, f"PRAGMA user_version = {SCORES_VERSION}"):
                own.execute(statement)
            own.execute("INSERT INTO evening VALUES (1, 'open', 5)")
            own.execute(f"{count.format(rows)} INSERT OR IGNORE INTO {what}")
        own.close()
        assert why in complaint(file), what


LONGEST = {
    ("seat", "name"): "\U0001f43a" * 96,
    ("game", "game"): "a" * 255,
    ("game", "scenario"): "a" * 255,
    ("counted", "mark"): "a" * 40,
    ("counted", "points"): "1000000 " * 36,
    ("counted", "people"): "36 " * 36,
}


def test_texts_longer_than_any_of_a_box_are_found_before_they_are_read(file, monkeypatch):
    """20,000 marks of 200 letters held up one turn of the loop for two seconds."""
    with closing(sqlite3.connect(file)) as own:
        for statement in (*TABLES, *GAME):
            own.execute(statement)
        for (table, column), text in LONGEST.items():
            own.execute(f"UPDATE {table} SET {column} = ?", (text,))  # noqa: S608
        assert is_sensible(own)
        monkeypatch.setattr("nightcrier.box.memory.score_tables.is_text", None)
        for table, column in (*LONGEST, ("evening", "kind"), ("seat", "presence")):
            text = LONGEST.get((table, column), "open".ljust(16))
            own.execute(f"UPDATE {table} SET {column} = ?", (f"{text}1",))  # noqa: S608
            assert not is_sensible(own), column
            assert not is_sensible(own, 1), column
            own.execute(f"UPDATE {table} SET {column} = ?", (text,))  # noqa: S608


def test_the_oldest_evening_goes_where_the_scores_would_be_larger_than_a_box_keeps_them(file, monkeypatch):
    monkeypatch.setattr("nightcrier.box.memory.score_tables.MOST_MARKS", 3)
    monkeypatch.setattr("nightcrier.box.memory.scores.MOST_GAMES", 2)
    scores, _ = open_scores(Disk(), file)
    monkeypatch.setattr("nightcrier.box.memory.score_tables.MOST_BYTES", used_bytes(scores._db) - 1)
    for number in range(5):
        change = WaitingChange(CountGame("growl", "", (1, 0, 0)), f"{number:08x}", f"mark {number}")
        assert change_once(scores, change)
    scores.check()
    latest = scores.latest()
    assert [scores.evening_by_number(number) for number in range(1, 4)] == [None, None, latest]
    assert (len(scores.results(latest)), len(latest.people)) == (1, 3)
    assert [scores.is_counted(f"mark {number}") for number in range(5)] == [False] * 3 + [True] * 2
    scores.close()


def test_scores_of_a_program_with_higher_bounds_lose_an_old_evening_with_each_change_and_no_more(file, monkeypatch):
    scores, _ = open_scores(Disk(), file)
    for number in range(4):
        scores.begin((f"Ada {number}", "Ben", "Cem"))
    scores.close()
    monkeypatch.setattr("nightcrier.box.memory.score_tables.MOST_BYTES", used_bytes(scores_in(file)) - 1)
    scores, faults = open_scores(Disk(), file)
    assert faults == ()
    latest = scores.begin(("Ada", "Ben", "Cem"))
    for left in ([2, 3, 4, 5], [3, 4, 5], [4, 5], [5], [5]):
        assert [number for number in range(1, 6) if scores.evening_by_number(number)] == left
        assert scores.past_names(9)[3:] == tuple(f"Ada {number - 1}" for number in reversed(left[:-1]))
        scores.add(latest, "one-night", "first-game", (1, 0, 0))
    assert scores.latest() == latest
    scores.close()


def test_the_marks_of_an_older_box_are_opened_and_the_oldest_go_with_the_next_change(file):
    scores, _ = open_scores(Disk(), file)
    latest = scores.begin(("Ada", "Ben", "Cem"))
    scores.close()
    with closing(scores_in(file)) as older, older:
        older.executemany("INSERT INTO counted (mark) VALUES (?)", ((f"{n:08x}",) for n in range(OPENED_MARKS)))
    scores, faults = open_scores(Disk(), file)
    assert faults == ()
    scores.add(latest, "one-night", "first-game", (1, 0, 0), "now")
    oldest = OPENED_MARKS - MOST_MARKS + 1
    assert [scores.is_counted(f"{n:08x}") for n in (oldest - 1, oldest)] + [scores.is_counted("now")] == [
        False,
        True,
        True,
    ]
    scores.close()


def scores_in(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file)


def test_a_hundred_thousand_games_are_kept_and_fit_into_a_saved_box(file):
    """Else the way back from a restored box would have no scores."""
    write_book(file, 10_000)
    with closing(scores_in(file)) as tenth:
        assert 10 * used_bytes(tenth) < MOST_BYTES
    assert most_bytes("state/scores.sqlite") > 5 / 4 * MOST_BYTES


PUT: tuple[Callable[[Path], None], ...] = (os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero"))


@pytest.mark.parametrize("put", PUT, ids=("a pipe", "a folder", "a device"))
@pytest.mark.parametrize("name", ["scores.sqlite", "scores.sqlite-journal"])
def test_the_box_starts_without_it_and_says_its_name(tmp_path, name, put):
    file = tmp_path / "scores.sqlite"
    if name != file.name:
        whole, _ = open_scores(Disk(), file)
        whole.close()
    put(tmp_path / name)
    scores, (fault,) = open_scores(Disk(), file)
    assert scores.latest() is None
    assert f"{name} is no plain file" in str(fault)
    assert take_picture(file) is None
    for guest in (False, True):
        with pytest.raises((NotKept, BadFile), match="no plain file"):
            open_kept(Disk(), file, guest=guest)
