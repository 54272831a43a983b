"""Tests that the box asks who sits out, who comes, or if it is a new evening, if the number of players has changed."""

from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Remember, SeatPeople
from nightcrier.box.table.core.state import GameBefore
from nightcrier.box.table.ground.before_game import AdvicePage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over import who_plays
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.who_plays import NEW_EVENING, OtherThanPerson, WhoPage, who_answers
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.people import MOST_PEOPLE, EveningKind, EveningPerson, Presence
from tests.box.table.asking import rows, shown, spoken
from tests.box.table.known_people import kept, known, seated, standings, with_four

OUT = Presence.SITS_OUT


def test_as_many_as_before_are_asked_nothing(three):
    assert seated(three.after(known("Ann", "Bob", "Cleo"), "start")) == ["Ann", "Bob", "Cleo"]
    assert kept(three) == []


def test_one_fewer_is_one_question_and_the_game_begins_with_its_answer(three):
    assert rows(three.after(known("Ann", "Bob", "Cleo", "Dan")), "start") == ["who.sits-out", "Ann"]
    assert seated(three.after("1 press")) == ["Ann", "Cleo", "Dan"]
    (told,) = kept(three)
    assert isinstance(told, SeatPeople)
    assert [person.presence for person in told.people] == ["plays", "sits-out", "plays", "plays"]


def test_two_fewer_are_named_one_after_the_other_and_back_takes_one_back(three):
    assert rows(three.after(known("Ann", "Bob", "Cleo", "Dan", "Eve")), "start")[2:] == ["who.more"]
    assert rows(three, "press") == ["who.sits-out", "Bob"]
    assert rows(three, "back")[1] == "Ann"
    assert seated(three.after("-2 press press")) == ["Bob", "Cleo", "Dan"]


@pytest.mark.parametrize(("people", "after"), [(5, "1"), (7, "3")])
def test_the_foot_counts_who_is_still_to_be_named_after_this_one(three, monkeypatch, people, after):
    three.go(known(*"ABCDEFG"[:people]), "start")
    counted = Mock(return_value="")
    monkeypatch.setattr(who_plays, "number", counted)
    shown(three)
    assert counted.call_args.args[-1] == after


def test_somebody_new_sits_down_behind_the_last(three):
    assert rows(three.after(known("Ann", "Bob")), "start") == ["who.too-few", "who.newcomer"]
    assert seated(three.after("press")) == ["Ann", "Bob", ""]
    assert three.table.session.setup.ledger == (1, 1, 0)


def test_too_few_for_the_deck_may_take_another(three):
    """The box offers and names a deck for the people here, and START begins with it instead of asking again."""
    three.table = replace(
        three.table, choices=replace(three.table.choices, setups={"toy": Setup("second", 5)}, players=5)
    )
    assert spoken(three.go(known("Ann", "Bob", "Cleo"), "start")) == ["screen.who.too-few", "screen.who.comes"]
    assert rows(three) == ["who.too-few", "who.deck"]
    assert rows(three, "1") == ["who.too-few", "who.newcomer", "who.more"]
    assert rows(three, "1") == ["who.too-few", "score.new"]
    effects = three.go("-2 press")
    assert spoken(effects) == ["who.fits", "scenario.toy.first"]
    assert three.table.at_home
    assert (three.table.choices.setup, three.table.choices.players) == (Setup("first", 3), 3)
    assert [effect.choices for effect in effects if isinstance(effect, Remember)] == [three.table.choices]
    assert seated(three.after("start")) == ["Ann", "Bob", "Cleo"]


def test_no_other_deck_is_offered_where_none_is_for_so_few(three):
    three.go(known("Ann", "Bob"), "start")
    assert "who.deck" not in who_answers(three.house, three.table, WhoPage(None))


def test_who_sat_out_comes_back(three):
    away = PersonStanding("Dan", 4, 0, out=False, presence=OUT)
    gone = PersonStanding("Eve", 0, 0, out=False, presence=Presence.LEFT)
    three.table = replace(three.table, choices=with_four(three))
    three.send(standings(*known("Ann", "Bob", "Cleo").people, away, gone))
    assert rows(three, "start") == ["who.comes", "Dan"]
    assert rows(three, "1")[1] == "Eve"
    assert rows(three, "1")[1] == "who.newcomer"
    assert seated(three.after("-2 press")) == ["Ann", "Bob", "Cleo", "Dan"]
    assert three.table.session.setup.ledger == (1, 1, 1, 4)


def test_start_alone_brings_back_who_went_home_before_it_makes_anybody_new(three):
    gone = PersonStanding("Eve", 0, 0, out=False, presence=Presence.LEFT)
    three.send(standings(*known("Ann", "Bob").people, gone))
    assert seated(three.after("start start")) == ["Ann", "Bob", "Eve"]


