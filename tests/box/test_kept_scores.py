"""Tests that no score is lost if the disk refuses for a moment: it is reported, the score waits, and is tried again."""

from nightcrier.box.events import Event, Standings
from nightcrier.box.table.core.effects import Amend, CountGame, KeepSheet, LookUp, NewEvening, SeatPeople
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.people import UNKNOWN_EVENING, EveningKind, EveningPerson
from tests.box.book import GAME, OTHER, Book, points_in


def standings_in(events: list[Event]) -> Standings:
    (told,) = [event for event in events if isinstance(event, Standings)]
    return told


def test_what_was_judged_anew_while_it_waited_counts_as_it_was_judged_last(box):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.full():
        box.book.count(GAME)
        box.book.count(OTHER)
    box.waits()
    assert box.on_disk() == [{1: 0, 2: 0, 3: 1}]


def test_an_evening_that_begins_while_the_disk_refuses_is_kept_with_its_people_and_games(box):
    box.book.count(GAME)
    with box.full():
        told = standings_in(box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem"))))
        assert (told.evening, [person.name for person in told.people]) == (2, ["Ada", "Ben", "Cem"])
        box.book.count(SeatPeople((EveningPerson("Ada"), EveningPerson("Zoe"), EveningPerson("Cem")), told.evening))
        box.mark = "two"
        box.book.count(OTHER)
        box.book.count(Amend({1: 1, 2: 0, 3: 0}))
    box.waits()
    (told,) = Book(box.folder.parent).book.count(LookUp())
    assert (told.kind, points_in(told), [person.name for person in told.people]) == (
        EveningKind.SHORT, [1, 0, 0], ["Ada", "Zoe", "Cem"],
    )  # fmt: skip


def test_what_is_struck_or_mended_while_a_game_waits_is_the_game_that_is_shown(box):
    box.book.count(GAME)
    box.mark = "two"
    with box.full():
        second = standings_in(box.book.count(OTHER))
        assert (second.last, second.game) == ({1: 0, 2: 0, 3: 1}, 2)
        first = standings_in(box.book.count(Amend(None, second.evening, second.game)))
        assert (first.last, first.game) == ({1: 1, 2: 1, 3: 0}, 1)
        box.book.count(Amend(None, second.evening, second.game))
        box.book.count(Amend({1: 0, 2: 5, 3: 0}, first.evening, first.game))
    box.waits()
    assert box.on_disk() == [{1: 0, 2: 5, 3: 0}]


def test_what_waits_is_tried_once_more_when_the_box_stops(box):
    with box.full():
        box.book.count(GAME)
    box.book.flush()
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


def test_scores_that_cannot_be_read_are_no_evening_of_the_box_and_people_play_on(tmp_path):
    (tmp_path / "evenings").write_text("in the way")
    book = Book(tmp_path).book
    book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    (told,) = book.count(SeatPeople((EveningPerson("Ada"), EveningPerson("Zoe")), UNKNOWN_EVENING, (1, 2)))
    assert (told.evening, [person.name for person in told.people]) == (UNKNOWN_EVENING, ["Ada", "Zoe"])
    told = standings_in(book.count(CountGame("one-night", "first-game", (1, 0), evening=UNKNOWN_EVENING)))
    assert points_in(told) == [1, 0]


def test_a_sheet_that_was_refused_is_tried_again(box, tmp_path):
    (tmp_path / "sheets").write_text("in the way")
    box.book.count(KeepSheet("toy", "seat,role"))
    (tmp_path / "sheets").unlink()
    (mended,) = box.waits()
    assert isinstance(mended, Fault)
    assert mended.mended
    assert len(list((tmp_path / "sheets").iterdir())) == 1
