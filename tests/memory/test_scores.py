"""Evenings, games and winners, kept and corrected; the database broken, newer, or not to be written."""

import csv
import io
import sqlite3
from pathlib import Path

import pytest

from device.kernel.errors import BadFile
from device.kernel.files import Disk, NotKept
from device.kernel.people import EveningKind, EveningPerson, Presence
from device.memory.database import open_scores
from device.memory.score_tables import SCORES_VERSION
from device.memory.standings import GameEvening, GameResult, people_standings

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


def people(*names: str) -> tuple[EveningPerson, ...]:
    return tuple(map(EveningPerson, names))


def test_people_move_and_go_with_their_points_and_no_other_evening_changes(opened) -> None:
    before = opened.begin(["Ann", "Bob"])
    opened.add(before, "toy", "first", (1, 0), "toy 1")
    evening = opened.begin(["Ann", "Bob", "Cleo"])
    opened.add(evening, "toy", "first", (1, 0, 2), "toy 2")
    moved = opened.seat_people(evening, people("Cleo", "Dan", "Ann"), (3, 4, 1))
    assert opened.latest() == moved
    assert [(each.name, each.points) for each in people_standings(moved, opened.results(moved))] == [
        ("Cleo", 2), ("Dan", 0), ("Ann", 1),
    ]  # fmt: skip
    assert opened.results(before)[0].points == {1: 1, 2: 0}
    assert opened.numbered(1) == before
    opened.check()


def test_who_was_moved_has_what_the_verdict_gave_and_is_judged_anew_where_she_sits_now(opened) -> None:
    evening = opened.begin(["Ann", "Bob", "Cleo"])
    opened.add(evening, "toy", "first", (5, 0, 3), "toy 1")
    moved = opened.seat_people(evening, people("Cleo", "Bob", "Ann"), (3, 2, 1))
    assert opened.judged(moved, 1) == {1: 3, 2: 0, 3: 5}
    fewer = opened.seat_people(moved, people("Cleo", "Ann"), (1, 3))
    assert opened.judged(fewer, 1) == {1: 3, 2: 5}
    opened.check()
    opened.recount("toy 1", "toy", "first", (5, 0, 3))
    assert opened.results(fewer)[0].points == {1: 3, 2: 5}
    opened.recount("toy 1", "toy", "first", (0, 1, 4))
    assert opened.results(fewer)[0].points == {1: 4, 2: 0}


def test_a_game_that_was_taken_back_counts_for_who_is_still_there(opened) -> None:
    evening = opened.begin(["Ann", "Bob", "Cleo"])
    opened.add(evening, "toy", "first", (5, 0, 3), "toy 1")
    opened.withdraw("toy 1")
    fewer = opened.seat_people(evening, people("Cleo", "Ann"), (3, 1))
    opened.recount("toy 1", "toy", "first", (0, 2, 4))
    opened.check()
    assert opened.results(fewer)[0].points == {1: 4, 2: 0}


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "scores.db"


@pytest.fixture
def opened(file):
    """The scores of a healthy box, closed again after the test."""
    scores, faults = open_scores(Disk(), file)
    assert faults == ()
    yield scores
    scores.close()


def complaint(file) -> str:
    """What is said at the start; the evening can be played all the same."""
    scores, (fault,) = open_scores(Disk(), file)
    evening = scores.begin(("Ada", "Ben", "Cem"))
    scores.add(evening, "one-night", "first-game", (1, 0, 0))
    assert len(scores.results(evening)) == 1
    scores.close()
    return str(fault)


def test_a_fresh_box_has_no_evening(opened):
    assert opened.latest() is None


def test_an_evening_comes_back_after_the_box_was_off(file, opened):
    evening = opened.begin(("Ada", "", "Cem"), EveningKind.SHORT, 3)
    first = opened.add(evening, "one-night", "first-game", (1, 1, 0))
    second = opened.add(evening, "growl", "classic", (0, 0, 0))
    opened.close()
    again, _ = open_scores(Disk(), file)
    assert again.latest() == evening == GameEvening(1, EveningKind.SHORT, 3, people("Ada", "", "Cem"))
    assert again.results(evening) == (first, second)
    assert first == GameResult(1, "one-night", "first-game", {1: 1, 2: 1, 3: 0})
    again.close()


def test_the_latest_evening_is_the_one_to_go_on_with(opened):
    opened.begin(("Ada",))
    assert opened.begin(("Ben",)).number == 2
    assert opened.latest() == GameEvening(2, EveningKind.OPEN, 5, people("Ben"))


def test_who_is_out_takes_no_part_and_cannot_win(opened):
    evening = opened.begin(("Ada", "Ben", "Cem", "Dan"), EveningKind.LONG)
    for _ in range(2):
        opened.add(evening, "one-night", "first-game", (0, 1, 1, 1))
    assert opened.add(evening, "one-night", "first-game", (1, 1, 0, 0)) == GameResult(
        3, "one-night", "first-game", {2: 1, 3: 0, 4: 0}
    )