def test_nobody_new_is_offered_where_there_is_no_place_for_one(three):
    away = PersonStanding("", 1, 0, out=False, presence=OUT)
    three.send(standings(*known("Ann").people, *[away] * (MOST_PEOPLE - 2)))
    named = WhoPage(None, picked=(2,))
    assert OtherThanPerson.NEWCOMER in who_answers(three.house, three.table, named)
    assert OtherThanPerson.NEWCOMER not in who_answers(three.house, three.table, replace(named, picked=(0,)))


def test_where_all_others_are_out_the_tournament_goes_on(three):
    out = PersonStanding("", 0, 2, out=True)
    three.send(standings(*known("Ann", "Bob").people, *[out] * (MOST_PEOPLE - 2), kind=EveningKind.LONG))
    assert shown(three, "start")[:2] == ["who.too-few", "score.new"]
    assert three.after("start").table.page == QuestionPage(NEW_EVENING, WhoPage(None, starts=True))


def test_more_than_a_scenario_allows_are_asked_about_the_number_first_and_then_who_sits_out(five):
    assert isinstance(five.after("start").table.page, AdvicePage)
    assert five.table.page.facts[0].key == "advice.other-number"
    assert (shown(five, "start")[:2], five.table.choices.players) == (["who.sits-out", "Ann"], 5)
    assert seated(five.after("press")) == ["Bob", "Cleo", "Dan", "Eve"]


def test_who_thinks_again_about_the_number_is_as_many_as_before(five):
    five.go("start back")
    assert (five.table.page, five.table.choices.players) == (None, 5)
    five.go("start start back")
    assert (five.table.page, five.table.choices.players) == (None, 5)
    assert kept(five) == []


def test_another_scenario_in_the_menu_asks_nobody_to_sit_out_before_start(five):
    five.table = replace(five.table, page=ListingPage(MENUS["main"], None))
    assert five.after("press 1 press").table.page == ListingPage(MENUS["main"], None)
    assert five.table.choices.players == 5


def test_back_leaves_everything_as_it_was(three):
    assert three.after(known("Ann", "Bob", "Cleo", "Dan"), "start back").table.at_home
    assert kept(three) == []


def test_an_evening_with_nothing_to_lose_is_not_asked_about(three):
    three.send(replace(standings(*[PersonStanding("", 0, 0, out=False)] * 5), last=None, ledgers={}))
    assert three.after("start").table.session is not None
    assert three.table.session.setup.seated == ()


def test_the_menu_asks_as_soon_as_the_number_is_kept(three):
    three.send(known("Ann", "Bob", "Cleo"))
    three.table = replace(three.table, page=ListingPage(MENUS["main"], None, 1))
    assert isinstance(three.after("press 1 press").table.page, WhoPage)
    assert three.after("press").table.page == ListingPage(MENUS["main"], None, 1)
    assert kept(three) == [SeatPeople((*map(EveningPerson, ("Ann", "Bob", "Cleo")), EveningPerson()), 3)]
    assert seated(three.after("start")) == ["Ann", "Bob", "Cleo", ""]


def test_who_is_out_leaves_the_next_game_to_the_others(three):
    four = known("Ann", "Bob", "Cleo", "Dan").people
    three.table = replace(three.table, choices=with_four(three))
    three.send(standings(*four, kind=EveningKind.LONG))
    three.send(standings(four[0], replace(four[1], out=True), *four[2:], kind=EveningKind.LONG))
    assert three.table.choices.setup.players == 3
    assert seated(three.after("start")) == ["Ann", "Cleo", "Dan"]


def test_where_the_scenario_forbids_it_the_number_waits_for_one_that_does_not(three):
    choices = replace(with_four(three), setups={"toy": Setup("second", 4)}, players=4)
    three.table = replace(three.table, choices=choices)
    four = known("Ann", "Bob", "Cleo", "Dan").people
    three.send(standings(*four, kind=EveningKind.LONG))
    three.send(standings(replace(four[0], out=True), *four[1:], kind=EveningKind.LONG))
    assert (three.table.choices.setup.players, three.table.choices.players) == (4, 3)
    assert rows(three, "start") == ["who.too-few", "who.deck"]
    assert seated(three.after("press start")) == ["Bob", "Cleo", "Dan"]


def test_the_question_goes_when_other_people_have_come_meanwhile(three):
    three.send(known("Ann", "Bob", "Cleo", "Dan", "Eve"))
    three.after("start press -1").send(known("Ann", "Bob", "Cleo", "Dan"))
    assert three.table.at_home


def test_after_power_on_a_new_evening_is_offered_first_and_said(three):
    three.table = replace(three.table, before=GameBefore())
    three.send(known("Ann", "Bob", "Cleo", "Dan", "Eve"))
    assert spoken(three.start()) == ["screen.who.sits-out", "screen.score.new"]
    assert rows(three) == ["who.sits-out", "score.new"]
    assert rows(three, "1 press") == ["who.sits-out", "Bob"]
    assert rows(three, "back")[1] == "score.new"
    assert three.after("start").table.page == QuestionPage(NEW_EVENING, WhoPage(None, starts=True))
