"""Tests the scores on a real disk: counted, corrected, and never the end of an evening if the disk refuses."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Standings
from nightcrier.box.table.core.effects import Amend, CountGame, ForgetName, LookUp, NewEvening
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.people import UNKNOWN_EVENING, EveningKind
from tests.box.book import GAME, OTHER, Book, evenings_in, points_in, write_old_scores


def test_a_game_that_was_judged_is_counted_and_told(scorebook):
    (told,) = scorebook.count(GAME)
    assert points_in(told) == [1, 1, 0]
    assert told.last == {1: 1, 2: 1, 3: 0}


def test_each_game_has_a_ledger_of_its_own_and_the_evening_counts_both(scorebook):
    scorebook.count(GAME)
    scorebook.count(CountGame("growl", "growl-classic", (4, 0, 2)))
    (told,) = scorebook.count(GAME)
    assert told.ledgers == {"one-night": (2, 2, 0), "growl": (4, 0, 2)}
    assert points_in(told) == [6, 2, 2]


def test_nothing_is_told_where_nothing_was_played(scorebook):
    assert scorebook.count(LookUp()) == []
    assert scorebook.count(Amend({1: 1, 2: 0, 3: 0})) == []


def test_being_asked_makes_no_file_and_finds_the_scores_from_before_power_on(tmp_path):
    assert Book(tmp_path).book.count(LookUp()) == []
    assert list(tmp_path.iterdir()) == []
    Book(tmp_path).book.count(GAME)
    (told,) = Book(tmp_path).book.count(LookUp())
    assert points_in(told) == [1, 1, 0]


def test_the_first_game_of_all_begins_an_evening_of_its_kind(scorebook):
    (told,) = scorebook.count(replace(GAME, kind=EveningKind.SHORT, target=3))
    assert (told.kind, told.target) == (EveningKind.SHORT, 3)


def test_the_last_game_can_be_corrected_and_struck(scorebook):
    scorebook.count(GAME)
    (told,) = scorebook.count(Amend({1: 0, 2: 0, 3: 1}))
    assert points_in(told) == [0, 0, 1]
    (told,) = scorebook.count(Amend(None))
    assert points_in(told) == [0, 0, 0]
    (told,) = scorebook.count(Amend(None))
    assert points_in(told) == [0, 0, 0]


def test_the_last_game_is_told_by_its_own_number_though_one_before_it_was_struck(box):
    for box.mark in ("one", "two"):
        box.book.count(GAME)
    (told,) = box.book.count(Amend(None, game=1))
    assert told.game == 2


def test_another_number_of_seats_opens_an_evening_of_the_same_kind(scorebook):
    scorebook.count(NewEvening(EveningKind.SHORT, 2, ("",) * 3))
    scorebook.count(GAME)
    (told,) = scorebook.count(CountGame("one-night", "first-game", (0, 0, 0, 1)))
    assert (told.kind, told.target, points_in(told)) == (EveningKind.SHORT, 2, [0, 0, 0, 1])


def test_a_disk_that_refuses_is_told_once_and_so_is_that_it_works_again(box):
    box.book.count(GAME)
    for mark, points in (("two", [1, 1, 1]), ("three", [1, 1, 2])):
        box.mark = mark
        with box.full():
            told, *faults = box.book.count(OTHER)
        assert points_in(told) == points
        assert [fault.mended for fault in faults] == [False] * (mark == "two")
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]
    (mended,) = box.waits()
    assert isinstance(mended, Fault)
    assert mended.mended
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}, *[{1: 0, 2: 0, 3: 1}] * 2]
    assert box.book.due() is None


@pytest.mark.parametrize(
    "content", [b"", b"no evening " * 1000, b"\xff\xfe", b'{"version":100,"evening":{"number":1}}']
)
def test_a_damaged_evening_is_set_aside_told_once_and_costs_no_other(tmp_path, content):
    box = Book(tmp_path)
    for names in (("Ada", "Ben", "Cem"), ("Eve", "Fay", "Gil")):
        box.book.count(NewEvening(EveningKind.OPEN, 5, names))
    damaged = box.file
    damaged.write_bytes(content)
    fault, told = Book(tmp_path).book.count(GAME)
    assert isinstance(fault, Fault)
    assert damaged.name in fault.what
    assert (told.evening, told.known, points_in(told)) == (1, ("Ada", "Ben", "Cem"), [1, 1, 0])
    assert damaged.with_name(f"{damaged.name}.broken").read_bytes() == content
    assert len(Book(tmp_path).book.count(LookUp())) == 1


def test_an_evening_of_a_newer_box_is_left_alone_and_the_next_one_begins_after_it(tmp_path):
    box = Book(tmp_path)
    box.book.count(GAME)
    newer = box.file.read_bytes().replace(b'"version":100', b'"version":101')
    box.file.write_bytes(newer)
    fault, told = Book(tmp_path).book.count(OTHER)
    assert isinstance(fault, Fault)
    assert "newer Nightcrier" in fault.what
    assert (told.evening, points_in(told)) == (2, [0, 0, 1])
    assert (tmp_path / "evenings" / "000001.json").read_bytes() == newer


def test_scores_that_cannot_be_read_stay_as_they_are_and_the_evening_is_played(tmp_path):
    (tmp_path / "evenings").write_text("in the way")
    box = Book(tmp_path)
    fault, told = box.book.count(GAME)
    assert isinstance(fault, Fault)
    assert isinstance(told, Standings)
    assert (told.evening, points_in(told), box.book.due()) == (UNKNOWN_EVENING, [1, 1, 0], None)
    assert (tmp_path / "evenings").read_text() == "in the way"


def test_the_scores_of_an_older_box_are_taken_over_and_its_database_stays_for_the_way_back(tmp_path):
    old = write_old_scores(tmp_path)
    before, box = old.read_bytes(), Book(tmp_path)
    (told,) = box.book.count(LookUp())
    assert (told.evening, told.kind, told.target) == (2, EveningKind.SHORT, 3)
    assert [(person.name, person.presence, person.points) for person in told.people] == [
        ("Ada", "plays", 5), ("", "sits-out", 0), ("Cem", "plays", 2),
    ]  # fmt: skip
    assert (told.known, told.game, told.last) == (("Ada", "Cem", "Eve"), 2, {1: 1, 3: 0})
    assert [(game.number, game.id, dict(game.points)) for game in told.games] == [
        (1, "a mark", {1: 4, 3: 2}), (2, "", {1: 1, 3: 0}),
    ]  # fmt: skip
    assert old.read_bytes() == before
    assert [evening.number for evening in evenings_in(box.folder)] == [1, 2]
    for box.mark, points in (("a mark", [2, 0, 4]), ("struck", [2, 0, 4]), ("back", [2, 0, 7])):
        (told,) = box.book.count(CountGame("toy", "first", (1, 4) if box.mark == "a mark" else (0, 3)))
        assert points_in(told) == points, box.mark


def test_what_an_older_box_could_not_add_to_its_scores_is_told_and_not_counted(tmp_path):
    write_old_scores(tmp_path)
    (tmp_path / "uncounted.json").write_text("Ada")
    fault, told = Book(tmp_path).book.count(LookUp())
    assert "uncounted.json: holds what an older Nightcrier could not add" in fault.what
    assert points_in(told) == [5, 0, 2]
    (tmp_path / "scores.sqlite-journal").write_text("Ada")
    (told,) = Book(tmp_path).book.count(ForgetName("Ada"))
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Ada" in path.read_bytes()]
