"""Tests that scores count for the people at the table, in the evening of their game, with its sheet beside them."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Standings
from nightcrier.box.memory.evening_files import RECENT
from nightcrier.box.table.core.effects import (
    Amend,
    CountGame,
    ForgetName,
    KeepSheet,
    LookUp,
    NewEvening,
    SeatPeople,
    WithdrawGame,
)
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.people import EveningKind, EveningPerson, Presence, SeatedPerson
from tests.box.book import GAME, Book, evenings_in, points_in, write_old_scores


def test_a_game_counts_for_the_people_who_sat_there(scorebook):
    scorebook.count(NewEvening(EveningKind.LONG, 5, ("Ada", "Ben", "Cem", "Dan")))
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(3, "Cem"), SeatedPerson(4, "Dan"))
    (told,) = scorebook.count(CountGame("one-night", "first-game", (1, 0, 1), seated, 1))
    assert [person.points for person in told.people] == [1, 0, 0, 1]
    assert [person.losses for person in told.people] == [0, 0, 1, 0]
    assert told.last == {1: 1, 3: 0, 4: 1}


def test_who_sits_out_of_a_new_evening_is_kept(scorebook):
    (told,) = scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem", "Dan"), sits_out=(2,)))
    assert told.next_players == (1, 3, 4)


def test_a_game_counts_in_the_evening_in_which_it_began(scorebook):
    scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(2, "Ben"), SeatedPerson(3, "Cem"))
    scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Eve", "Fay", "Gil")))
    (told,) = scorebook.count(CountGame("one-night", "first-game", (1, 0, 1), seated, 1))
    assert (told.evening, points_in(told)) == (2, [0, 0, 0])


def test_people_of_an_evening_that_is_gone_begin_a_new_one_by_their_names(scorebook):
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(3, "Cem"), SeatedPerson(4))
    (told,) = scorebook.count(CountGame("one-night", "first-game", (1, 0, 1), seated, 7))
    assert [(person.name, person.points) for person in told.people] == [("Ada", 1), ("Cem", 0), ("", 1)]


def test_who_comes_and_goes_is_kept_with_the_points_of_the_others(scorebook):
    scorebook.count(GAME)
    now = (EveningPerson("Ada"), EveningPerson("", Presence.SITS_OUT), EveningPerson(), EveningPerson("Dan"))
    (told,) = scorebook.count(SeatPeople(now))
    assert tuple(person.person for person in told.people) == now
    assert (points_in(told), told.next_players, told.known) == ([1, 1, 0, 0], (1, 3, 4), ("Ada", "Dan"))


def test_a_forgotten_name_is_nowhere_in_the_scores_and_the_points_stay(scorebook, tmp_path):
    for names in (("Ada", "Quirin", "Cem"), ("Eve", "QUIRIN", "Ada")):
        scorebook.count(NewEvening(EveningKind.OPEN, 5, names))
        scorebook.count(CountGame("one-night", "first-game", (1, 1, 0)))
    (told,) = scorebook.count(ForgetName("quirin"))
    assert [(person.name, person.points) for person in told.people] == [("Eve", 1), ("", 1), ("Ada", 0)]
    assert told.known == ("Eve", "Ada", "Cem")
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"quirin" not in kept.lower()
    assert b"Ada" in kept


@pytest.mark.parametrize("content", [b'{"version":100,"evening":"Ben"}', b"\xffBen"])
def test_a_name_is_forgotten_where_an_earlier_evening_is_damaged(tmp_path, content):
    """Opening the scores reads only the latest evenings, so a name in an older one could stay unnoticed."""
    box = Book(tmp_path)
    for _ in range(RECENT + 2):
        box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ann", "Ben")))
    (box.folder / "000001.json").write_bytes(content)
    box = Book(tmp_path)
    box.book.count(ForgetName("Ben"))
    assert not [each for each in box.folder.iterdir() if b"Ben" in each.read_bytes()]
    assert len(evenings_in(box.folder)) == RECENT + 1


def test_a_name_is_forgotten_in_the_scores_of_an_older_box_too(tmp_path):
    old = write_old_scores(tmp_path)
    Book(tmp_path).book.count(ForgetName("Ada"))
    assert not old.exists()
    assert [evening.names for evening in evenings_in(tmp_path / "evenings")] == [("Eve",), ("", "", "Cem")]


def test_a_name_is_forgotten_in_damaged_files_too(scorebook, tmp_path):
    scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Quirin", "Cem")))
    for name in ("evenings/000007.json.broken", "choices.json.broken-2"):
        (tmp_path / name).write_bytes(b"Quirin")
    (tmp_path / "uncounted.json.broken").mkdir()
    (fault, _) = scorebook.count(ForgetName("Quirin"))
    assert isinstance(fault, Fault)
    assert "uncounted.json.broken: cannot be removed" in fault.what
    left = {file.name for file in tmp_path.rglob("*")}
    assert left == {"evenings", "000001.json", "uncounted.json.broken"}


def test_a_name_that_is_forgotten_while_the_disk_refuses_goes_once_it_does_not(box):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Quirin", "Cem")))
    with box.full():
        box.book.count(SeatPeople((EveningPerson("Ada"), EveningPerson("QUIRIN"), EveningPerson("Cem"))))
        (told,) = box.book.count(ForgetName("quirin"))
    assert [(person.name, person.points) for person in told.people] == [("Ada", 0), ("", 0), ("Cem", 0)]
    box.waits()
    assert b"quirin" not in b"".join(file.read_bytes() for file in box.folder.iterdir()).lower()


def test_a_name_is_forgotten_in_an_evening_that_the_disk_has_not_taken_yet(box):
    with box.full():
        box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Quirin", "Cem")))
        (told,) = box.book.count(ForgetName("quirin"))
    assert [person.name for person in told.people] == ["Ada", "", "Cem"]
    box.waits()
    assert [evening.names for evening in evenings_in(box.folder)] == [("Ada", "", "Cem")]


@pytest.mark.parametrize("late", [SeatPeople((EveningPerson("Ann"),) * 3, 1), Amend(None, 1), Amend({1: 0}, 1)])
def test_what_was_meant_for_an_evening_that_is_over_changes_no_other(scorebook, late):
    scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo")))
    scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Xerxes", "Yves", "Zoe", "Will")))
    (before,) = scorebook.count(CountGame("one-night", "first-game", (1, 0, 0, 1)))
    (told,) = scorebook.count(late)
    assert told == replace(before, other_evening=True)
    (told,) = scorebook.count(LookUp())
    assert told == before


def test_people_can_be_named_before_any_game(scorebook):
    (told,) = scorebook.count(SeatPeople((EveningPerson("Ada"), EveningPerson(), EveningPerson())))
    assert [person.name for person in told.people] == ["Ada", "", ""]


def test_a_game_of_an_evening_that_is_gone_is_not_counted_for_other_people(scorebook):
    scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Eve", "Fay", "Gil")))
    seated = (SeatedPerson(1, "Ada"), SeatedPerson(2, "Ben"), SeatedPerson(3, "Cem"))
    for evening in (0, 7):
        (told,) = scorebook.count(CountGame("one-night", "first-game", (1, 0, 1), seated, evening))
        assert [(person.name, person.points) for person in told.people] == [("Ada", 1), ("Ben", 0), ("Cem", 1)]
        scorebook.count(NewEvening(EveningKind.OPEN, 5, ("Eve", "Fay", "Gil")))


def test_the_sheet_of_a_verdict_taken_back_goes_with_it(marked, tmp_path):
    marked("one").count(KeepSheet("toy", "seat,role\n"))
    marked("two").count(KeepSheet("toy", "seat,role\n"))
    marked("two").count(WithdrawGame())
    assert [file.name[:9] for file in (tmp_path / "sheets").iterdir()] == ["toy-0001-"]


def test_the_sheet_of_a_game_is_kept_beside_the_scores_once(marked, tmp_path):
    for mark in ("one", "one", "two"):
        assert marked(mark).count(KeepSheet("toy", "seat,role\n")) == []
    files = sorted((tmp_path / "sheets").iterdir())
    assert [file.name[:9] for file in files] == ["toy-0001-", "toy-0002-"]
    assert files[0].read_text() == "seat,role\n"


def test_a_sheet_that_cannot_be_kept_is_one_fault_until_it_can(scorebook, tmp_path):
    sheet = KeepSheet("toy", "seat,role\n")
    (tmp_path / "sheets").write_text("in the way")
    (fault,) = scorebook.count(sheet)
    assert isinstance(fault, Fault)
    assert not fault.mended
    assert scorebook.count(sheet) == []
    assert all(isinstance(told, Standings) for told in scorebook.count(GAME))
    (tmp_path / "sheets").unlink()
    (mended,) = scorebook.count(sheet)
    assert isinstance(mended, Fault)
    assert mended.mended
