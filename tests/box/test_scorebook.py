"""The scores over the real database: counted, corrected, and a disk that refuses costs no evening."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from device.box.scorebook import Scorebook
from device.kernel.clock import VirtualClock
from device.kernel.events import Fault, Standings
from device.kernel.files import Disk
from device.kernel.people import EveningKind, EveningPerson, Presence, SeatedPerson
from device.table.effects import KeepSheet, LookUp, ScoreEffect
from device.table.score_changes import Amend, CountGame, NewEvening, SeatPeople, WithdrawGame

GAME = CountGame("one-night", "first-game", (1, 1, 0))


@pytest.fixture
def book(tmp_path: Path) -> Scorebook:
    return Scorebook(VirtualClock(), Disk(), tmp_path / "scores.sqlite", lambda: None)


@pytest.fixture
def marked(tmp_path: Path) -> Callable[[str | None], Scorebook]:
    """The same book, in a game with this mark."""
    return lambda mark: Scorebook(VirtualClock(), Disk(), tmp_path / "scores.sqlite", lambda: mark)


def points_in(standings: object) -> list[int]:
    assert isinstance(standings, Standings)
    return [seat.points for seat in standings.people]


def test_a_game_that_was_judged_is_counted_and_told(book: Scorebook) -> None:
    (told,) = book.count(GAME)
    assert points_in(told) == [1, 1, 0]
    assert told.last == {1: 1, 2: 1, 3: 0}


def test_each_game_has_a_ledger_of_its_own_and_the_evening_counts_both(book: Scorebook) -> None:
    book.count(GAME)
    book.count(CountGame("growl", "growl-classic", (4, 0, 2)))
    (told,) = book.count(GAME)
    assert told.ledgers == {"one-night": (2, 2, 0), "growl": (4, 0, 2)}
    assert points_in(told) == [6, 2, 2]


def test_nothing_is_told_where_nothing_was_played(book: Scorebook) -> None:
    assert book.count(LookUp()) == []
    assert book.count(Amend({1: 1, 2: 0, 3: 0})) == []


def test_being_asked_makes_no_database_and_finds_the_one_from_before_power_on(tmp_path: Path) -> None:
    file = tmp_path / "scores.sqlite"
    assert Scorebook(VirtualClock(), Disk(), file, lambda: None).count(LookUp()) == []
    assert not file.exists()
    Scorebook(VirtualClock(), Disk(), file, lambda: None).count(GAME)
    (told,) = Scorebook(VirtualClock(), Disk(), file, lambda: None).count(LookUp())
    assert points_in(told) == [1, 1, 0]


def test_the_last_game_can_be_corrected_and_struck(book: Scorebook) -> None:
    book.count(GAME)
    (told,) = book.count(Amend({1: 0, 2: 0, 3: 1}))
    assert points_in(told) == [0, 0, 1]
    (told,) = book.count(Amend(None))
    assert points_in(told) == [0, 0, 0]
    (told,) = book.count(Amend(None))
    assert points_in(told) == [0, 0, 0]


def test_another_number_of_seats_opens_an_evening_of_the_same_kind(book: Scorebook) -> None:
    book.count(NewEvening(EveningKind.SHORT, 2, ("",) * 3))
    book.count(GAME)
    (told,) = book.count(CountGame("one-night", "first-game", (0, 0, 0, 1)))
    assert (told.kind, told.target, points_in(told)) == (EveningKind.SHORT, 2, [0, 0, 0, 1])


def test_a_game_counts_for_the_people_who_sat_there(book: Scorebook) -> None:
    book.count(NewEvening(EveningKind.LONG, 5, ("Ada", "Ben", "Cem", "Dan")))
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(3, "Cem"), SeatedPerson(4, "Dan"))
    (told,) = book.count(CountGame("one-night", "first-game", (1, 0, 1), seated, 1))
    assert [person.points for person in told.people] == [1, 0, 0, 1]
    assert [person.losses for person in told.people] == [0, 0, 1, 0]
    assert told.last == {1: 1, 3: 0, 4: 1}


def test_who_sits_out_of_a_new_evening_is_kept(book: Scorebook) -> None:
    (told,) = book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem", "Dan"), sits_out=(2,)))
    assert told.playing == (1, 3, 4)


def test_a_game_counts_in_the_evening_in_which_it_began(book: Scorebook) -> None:
    book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(2, "Ben"), SeatedPerson(3, "Cem"))
    book.count(NewEvening(EveningKind.OPEN, 5, ("Eve", "Fay", "Gil")))
    (told,) = book.count(CountGame("one-night", "first-game", (1, 0, 1), seated, 1))
    assert (told.evening, points_in(told)) == (2, [0, 0, 0])


def test_people_of_an_evening_that_is_gone_begin_a_new_one_by_their_names(book: Scorebook) -> None:
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(3, "Cem"), SeatedPerson(4))
    (told,) = book.count(CountGame("one-night", "first-game", (1, 0, 1), seated, 7))
    assert [(person.name, person.points) for person in told.people] == [("Ada", 1), ("Cem", 0), ("", 1)]


def test_who_comes_and_goes_is_kept_with_the_points_of_the_others(book: Scorebook) -> None:
    book.count(GAME)
    now = (EveningPerson("Ada"), EveningPerson("", Presence.SITS_OUT), EveningPerson(), EveningPerson("Dan"))
    (told,) = book.count(SeatPeople(now))
    assert tuple(person.person for person in told.people) == now
    assert (points_in(told), told.playing, told.known) == ([1, 1, 0, 0], (1, 3, 4), ("Ada", "Dan"))


@pytest.mark.parametrize("late", [SeatPeople((EveningPerson("Ann"),) * 3, 1), Amend(None, 1), Amend({1: 0}, 1)])
def test_what_was_meant_for_an_evening_that_is_over_changes_no_other(book: Scorebook, late: ScoreEffect) -> None:
    book.count(NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo")))
    book.count(NewEvening(EveningKind.OPEN, 5, ("Xerxes", "Yves", "Zoe", "Will")))
    (before,) = book.count(CountGame("one-night", "first-game", (1, 0, 0, 1)))
    (told,) = book.count(late)
    assert told == replace(before, other_evening=True)
    (told,) = book.count(LookUp())
    assert told == before


def test_people_can_be_named_before_any_game(book: Scorebook) -> None:
    (told,) = book.count(SeatPeople((EveningPerson("Ada"), EveningPerson(), EveningPerson())))
    assert [person.name for person in told.people] == ["Ada", "", ""]


def test_a_broken_database_is_set_aside_told_once_and_counted_afresh(tmp_path: Path) -> None:
    file = tmp_path / "scores.sqlite"
    file.write_bytes(b"no database " * 1000)
    book = Scorebook(VirtualClock(), Disk(), file, lambda: None)
    fault, told = book.count(GAME)
    assert isinstance(fault, Fault)
    assert "scores.sqlite" in fault.what
    assert points_in(told) == [1, 1, 0]
    assert (tmp_path / "scores.sqlite.broken").read_bytes() == b"no database " * 1000
    assert len(book.count(LookUp())) == 1


def test_a_disk_that_refuses_is_told_once_and_so_is_that_it_works_again(tmp_path: Path) -> None:
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


def test_a_verdict_that_is_told_again_counts_once_and_how_it_stands_is_told_again(
    marked: Callable[[str | None], Scorebook],
) -> None:
    (first,) = marked("a").count(GAME)
    (again,) = marked("a").count(GAME)
    assert points_in(again) == points_in(first) == [1, 1, 0]
    (told,) = marked("b").count(GAME)
    assert points_in(told) == [2, 2, 0]


def test_what_the_verdict_gave_is_told_also_after_a_mending(marked: Callable[[str | None], Scorebook]) -> None:
    (told,) = marked("a").count(CountGame("growl", "growl-classic", (7, 0, 2)))
    assert told.judged == {1: 7, 2: 0, 3: 2}
    (told,) = marked("a").count(Amend({1: 0, 2: 0, 3: 2}))
    assert (told.last, told.judged) == ({1: 0, 2: 0, 3: 2}, {1: 7, 2: 0, 3: 2})
    (told,) = marked("b").count(Amend(None))
    assert told.judged == {}


def test_a_game_that_was_struck_or_mended_is_not_counted_by_a_verdict_told_again(
    marked: Callable[[str | None], Scorebook],
) -> None:
    book = marked("a")
    book.count(GAME)
    book.count(Amend({1: 0, 2: 0, 3: 1}))
    (told,) = marked("a").count(GAME)
    assert points_in(told) == [0, 0, 1]
    book.count(Amend(None))
    (told,) = marked("a").count(GAME)
    assert points_in(told) == [0, 0, 0]


def test_a_game_that_was_judged_anew_counts_as_it_was_judged_last(marked: Callable[[str | None], Scorebook]) -> None:
    marked("a").count(GAME)
    marked("b").count(GAME)
    (told,) = marked("b").count(CountGame("one-night", "first-game", (0, 0, 1)))
    assert points_in(told) == [1, 1, 1]
    (told,) = marked("b").count(CountGame("one-night", "first-game", (1, 1, 0)))
    assert points_in(told) == [2, 2, 0]
    marked("b").count(Amend(None))
    (told,) = marked("b").count(CountGame("one-night", "first-game", (0, 0, 1)))
    assert points_in(told) == [1, 1, 0]


def test_a_verdict_taken_back_counts_nothing_until_it_is_given_again(marked: Callable[[str | None], Scorebook]) -> None:
    marked("a").count(GAME)
    marked("b").count(GAME)
    for _ in range(2):  # taken back again after a power cut, it is not there any more
        (told,) = marked("b").count(WithdrawGame())
        assert points_in(told) == [1, 1, 0]
        assert told.last == {1: 1, 2: 1, 3: 0}
    (told,) = marked("b").count(GAME)
    assert points_in(told) == [2, 2, 0]
    (told,) = marked("b").count(WithdrawGame())
    (told,) = marked("b").count(CountGame("one-night", "first-game", (0, 0, 1)))
    assert points_in(told) == [1, 1, 1]


def test_a_game_without_a_mark_is_taken_back_too(book: Scorebook) -> None:
    book.count(GAME)
    book.count(GAME)
    (told,) = book.count(WithdrawGame())
    assert points_in(told) == [1, 1, 0]


def test_a_game_that_was_struck_stays_struck_when_its_verdict_is_taken_back(
    marked: Callable[[str | None], Scorebook],
) -> None:
    marked("a").count(GAME)
    marked("a").count(Amend(None))
    marked("a").count(WithdrawGame())
    (told,) = marked("a").count(GAME)
    assert points_in(told) == [0, 0, 0]


def test_a_game_judged_anew_counts_for_the_people_it_was_counted_for(
    marked: Callable[[str | None], Scorebook],
) -> None:
    marked(None).count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem", "Dan")))
    seated = (SeatedPerson(2, "Ben"), SeatedPerson(3, "Cem"), SeatedPerson(4, "Dan"))
    first = CountGame("one-night", "first-game", (1, 0, 0), seated)
    marked("a").count(first)
    (told,) = marked("a").count(replace(first, points=(0, 0, 1)))
    assert points_in(told) == [0, 0, 0, 1]
    marked("a").count(WithdrawGame())
    (told,) = marked("a").count(first)
    assert points_in(told) == [0, 1, 0, 0]


def test_a_game_of_an_evening_that_is_gone_is_not_counted_for_other_people(book: Scorebook) -> None:
    book.count(NewEvening(EveningKind.OPEN, 5, ("Eve", "Fay", "Gil")))
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(2, "Ben"), SeatedPerson(3, "Cem"))
    for evening in (0, 7):
        (told,) = book.count(CountGame("one-night", "first-game", (1, 0, 1), seated, evening))
        assert [(person.name, person.points) for person in told.people] == [("Ada", 1), ("Ben", 0), ("Cem", 1)]
        book.count(NewEvening(EveningKind.OPEN, 5, ("Eve", "Fay", "Gil")))


def test_the_sheet_of_a_verdict_taken_back_goes_with_it(
    marked: Callable[[str | None], Scorebook], tmp_path: Path
) -> None:
    marked("one").count(KeepSheet("toy", "seat,role\n"))
    marked("two").count(KeepSheet("toy", "seat,role\n"))
    marked("two").count(WithdrawGame())
    assert [file.name[:9] for file in (tmp_path / "sheets").iterdir()] == ["toy-0001-"]


def test_a_verdict_told_again_opens_no_evening(marked: Callable[[str | None], Scorebook]) -> None:
    marked("a").count(GAME)
    (begun,) = marked(None).count(NewEvening(EveningKind.SHORT, 2, ("",) * 4))
    (told,) = marked("a").count(GAME)
    assert told == begun


def test_games_of_a_journal_without_a_mark_are_all_counted(marked: Callable[[str | None], Scorebook]) -> None:
    marked(None).count(GAME)
    (told,) = marked(None).count(GAME)
    assert points_in(told) == [2, 2, 0]


def test_the_sheet_of_a_game_is_kept_beside_the_scores_once(
    marked: Callable[[str | None], Scorebook], tmp_path: Path
) -> None:
    for mark in ("one", "one", "two"):
        assert marked(mark).count(KeepSheet("toy", "seat,role\n")) == []
    files = sorted((tmp_path / "sheets").iterdir())
    assert [file.name[:9] for file in files] == ["toy-0001-", "toy-0002-"]
    assert files[0].read_text() == "seat,role\n"


def test_a_sheet_that_cannot_be_kept_is_one_fault_until_it_can(book: Scorebook, tmp_path: Path) -> None:
    sheet = KeepSheet("toy", "seat,role\n")
    (tmp_path / "sheets").write_text("in the way")
    (fault,) = book.count(sheet)
    assert isinstance(fault, Fault)
    assert not fault.mended
    assert book.count(sheet) == []
    assert all(isinstance(told, Standings) for told in book.count(GAME))
    (tmp_path / "sheets").unlink()
    (mended,) = book.count(sheet)
    assert isinstance(mended, Fault)
    assert mended.mended
