"""Tests that an updated box goes on with scores that were kept in a database until November 2026, and that an undone
update finds this database unchanged."""

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nightcrier.box.events import Standings
from nightcrier.box.memory.evening import Counts, Evening
from nightcrier.box.memory.evening_files import all_evenings, content_of
from nightcrier.box.memory.old_scores import TABLES
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import CountGame, ForgetName, LookUp, WithdrawGame
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.people import EveningKind, EveningPerson, Presence, SeatedPerson
from tests.box.stage import Stage

ROWS = {
    "evening": [(1, "long", 5), (4, "short", 3)],
    "seat": [
        *((1, seat, name, "plays") for seat, name in enumerate(("Ada", "Ben", "", "Dan"), 1)),
        *((4, 1, "Ada", "plays"), (4, 2, "Jürgen", "sits-out"), (4, 3, "Cem", "plays"), (4, 4, "Eve", "left")),
    ],
    "game": [(1, 1, "one-night", "first-game"), (1, 2, "growl", "growl"), (4, 1, "one-night", "first-game")],
    "result": [
        *((1, 1, seat, points) for seat, points in enumerate((1, 0, 1, 0), 1)),
        *((1, 2, seat, points) for seat, points in enumerate((7, 3, 0, 2), 1)),
        *((4, 1, 1, 2), (4, 1, 3, 0), (4, 1, 4, 0)),  # people have mended the points of Ada
    ],
    "counted": [
        ("a change", None, None, None, None),
        ("first", 1, 1, "1 0 1 0", "1 2 3 4"),
        ("second", 1, 2, "7 3 0 2", "1 2 3 4"),
        ("latest", 4, 1, "1 0 0", "1 3 4"),
        ("struck", 4, 2, None, "1 3 4"),
        ("taken back", 4, None, "", "1 3 4"),
    ],
}
"""Database rows as an older box wrote them."""


@pytest.fixture
def state(tmp_path):
    folder = tmp_path / "state"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "scores.sqlite")) as book, book:
        for table in TABLES:
            book.execute(table)
        for table, rows in ROWS.items():
            book.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)  # noqa: S608
        book.execute("PRAGMA user_version = 100")
    return folder


def book_of(state: Path, *marks: str) -> Scorebook:
    each = iter(marks)
    return Scorebook(VirtualClock(), Disk(), state / "evenings", lambda: next(each))


def standing(book: Scorebook, effect: CountGame | ForgetName | LookUp | WithdrawGame) -> Standings:
    (told,) = book.count(effect)
    assert isinstance(told, Standings)
    return told


def test_a_box_starts_with_all_evenings_and_goes_on_with_the_latest(state):
    box = Stage(standard_folders({}, state))
    box.rehearsal.box.daemon._perform([LookUp()])
    assert not box.kinds("fault")
    told = standing(box.rehearsal.box.book, LookUp())
    assert (told.kind, told.target, told.evening) == (EveningKind.SHORT, 3, 4)
    assert [(each.name, each.points, each.presence) for each in told.people] == [
        ("Ada", 2, Presence.PLAYS),
        ("Jürgen", 0, Presence.SITS_OUT),
        ("Cem", 0, Presence.PLAYS),
        ("Eve", 0, Presence.LEFT),
    ]
    assert told.known == ("Ada", "Jürgen", "Cem", "Eve", "Ben", "Dan")
    assert told.judged == {1: 1, 3: 0, 4: 0}, "what the box has judged is not what people have mended"
    first, latest = all_evenings(Disk(), state / "evenings", pytest.fail)
    assert [dict(each.points) for each in first.results] == [{1: 1, 2: 0, 3: 1, 4: 0}, {1: 7, 2: 3, 3: 0, 4: 2}]
    assert first.people[2] == EveningPerson("")
    assert {each.result.id: each.counts for each in latest.games} == {
        "latest": Counts.YES,
        "struck": Counts.STRUCK,
        "taken back": Counts.TAKEN_BACK,
    }


def test_the_next_game_counts_in_the_same_evening_and_no_game_twice(state):
    seated = tuple(SeatedPerson(number, name) for number, name in ((1, "Ada"), (3, "Cem"), (2, "Jürgen")))
    judged, game = (CountGame("one-night", "first-game", points, seated, 4) for points in ((1, 0, 0), (1, 0, 1)))
    book = book_of(state, "latest", "struck", "taken back", "new", "new")
    points = [[person.points for person in standing(book, each).people] for each in (judged, game, game, game)]
    assert points[0] == [2, 0, 0, 0], "its verdict is as it was, so what people have mended stays"
    assert points[1] == points[0], "it was struck"
    assert points[2] == [3, 0, 0, 1], "judged anew, for the people of that game"
    assert points[3] == [4, 1, 0, 1], "the next one, for those who sat there"
    assert [each.points for each in standing(book, WithdrawGame()).people] == points[2]
    told = standing(book_of(state), LookUp())
    assert ([each.points for each in told.people], told.evening) == (points[2], 4)


def test_an_update_that_is_undone_finds_its_database(state):
    before = (state / "scores.sqlite").read_bytes()
    book = book_of(state, "new")
    standing(book, CountGame("one-night", "first-game", (1, 0, 1)))
    assert (state / "scores.sqlite").read_bytes() == before
    with closing(sqlite3.connect(state / "scores.sqlite")) as kept:
        assert {table: list(kept.execute(f"SELECT * FROM {table}")) for table in ROWS} == ROWS  # noqa: S608
        assert list(kept.execute("PRAGMA user_version")) == [(100,)]


def test_the_table_of_all_scores_is_the_same_before_the_first_start_and_after_it(state, call):
    before = call(0, "scores", "--state", state).out
    assert not (state / "evenings").exists(), "only the box makes them"
    standing(book_of(state), LookUp())
    assert call(0, "scores", "--state", state).out == before
    rows = [*csv.DictReader(io.StringIO(before))]
    assert [row["points"] for row in rows] == ["1", "0", "1", "0", "7", "3", "0", "2", "2", "0", "0"]
    assert rows[-2]["name"] == "Cem"


def test_a_name_forgotten_while_the_disk_refuses_the_evenings_costs_no_score(state):
    (state / "evenings.new").write_bytes(b"in the way")
    told = book_of(state).count(ForgetName("Cem"))
    assert ["cannot be taken over" in each.what for each in told if isinstance(each, Fault)] == [True]
    (state / "evenings.new").unlink()
    assert [each.name for each in standing(book_of(state), LookUp()).people] == ["Ada", "Jürgen", "", "Eve"]
    assert [path.name for path in state.rglob("*") if path.is_file() and b"Cem" in path.read_bytes()] == []
    assert [evening.number for evening in all_evenings(Disk(), state / "evenings", str)] == [1, 4]


def test_what_a_cut_start_has_left_is_not_taken_for_evenings(state):
    (state / "evenings.new").mkdir()
    (state / "evenings.new" / "000009.json").write_bytes(content_of(Evening(9, EveningKind.OPEN, 5, ())))
    assert standing(book_of(state), LookUp()).evening == 4
