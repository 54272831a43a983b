"""The file of the scores: of an older box, broken, of somebody else, newer, or not to be written."""

import sqlite3
from pathlib import Path

import pytest

from device.kernel.files import Disk
from device.kernel.people import EveningKind, EveningPerson, GameResult
from device.memory.database import open_scores
from device.memory.score_tables import SCORES_VERSION
from device.memory.standings import GameEvening

FIRST_BOXES = (
    "CREATE TABLE evening (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, target INTEGER NOT NULL)",
    "CREATE TABLE seat (evening INTEGER, seat INTEGER, name TEXT NOT NULL, PRIMARY KEY (evening, seat))",
    "CREATE TABLE game (evening INTEGER, number INTEGER, game TEXT, scenario TEXT, PRIMARY KEY (evening, number))",
    "CREATE TABLE result (evening INTEGER, game INTEGER, seat INTEGER, won INTEGER, PRIMARY KEY (evening, game, seat))",
    "INSERT INTO evening VALUES (1, 'short', 3)",
    "INSERT INTO seat (evening, seat, name) VALUES (1, 1, 'Ada'), (1, 2, 'Ben'), (1, 3, 'Cem')",
    "INSERT INTO game VALUES (1, 1, 'growl', 'growl-classic')",
    "INSERT INTO result VALUES (1, 1, 1, 4), (1, 1, 2, 0), (1, 1, 3, 2)",
    "PRAGMA user_version = 1",
)
"""A database as they kept it, with one game in it."""

SECOND_BOXES = (
    *FIRST_BOXES,
    "CREATE TABLE counted (mark TEXT PRIMARY KEY)",
    "INSERT INTO counted VALUES ('growl 1')",
    "PRAGMA user_version = 2",
)
"""The same, with the mark of the game."""

THIRD_BOXES = (
    *SECOND_BOXES,
    "ALTER TABLE result RENAME COLUMN won TO points",
    "PRAGMA user_version = 3",
)
"""The same, with what a game was worth."""


@pytest.fixture
def file(tmp_path) -> Path:
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
        "result SET points = 'some'",
    ],
)
def test_a_database_with_values_no_box_has_written_is_kept_aside(file, change):
    for version, statements in ((1, FIRST_BOXES), (2, SECOND_BOXES), (SCORES_VERSION, ())):
        path = file.with_name(f"scores-{version}.db")
        open_scores(Disk(), path)[0].close() if not statements else None
        with sqlite3.connect(path) as made:
            for statement in statements or FIRST_BOXES[4:-1]:
                made.execute(statement)
            made.execute(f"UPDATE {change}".replace("points", "won" if statements else "points"))
        made.close()
        assert "is damaged (it holds what is no score)" in complaint(path)
        assert path.with_name(f"{path.name}.broken").exists()


@pytest.mark.parametrize("position", range(4096, 4096 * 5, 1000))
def test_a_database_with_a_torn_page_never_stops_the_evening(file, position):
    scores, _ = open_scores(Disk(), file)
    for number in range(40):
        scores.add(scores.begin(("Ada", "Ben")), "one-night", f"scenario {number}", (1, 0))
    scores.close()
    with file.open("r+b") as card:
        card.seek(position)
        card.write(b"\xaa" * 900)
    scores, _ = open_scores(Disk(), file)
    scores.add(scores.begin(("Ada",)), "one-night", "after", (1,))
    scores.close()


def test_a_database_that_is_somebody_elses_is_kept_aside(file):
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
        other.execute(f"PRAGMA user_version = {SCORES_VERSION}")
    other.close()
    assert "its tables are not those of the scores" in complaint(file)


@pytest.fixture(params=[FIRST_BOXES, SECOND_BOXES, THIRD_BOXES], ids=["first", "second", "third"])
def of_the_first_boxes(file, request):
    connection = sqlite3.connect(file)
    with connection:
        for statement in request.param:
            connection.execute(statement)
    connection.close()
    return file


def test_scores_of_the_first_boxes_are_gone_on_with(of_the_first_boxes):
    for games in (2, 3):
        scores, faults = open_scores(Disk(), of_the_first_boxes)
        assert faults == ()
        evening = scores.latest()
        assert evening == GameEvening(1, EveningKind.SHORT, 3, tuple(map(EveningPerson, ("Ada", "Ben", "Cem"))))
        assert scores.results(evening)[0] == GameResult(1, "growl", "growl-classic", {1: 4, 2: 0, 3: 2})
        scores.add(evening, "one-night", "first-game", (0, 1, 0), mark=f"game {games}")
        assert len(scores.results(evening)) == games
        assert scores.counted("game 2")
        scores.close()


def test_a_database_of_the_first_boxes_with_tables_of_somebody_else_is_kept_aside(of_the_first_boxes):
    with sqlite3.connect(of_the_first_boxes) as other:
        other.execute("ALTER TABLE game ADD COLUMN cats TEXT")
    other.close()
    assert "its tables are not those of the scores" in complaint(of_the_first_boxes)


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
