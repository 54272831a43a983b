"""Tests that the number of players follows changes of the people, and stays as chosen when scores are looked up."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.stages import Tell, Verdict
from nightcrier.box.table.core.effects import CountGame, NewEvening
from nightcrier.box.table.evening.people import seat_anew
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.who_plays import WhoPage
from nightcrier.kernel.people import EveningKind, EveningPerson
from tests.box.table.asking import rows
from tests.box.table.known_people import known, seated, with_four

FOUR = replace(known("Ann", "Bob", "Cleo", "Dan"), kind=EveningKind.LONG)
ONE_OUT = replace(FOUR, people=(replace(FOUR.people[0], out=True), *FOUR.people[1:]))
NO_GAMES = replace(FOUR, last=None, ledgers={})


@pytest.fixture
def asked(three):
    """Return an evening with four of a tournament, of whom three should play. The menu asks who sits out."""
    three.table = replace(three.table, choices=with_four(three))
    three.send(FOUR)
    three.table = replace(three.table, page=ListingPage(MENUS["main"], None, 1))
    assert rows(three, "press -1 press") == ["who.sits-out", "Ann"]
    return three


def test_the_question_of_a_tournament_stays_when_the_scores_are_looked_up(asked):
    assert rows(asked.after(FOUR)) == ["who.sits-out", "Ann"]
    assert seated(asked.after("press start")) == ["Bob", "Cleo", "Dan"]


def test_who_left_the_question_is_asked_again_at_start(asked):
    asked.after("back").send(FOUR)
    asked.table = replace(asked.table, page=None)
    assert rows(asked, "start") == ["who.sits-out", "Ann"]


def test_the_question_goes_with_the_number_it_was_about(asked):
    assert isinstance(asked.table.page, WhoPage)
    asked.send(replace(FOUR, evening=4))
    assert (asked.table.page, asked.table.choices.players) == (ListingPage(MENUS["main"], None, 1), 4)


@pytest.mark.parametrize("stands", [FOUR, NO_GAMES])
def test_after_a_power_cut_the_number_is_the_one_that_was_chosen(three, stands):
    three.table = replace(three.table, choices=replace(three.table.choices, players=3, tournament="short-3"))
    three.send(stands)
    assert (three.table.choices.players, three.table.choices.tournament) == (3, "short-3")
    assert rows(three, "start") == ["who.sits-out", "Ann"]


def test_after_a_power_cut_who_is_out_by_the_game_under_way_leaves_the_next_to_the_others(three):
    three.table = replace(three.table, choices=with_four(three))
    three.go(FOUR, "start")
    three.table = replace(three.table, standings=None)
    assert three.after(ONE_OUT).table.choices.players == 3


def test_who_is_named_before_the_first_game_of_all_leaves_the_kind_as_it_was_chosen(three):
    choices = replace(three.table.choices, tournament="short-3")
    before = replace(three.table, choices=choices)
    named, effects = seat_anew(three.house, before, [EveningPerson(name) for name in ("Ann", "Bob", "Cleo")])
    assert effects[0] == NewEvening(EveningKind.SHORT, 3, ("", "", ""))
    assert named.choices.tournament == "short-3"
    assert (named.standings.kind, named.standings.target) == (EveningKind.SHORT, 3)


def test_the_first_game_of_all_counts_in_an_evening_of_the_kind_that_was_chosen(start_stages):
    evening = start_stages(Tell(0, ()), Verdict((1,), (0, 1, 0), ()))
    evening.table = replace(evening.table, choices=replace(evening.table.choices, tournament="short-3"))
    evening.start()
    (count,) = (effect for effect in evening.effects if isinstance(effect, CountGame))
    assert (count.kind, count.target) == (EveningKind.SHORT, 3)
