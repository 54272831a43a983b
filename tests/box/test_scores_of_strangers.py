"""A database of the scores in which somebody else has made something is set aside like any other broken file, and what
was to be counted is counted."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nightcrier.box import scorebook
from nightcrier.box.events import Event, Standings
from nightcrier.box.memory.database import scores_of_picture, take_picture
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import NotKept
from tests.box.book import GAME, OTHER, Book

ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n < 0"
STRANGERS = {
    "doubles": "CREATE TRIGGER x AFTER INSERT ON result BEGIN UPDATE result SET points = points * 2; END",
    "refuses": "CREATE TRIGGER x BEFORE INSERT ON game BEGIN SELECT RAISE(ABORT, 'no'); END",
    "never comes back": f"CREATE TRIGGER x AFTER INSERT ON game WHEN EXISTS ({ENDLESS}) BEGIN SELECT 1; END",
    "takes one game only": "CREATE UNIQUE INDEX x ON result (evening, seat)",
    "only finds": "CREATE INDEX x ON result (points)",
    "shows": "CREATE VIEW x AS SELECT * FROM result",
}


def put_into(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as stranger:
        stranger.execute(statement)


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("statement", STRANGERS.values(), ids=STRANGERS)
def test_what_no_box_has_made_is_set_aside_and_the_game_counts_once(box, statement, running):
    box.book.count(GAME)
    put_into(box.file, statement)
    if not running:
        box = Book(box.file.parent)
    box.mark = "two"
    fault, stands = box.book.count(OTHER)
    assert isinstance(fault, Fault)
    assert "is damaged (its tables are not those of the scores)" in fault.what
    assert isinstance(stands, Standings)
    assert box.file.with_name("scores.sqlite.broken").exists()
    assert box.on_disk() == [{1: 0, 2: 0, 3: 1}]
    assert box.book.due() is None


def test_a_name_that_nobody_can_read_is_a_strangers_too(box):
    box.book.count(GAME)
    put_into(box.file, "CREATE VIEW nnnn AS SELECT 1")
    box.file.write_bytes(box.file.read_bytes().replace(b"nnnn", b"\xff\xfe\xff\xfe"))
    box = Book(box.file.parent)
    box.mark = "two"
    assert isinstance(box.book.count(OTHER)[-1], Standings)
    assert box.on_disk() == [{1: 0, 2: 0, 3: 1}]


def test_no_picture_of_it_is_believed(box):
    box.book.count(GAME)
    put_into(box.file, STRANGERS["never comes back"])
    picture = take_picture(box.file)
    assert picture is not None
    assert scores_of_picture(picture, box.file) is None


def test_a_count_that_the_picture_refuses_as_well_is_kept_and_tried_again(box, monkeypatch):
    def refuse(*_: object) -> bool:
        raise NotKept(box.file, OSError("no"))

    box.book.count(GAME)
    box.mark = "two"
    with box.held("IMMEDIATE"), monkeypatch.context() as no_room:
        no_room.setattr(scorebook, "change_once", refuse)
        events: list[Event] = box.book.count(OTHER)
        assert [type(event) for event in events] == [Fault]
    assert isinstance(box.waits()[0], Standings)
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}, {1: 0, 2: 0, 3: 1}]
