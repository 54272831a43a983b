"""While the disk refuses, the evening is told by what waits: after power-on, and where a game is struck or mended."""

import pytest

from nightcrier.box.events import Event, Standings
from nightcrier.box.table.core.effects import Amend, CountGame, LookUp, NewEvening, SeatPeople
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.people import UNKNOWN_EVENING, EveningKind, EveningPerson, Presence, SeatedPerson
from tests.box.book import GAME, OTHER, Book

FOUR = tuple(SeatedPerson(n, name) for n, name in enumerate(("Ada", "Ben", "Cem", "Dee"), 1))
BEN_RESTS = (EveningPerson("Ada"), EveningPerson("Ben", Presence.SITS_OUT), EveningPerson("Cem"), EveningPerson("Dee"))


def test_a_box_that_finds_its_database_held_tells_how_it_stands_by_what_waits(box, tmp_path):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        fresh = Book(tmp_path)
        fresh.mark = "two"
        seated = tuple(SeatedPerson(n, name) for n, name in enumerate(("Ada", "Ben", "Cem"), 1))
        told, fault = fresh.book.count(CountGame("one-night", "first-game", (1, 1, 0), seated, 1))
        assert isinstance(told, Standings)
        assert (told.evening, [person.points for person in told.people]) == (UNKNOWN_EVENING, [1, 1, 0])
        assert isinstance(fault, Fault)
    fresh.waits()
    assert fresh.on_disk() == [{1: 1, 2: 1, 3: 0}]


def restarted_while_a_game_waits(box: Book, how: str) -> tuple[Book, Standings]:
    """Four people, of whom one sits out a game that the disk refuses; the power went. And how the evening is told."""
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem", "Dee")))
    box.book.count(CountGame("one-night", "first-game", (3, 2, 1, 0), FOUR, 1))
    box.book.count(SeatPeople(BEN_RESTS, 1))
    with box.held(how):
        box.mark = "two"
        box.book.count(CountGame("one-night", "first-game", (0, 0, 7), (FOUR[0], *FOUR[2:]), 1))
        again = Book(box.file.parent)
        told = next(event for event in again.book.count(LookUp()) if isinstance(event, Standings))
        now = (*[person.person for person in told.people[:-1]], EveningPerson("Dee", Presence.SITS_OUT))
        again.book.count(SeatPeople(now, told.evening))
    return again, told


def test_after_power_on_an_evening_that_can_be_read_is_told_whole_and_by_its_number(box):
    again, told = restarted_while_a_game_waits(box, "IMMEDIATE")
    assert [(person.name, person.points) for person in told.people] == [("Ada", 3), ("Ben", 2), ("Cem", 1), ("Dee", 7)]
    assert (told.evening, told.last, told.next_players) == (1, {1: 0, 3: 0, 4: 7}, (1, 3, 4))
    (stands, *_) = again.waits()
    assert isinstance(stands, Standings)
    assert [person.name for person in stands.people] == ["Ada", "Ben", "Cem", "Dee"]
    assert (stands.evening, stands.next_players, stands.other_evening) == (1, (1, 3), False)


def test_after_power_on_no_change_of_people_meets_an_evening_that_cannot_be_read(box):
    again, told = restarted_while_a_game_waits(box, "EXCLUSIVE")
    assert [person.name for person in told.people] == ["Ada", "Cem", "Dee"]
    assert told.evening == UNKNOWN_EVENING
    (stands, *_) = again.waits()
    assert isinstance(stands, Standings)
    assert tuple(person.person for person in stands.people) == BEN_RESTS
    assert [person.points for person in stands.people] == [3, 2, 1, 7]


def test_a_game_begun_in_an_evening_that_could_not_be_read_counts_in_it(box):
    again, told = restarted_while_a_game_waits(box, "EXCLUSIVE")
    again.mark = "three"
    (stands, *_) = again.book.count(CountGame("one-night", "first-game", (1, 0, 0, 0), FOUR, told.evening))
    assert isinstance(stands, Standings)
    assert (stands.evening, [person.points for person in stands.people]) == (1, [4, 2, 1, 7])


def test_an_evening_that_waits_itself_has_no_number_yet(box):
    box.book.count(GAME)
    with box.held("IMMEDIATE"):
        told, _ = box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
        assert isinstance(told, Standings)
        assert (told.evening, [person.name for person in told.people]) == (0, ["Ada", "Ben", "Cem"])
        box.book.count(SeatPeople((EveningPerson("Ada"), EveningPerson("Zoe"), EveningPerson("Cem")), told.evening))
    (stands, *_) = box.waits()
    assert isinstance(stands, Standings)
    assert (stands.evening, [person.name for person in stands.people]) == (2, ["Ada", "Zoe", "Cem"])


def test_a_disk_that_takes_nothing_tells_how_the_evening_stands_all_the_same(box, tmp_path):
    (stood,) = box.book.count(GAME)
    with box.held("IMMEDIATE"):
        told, fault = Book(tmp_path).book.count(LookUp())
    assert (told, isinstance(fault, Fault)) == (stood, True)


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_what_is_struck_or_mended_while_a_game_waits_is_the_game_that_is_shown(box, how):
    box.book.count(GAME)
    box.mark = "two"
    with box.held(how):
        second = standings_in(box.book.count(OTHER))
        assert (second.last, second.game) == ({1: 0, 2: 0, 3: 1}, 2)
        first = standings_in(box.book.count(Amend(None, second.evening, second.game)))
        assert (first.last, first.game) == ({1: 1, 2: 1, 3: 0}, 1)
        box.book.count(Amend(None, second.evening, second.game))
        box.book.count(Amend({1: 0, 2: 5, 3: 0}, first.evening, first.game))
    box.waits()
    assert box.on_disk() == [{1: 0, 2: 5, 3: 0}]


def standings_in(events: list[Event]) -> Standings:
    (told,) = [event for event in events if isinstance(event, Standings)]
    return told
