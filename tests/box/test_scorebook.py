"""The scores over the real database: counted, corrected, and a disk that refuses costs no evening."""

import sqlite3

from msgspec.structs import replace

from nightcrier.box.memory.scores import ScoreDatabase
from nightcrier.box.score_notes import WaitingChange, change_once, note_evening
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import Amend, CountGame, LookUp, NewEvening
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind
from tests.box.book import GAME, points_in


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


def test_being_asked_makes_no_database_and_finds_the_one_from_before_power_on(tmp_path):
    file = tmp_path / "scores.sqlite"
    assert Scorebook(VirtualClock(), Disk(), file, lambda: None).count(LookUp()) == []
    assert not file.exists()
    Scorebook(VirtualClock(), Disk(), file, lambda: None).count(GAME)
    (told,) = Scorebook(VirtualClock(), Disk(), file, lambda: None).count(LookUp())
    assert points_in(told) == [1, 1, 0]


def test_the_first_game_of_all_begins_an_evening_of_its_kind(scorebook):
    (told,) = scorebook.count(replace(GAME, kind=EveningKind.SHORT, target=3))
    assert (told.kind, told.target) == (EveningKind.SHORT, 3)


def test_an_evening_that_was_begun_by_command_is_told_as_one_once(tmp_path):
    book = Scorebook(VirtualClock(), Disk(), tmp_path / "scores.sqlite", lambda: None)
    book.count(NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo")))
    note_evening(Disk(), tmp_path)
    assert [told.by_command for _ in range(2) for told in book.count(LookUp())] == [True, False]


def test_the_last_game_can_be_corrected_and_struck(scorebook):
    scorebook.count(GAME)
    (told,) = scorebook.count(Amend({1: 0, 2: 0, 3: 1}))
    assert points_in(told) == [0, 0, 1]
    (told,) = scorebook.count(Amend(None))
    assert points_in(told) == [0, 0, 0]
    (told,) = scorebook.count(Amend(None))
    assert points_in(told) == [0, 0, 0]


def test_another_number_of_seats_opens_an_evening_of_the_same_kind(scorebook):
    scorebook.count(NewEvening(EveningKind.SHORT, 2, ("",) * 3))
    scorebook.count(GAME)
    (told,) = scorebook.count(CountGame("one-night", "first-game", (0, 0, 0, 1)))
    assert (told.kind, told.target, points_in(told)) == (EveningKind.SHORT, 2, [0, 0, 0, 1])


def test_a_broken_database_is_set_aside_told_once_and_counted_afresh(tmp_path):
    file = tmp_path / "scores.sqlite"
    file.write_bytes(b"no database " * 1000)
    book = Scorebook(VirtualClock(), Disk(), file, lambda: None)
    fault, told = book.count(GAME)
    assert isinstance(fault, Fault)
    assert "scores.sqlite" in fault.what
    assert points_in(told) == [1, 1, 0]
    assert (tmp_path / "scores.sqlite.broken").read_bytes() == b"no database " * 1000
    assert len(book.count(LookUp())) == 1


def test_a_disk_that_refuses_is_told_once_and_so_is_that_it_works_again(tmp_path):
    file = tmp_path / "scores.sqlite"
    book = Scorebook(VirtualClock(), Disk(), file, lambda: None)
    book.count(GAME)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    _, fault = book.count(GAME)
    assert isinstance(fault, Fault)
    assert not fault.mended
    (told,) = book.count(GAME)
    assert points_in(told) == [3, 3, 0]
    other.execute("ROLLBACK")
    told, mended = book.count(GAME)
    assert points_in(told) == [4, 4, 0]
    assert mended.mended
    other.close()


def test_changes_that_wait_hold_up_the_box_for_a_moment_and_the_rest_comes_later(tmp_path, monkeypatch):
    """A saved box can bring ten thousand of them, and each looks through all scores."""
    slow = VirtualClock()

    def change_slowly(scores: ScoreDatabase, waiting: WaitingChange) -> bool:
        slow.move_to(slow.now() + 1)
        return change_once(scores, waiting)

    monkeypatch.setattr("nightcrier.box.scorebook.change_once", change_slowly)
    book = Scorebook(slow, Disk(), tmp_path / "scores.sqlite", lambda: None)
    book._changes.waiting += [WaitingChange(GAME, None, f"{number:016x}") for number in range(8)]
    (told,) = book.flush()
    assert points_in(told) == [3, 3, 0]
    while (due := book.due()) is not None:
        slow.move_to(max(due, slow.now()))
        (told,) = book.poll()
    assert points_in(told) == [8, 8, 0]