def test_a_wrong_entry_is_corrected_or_struck(opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    for points in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        opened.add(evening, "one-night", "first-game", points)
    opened.correct(evening, 1, {1: 0, 2: 1, 3: 1})
    opened.strike(evening, 2)
    assert [(result.number, result.points) for result in opened.results(evening)] == [
        (1, {1: 0, 2: 1, 3: 1}),
        (3, {1: 0, 2: 0, 3: 1}),
    ]


def test_who_took_no_part_gets_nothing_by_a_correction(opened):
    evening = opened.begin(("Ada", "Ben", "Cem", "Dan"), EveningKind.LONG)
    for _ in range(2):
        opened.add(evening, "one-night", "first-game", (0, 1, 1, 1))
    game = opened.add(evening, "one-night", "first-game", (0, 1, 0, 0))
    opened.correct(evening, game.number, {1: 1, 2: 0, 3: 1, 4: 0})
    assert opened.results(evening)[-1].points == {2: 0, 3: 1, 4: 0}


def test_a_game_may_be_worth_more_than_one_point(opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    opened.add(evening, "growl", "growl-classic", (4, 0, 2))
    (result,) = opened.results(evening)
    assert result.points == {1: 4, 2: 0, 3: 2}
    assert [(row.points, row.losses) for row in people_standings(evening, [result])] == [(4, 0), (0, 1), (2, 0)]


def test_a_game_counts_for_who_sat_there_not_for_the_seat(opened):
    evening = opened.begin(("Ada", "Ben", "Cem", "Dan"))
    opened.add(evening, "one-night", "first-game", (1, 0, 1), people=(1, 3, 4))
    (result,) = opened.results(evening)
    assert result.points == {1: 1, 3: 0, 4: 1}


def test_people_come_go_and_are_named_and_nobody_loses_a_point(file, opened):
    evening = opened.begin(("", "", ""))
    opened.add(evening, "one-night", "first-game", (1, 0, 1))
    now = (EveningPerson("Ada"), EveningPerson("", Presence.LEFT), EveningPerson(), EveningPerson("Dan"))
    assert opened.seat_people(evening, now) == opened.latest() == GameEvening(1, EveningKind.OPEN, 5, now)
    assert [row.points for row in people_standings(opened.latest(), opened.results(evening))] == [1, 0, 1, 0]


def test_names_are_known_again_the_newest_first_and_once_each(opened):
    opened.begin(("Ada", "Ben", ""))
    opened.begin(("Cem", "Ada"))
    assert opened.known_names(9) == ("Cem", "Ada", "Ben")
    assert len(opened.known_names(2)) == 2


def test_an_evening_is_found_by_its_number(opened):
    first = opened.begin(("Ada", "Ben"))
    opened.begin(("Cem",))
    assert opened.numbered(1) == first
    assert opened.numbered(9) is None


def test_the_export_has_a_line_for_each_seat_of_each_game(opened):
    evening = opened.begin(('Ada, "the wolf"', "Ben", "کوروش"))
    opened.add(evening, "one-night", "first-game", (1, 0, 1))
    rows = list(csv.reader(io.StringIO(opened.export())))
    assert rows[0] == ["evening", "kind", "number", "game", "scenario", "seat", "name", "points"]
    assert rows[1] == ["1", "open", "1", "one-night", "first-game", "1", 'Ada, "the wolf"', "1"]
    assert [row[5:] for row in rows[2:]] == [["2", "Ben", "0"], ["3", "کوروش", "1"]]


def test_a_spreadsheet_calculates_no_name(opened):
    names = ("=1+1", "+49", "-Ben", "@Cem", "Jean-Luc")
    evening = opened.begin(names)
    opened.add(evening, "one-night", "first-game", (1, 0, 1, 0, 0))
    told = [row[6] for row in csv.reader(io.StringIO(opened.export()))][1:]
    assert told == ["'=1+1", "'+49", "'-Ben", "'@Cem", "Jean-Luc"]


def test_a_name_is_never_taken_for_a_command(opened):
    evening = opened.begin(("'); DROP TABLE seat; --",))
    assert opened.latest() == evening


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
        assert evening == GameEvening(1, EveningKind.SHORT, 3, people("Ada", "Ben", "Cem"))
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


def test_a_game_with_a_mark_is_added_once_even_after_it_was_struck(opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    assert not opened.counted("a")
    opened.add(evening, "one-night", "first-game", (1, 0, 0), mark="a")
    with pytest.raises(NotKept):
        opened.add(evening, "one-night", "first-game", (1, 0, 0), mark="a")
    assert len(opened.results(evening)) == 1
    opened.strike(evening, 1)
    assert opened.counted("a")
    assert opened.results(evening) == ()


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


def test_a_disk_that_fails_in_the_evening_is_a_sentence_and_takes_back_the_half_written(file, opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    opened.add(evening, "one-night", "first-game", (1, 0, 0))
    opened._db.execute("PRAGMA query_only = ON")
    with pytest.raises(NotKept, match="forgets this when switched off"):
        opened.add(evening, "one-night", "first-game", (0, 1, 0))
    opened._db.execute("PRAGMA query_only = OFF")
    assert len(opened.results(evening)) == 1
    opened.close()
    with pytest.raises(BadFile, match="cannot be read"):
        opened.results(evening)


def test_scores_that_nobody_closes_are_closed_all_the_same(file):
    scores, _ = open_scores(Disk(), file)
    database = scores._db
    del scores
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("SELECT 1")
