"""Tests that a verdict that is told again, judged anew or taken back counts once, as it was last judged."""

from msgspec.structs import replace

from nightcrier.box.table.core.effects import Amend, CountGame, ForgetName, NewEvening, WithdrawGame
from nightcrier.kernel.people import EveningKind, SeatedPerson
from tests.box.book import GAME, points_in


def test_a_verdict_that_is_told_again_counts_once_and_how_it_stands_is_told_again(marked):
    (first,) = marked("a").count(GAME)
    (again,) = marked("a").count(GAME)
    assert points_in(again) == points_in(first) == [1, 1, 0]
    (told,) = marked("b").count(GAME)
    assert points_in(told) == [2, 2, 0]


def test_what_the_verdict_gave_is_told_also_after_a_mending(marked):
    (told,) = marked("a").count(CountGame("growl", "growl-classic", (7, 0, 2)))
    assert told.judged == {1: 7, 2: 0, 3: 2}
    (told,) = marked("a").count(Amend({1: 0, 2: 0, 3: 2}))
    assert (told.last, told.judged) == ({1: 0, 2: 0, 3: 2}, {1: 7, 2: 0, 3: 2})
    (told,) = marked("b").count(Amend(None))
    assert told.judged == {}


def test_a_verdict_of_two_evenings_ago_counts_once_also_after_a_name_was_forgotten(marked):
    book = marked("a")
    book.count(GAME)
    for names in (("Ada", "Ben", "Cem"), ("Eve", "Fay", "Gil")):
        book.count(NewEvening(EveningKind.OPEN, 5, names))
    book.count(ForgetName("Quirin"))
    (told,) = book.count(GAME)
    assert points_in(told) == [0, 0, 0]


def test_a_game_that_was_struck_or_mended_is_not_counted_by_a_verdict_told_again(marked):
    book = marked("a")
    book.count(GAME)
    book.count(Amend({1: 0, 2: 0, 3: 1}))
    (told,) = marked("a").count(GAME)
    assert points_in(told) == [0, 0, 1]
    book.count(Amend(None))
    (told,) = marked("a").count(GAME)
    assert points_in(told) == [0, 0, 0]


def test_a_game_that_was_judged_anew_counts_as_it_was_judged_last(marked):
    marked("a").count(GAME)
    marked("b").count(GAME)
    (told,) = marked("b").count(CountGame("one-night", "first-game", (0, 0, 1)))
    assert points_in(told) == [1, 1, 1]
    (told,) = marked("b").count(CountGame("one-night", "first-game", (1, 1, 0)))
    assert points_in(told) == [2, 2, 0]
    marked("b").count(Amend(None))
    (told,) = marked("b").count(CountGame("one-night", "first-game", (0, 0, 1)))
    assert points_in(told) == [1, 1, 0]


def test_a_verdict_taken_back_counts_nothing_until_it_is_given_again(marked):
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


def test_a_game_without_a_mark_is_taken_back_too(scorebook):
    scorebook.count(GAME)
    scorebook.count(GAME)
    (told,) = scorebook.count(WithdrawGame())
    assert points_in(told) == [1, 1, 0]


def test_a_game_that_was_struck_stays_struck_when_its_verdict_is_taken_back(marked):
    marked("a").count(GAME)
    marked("a").count(Amend(None))
    marked("a").count(WithdrawGame())
    (told,) = marked("a").count(GAME)
    assert points_in(told) == [0, 0, 0]


def test_a_game_judged_anew_counts_for_the_people_it_was_counted_for(marked):
    marked(None).count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem", "Dan")))
    seated = (SeatedPerson(2, "Ben"), SeatedPerson(3, "Cem"), SeatedPerson(4, "Dan"))
    first = CountGame("one-night", "first-game", (1, 0, 0), seated)
    marked("a").count(first)
    (told,) = marked("a").count(replace(first, points=(0, 0, 1)))
    assert points_in(told) == [0, 0, 0, 1]
    marked("a").count(WithdrawGame())
    (told,) = marked("a").count(first)
    assert points_in(told) == [0, 1, 0, 0]


def test_a_verdict_told_again_opens_no_evening(marked):
    marked("a").count(GAME)
    (begun,) = marked(None).count(NewEvening(EveningKind.SHORT, 2, ("",) * 4))
    (told,) = marked("a").count(GAME)
    assert told == begun


def test_games_of_a_journal_without_a_mark_are_all_counted(marked):
    marked(None).count(GAME)
    (told,) = marked(None).count(GAME)
    assert points_in(told) == [2, 2, 0]
