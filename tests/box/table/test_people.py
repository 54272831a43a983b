"""Tests the menu of the people: who sits out, who comes and goes, and what happens to their evening."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import ChoreSaid, PersonStanding, Standings
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.table.core.effects import CLEAR_OUT, ForgetName, Remember, SeatPeople
from nightcrier.box.table.core.house import OwnVoice
from nightcrier.box.table.core.state import GameBefore
from nightcrier.box.table.evening.people import MOST_NOT_OFFERED, evening_people, seat_anew
from nightcrier.box.table.evening.scenario import scenario_now
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.evening_menus import names_items, people_items, person_items, points_won
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.kernel.ids import screen_line
from nightcrier.kernel.people import EveningKind, EveningPerson, Presence
from tests.box.table.asking import rows, shown
from tests.box.table.evening import Evening
from tests.box.table.people_menu import at_people


def test_a_press_sits_somebody_out_and_the_number_of_players_follows(evening):
    people = tuple(PersonStanding(name, 1, 0, out=False) for name in ("Ann", "Bob", "Cleo", "Dan"))
    four = replace(evening.table.choices, setups={"toy": Setup("first", 4)})
    evening.table = replace(evening.table, choices=four)
    at_people(evening.after(Standings(0.0, EveningKind.OPEN, 5, people, (), {1: 1})), 1).press()
    assert rows(evening, "1")[1] == "people.plays"
    assert (rows(evening, "press")[1], evening.table.choices.setup.players) == ("people.sits-out", 3)
    assert rows(evening, "press")[1] == "people.left"
    assert evening.after("press").table.choices.setup.players == 4


def test_one_walk_through_who_plays_costs_no_deck(evening):
    people = tuple(PersonStanding(name, 1, 0, out=False) for name in ("Ann", "Bob", "Cleo", "Dan"))
    own = Setup("first", 4, ("seer",) * 7, origin=DeckOrigin.CHOSEN)
    evening.table = replace(evening.table, choices=replace(evening.table.choices, setups={"toy": own}, players=4))
    at_people(evening.after(Standings(0.0, EveningKind.OPEN, 5, people, (), {1: 1}))).press()
    assert evening.after("1 press").table.choices.setup == Setup("first", 3)
    kept = [effect.choices for effect in evening.effects if isinstance(effect, Remember)]
    assert kept[-1].decks == {"toy": (own,)}, "a power cut loses it"
    evening.go("press press")
    assert (evening.table.choices.setup, evening.table.choices.players) == (own, 4)


def test_somebody_comes_by_one_press(evening):
    people = tuple(PersonStanding(name, 1, 0, out=False) for name in ("Ann", "Bob", "Cleo"))
    at_people(evening.after(Standings(0.0, EveningKind.OPEN, 5, people, (), {1: 1})), 3).press()
    assert evening.table.choices.setup.players == 4
    evening.start()
    assert evening.table.at_home  # who presses START once too often after naming begins no game
    assert [each.person for each in evening.after("start").table.session.setup.seated] == [1, 2, 3, 4]


@pytest.mark.parametrize("fresh", [None, 3])
def test_somebody_new_counts_on_a_fresh_evening_too(evening, fresh):
    if fresh:
        evening.send(Standings(0.0, EveningKind.OPEN, 5, (PersonStanding("", 0, 0, out=False),) * fresh, evening=1))
    at_people(evening, 3).press()
    assert (len(evening_people(evening.table)), evening.table.choices.setup.players) == (4, 4)
    assert rows(evening)[:2] == ["Seat 4", "people.plays"]
    evening.press()
    for _ in range(2):
        evening.turn(-1)
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (PersonStanding("", 0, 0, out=False),) * 4, evening=1))
    assert evening.table.choices.setup.players == 4
    evening.table = replace(evening.table, page=None)
    assert evening.after("start").table.session.setup.players == 4


def test_more_than_the_scenario_allows_can_come_and_all_are_counted(evening):
    most = max(scenario_now(evening.house, evening.table.choices).players)
    for _ in range(most):
        at_people(evening, len(evening_people(evening.table))).press()
    assert len(evening_people(evening.table)) == most + 3
    assert evening.table.choices.players == most + 3


def of_three(evening: Evening) -> Evening:
    """Return an evening of three named people who have played once."""
    people = tuple(PersonStanding(name, n, 0, out=False) for n, name in enumerate(("Ann", "Bob", "Cleo")))
    known = ("Ann", "Bob", "Cleo", "Zoe")
    evening.send(Standings(0.0, EveningKind.OPEN, 5, people, (), {1: 0, 2: 1, 3: 2}, {"toy": (0, 1, 2)}, known, 4))
    return evening


def at_item(evening: Evening, person: int, item: str) -> Evening:
    at_people(evening, person - 1).press()
    evening.turn([each.line for each in person_items(evening.house, evening.table)].index(screen_line(item)))
    return evening.after("press")


def test_somebody_new_need_not_sit_last(evening):
    at_people(of_three(evening), 3).press()
    assert rows(at_item(evening, 4, "people.place")) == ["Seat 4"]
    assert rows(evening, "-2")[0] == "Bob"
    (kept,) = (effect for effect in evening.press() if isinstance(effect, SeatPeople))
    assert [person.name for person in kept.people] == ["Ann", "", "Bob", "Cleo"]
    assert (kept.places, kept.evening) == ((1, 4, 2, 3), 4)
    standings = evening.table.standings
    assert (standings.ledgers, standings.last) == ({"toy": (0, 0, 1, 2)}, {1: 0, 3: 1, 4: 2})
    assert rows(evening, "back")[:2] == ["Seat 2", "people.plays"]
    evening.go("back start")
    assert [each.name for each in evening.table.session.setup.seated] == ["Ann", "", "Bob", "Cleo"]


def test_who_changes_seats_takes_along_what_the_verdict_gave(evening):
    """If a game is corrected later, its points must go to those who won them."""
    before = of_three(evening).table
    assert before.standings
    judged = replace(before, standings=replace(before.standings, judged={1: 3, 2: 0, 3: 1}))
    ann, bob, cleo = evening_people(judged)
    people = [EveningPerson(each.name, each.presence) for each in (bob, ann, cleo)]
    moved, _ = seat_anew(evening.house, judged, people, (2, 1, 3))
    assert moved.standings.judged == {1: 0, 2: 3, 3: 1}
    assert points_won(replace(moved.standings, last={1: 0, 2: 0, 3: 0}), (2, 3)) == {1: 0, 2: 3, 3: 1}


def test_somebody_is_removed_for_good_after_one_question(evening):
    four = replace(evening.table.choices, setups={"toy": Setup("first", 4)})
    evening.table = replace(evening.table, choices=four)
    at_people(of_three(evening), 3).press()
    assert shown(at_item(evening, 2, "people.remove"))[0] == "ask.remove"
    assert len(evening_people(evening.after("back").table)) == 4
    evening.press()
    (kept,) = (effect for effect in evening.start() if isinstance(effect, SeatPeople))
    assert [person.name for person in kept.people] == ["Ann", "Cleo", ""]
    assert kept.places == (1, 3, 4)
    assert evening.table.page == ListingPage(MENUS["people"], None, 1)
    assert evening.table.choices.setup.players == 3
    assert [place.points for place in evening_people(evening.table)] == [0, 2, 0]


def test_a_removed_name_is_offered_no_more_until_somebody_has_it_again(evening):
    assert at_item(of_three(evening), 2, "people.remove").after("start").table.choices.not_offered == ("Bob",)
    at_people(evening, 1).press()
    evening.press()
    offered = [item.named for item in names_items(evening.house, evening.table)]
    assert "Zoe" in offered
    assert "Bob" not in offered
    here = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Bob", "Dan", "Eve"))
    assert evening.after(Standings(0.0, EveningKind.OPEN, 5, here, evening=5)).table.choices.not_offered == ()


def test_somebody_is_forgotten_everywhere_once_start_is_held(evening):
    voice = OwnVoice("Bob", licences={"Bob": "CC0-1.0", "Zoe": "CC0-1.0"})
    noted = replace(evening.table.choices, not_offered=("Zoe", "BOB"), own_voice=voice)
    evening.table = replace(evening.table, choices=noted)
    known = of_three(evening).table.standings
    assert known is not None
    evening.table = replace(evening.table, standings=replace(known, known=("Zoe", "Bob")))
    assert shown(at_item(evening, 2, "people.forget-name"))[0] == "ask.forget-name"
    assert not any(isinstance(effect, ForgetName) for effect in evening.start()), "a press is not enough"
    effects = evening.go("hold-start")
    assert ForgetName("Bob") in effects
    assert [effect for effect in effects if isinstance(effect, Remember)][-1] == Remember(evening.table.choices)
    assert evening.table.choices.not_offered == ("Zoe",)
    assert evening.table.choices.own_voice.licences == {"Zoe": "CC0-1.0"}
    assert "Bob" not in repr(evening.table)
    assert evening.table.page == ListingPage(MENUS["people"], None, 1)


def test_who_is_forgotten_after_a_game_leaves_tonight_and_the_points_of_all_stay(evening):
    at_item(of_three(evening), 2, "people.forget-name")
    before = [(each.points, each.losses) for each in evening_people(evening.table)]
    effects = evening.go("hold-start")
    (kept,) = (effect for effect in effects if isinstance(effect, SeatPeople))
    assert (kept.people[1], kept.places) == (EveningPerson("", Presence.LEFT), ())
    assert [(each.points, each.losses) for each in evening_people(evening.table)] == before


def test_who_has_only_lost_keeps_the_place_without_a_name(evening):
    """If somebody whose name is forgotten lost the place too, all people after it would get other numbers."""
    people = (PersonStanding("Ann", 0, 1, out=False), PersonStanding("Bob", 1, 0, out=False))
    evening.send(Standings(0.0, EveningKind.OPEN, 5, people, evening=2))
    effects = at_item(evening, 1, "people.forget-name").go("hold-start")
    (kept,) = (effect for effect in effects if isinstance(effect, SeatPeople))
    assert [person.name for person in kept.people] == ["", "Bob"]


@pytest.mark.parametrize("has_root", [True, False])
def test_what_phones_may_fetch_is_cleared_when_somebody_is_forgotten(evening, *, has_root):
    evening.house = replace(evening.house, has_root=has_root)
    assert (CLEAR_OUT in at_item(of_three(evening), 2, "people.forget-name").go("hold-start")) == has_root
    page = evening.table.page
    assert evening.send(ChoreSaid(evening.at, ChoreDone(Chore.CLEAR_OUT))) == ()
    assert evening.table.page == page


def test_the_only_one_of_an_evening_is_forgotten_by_name(evening):
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (PersonStanding("Ann", 0, 0, out=False),), evening=2))
    at_item(evening, 1, "people.forget-name")
    assert ForgetName("Ann") in evening.go("hold-start")
    assert {person.name for person in evening_people(evening.table)} == {""}


def test_who_has_no_name_cannot_be_forgotten(evening):
    at_people(evening).press()
    assert "screen.people.forget-name" not in [item.line for item in person_items(evening.house, evening.table)]


def test_of_names_that_are_offered_no_more_the_oldest_is_offered_again(evening):
    before = tuple(f"Guest {number}" for number in range(MOST_NOT_OFFERED))
    evening.table = replace(evening.table, choices=replace(evening.table.choices, not_offered=before))
    at_item(of_three(evening), 2, "people.remove")
    assert evening.after("start").table.choices.not_offered == (*before[1:], "Bob")


def test_nobody_removes_the_last_and_no_more_come_than_a_game_seats(evening):
    alone = (PersonStanding("Ann", 0, 0, out=False),)
    at_people(evening.after(Standings(0.0, EveningKind.OPEN, 5, alone, evening=2))).press()
    assert [item.line for item in person_items(evening.house, evening.table)][2:] == ["screen.people.forget-name"]
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (*alone, *[PersonStanding("", 0, 0, out=False)] * 35), evening=2))
    assert len(people_items(evening.house, evening.table)) == 36


def test_who_is_out_of_a_tournament_stays_out(evening):
    people = (PersonStanding("Ann", 0, 2, out=True), *[PersonStanding("", 1, 0, out=False)] * 3)
    at_people(evening.after(Standings(0.0, EveningKind.LONG, 5, people, (), {1: 0}))).press()
    assert rows(evening, "1")[1] == "score.out"
    assert evening.press() == ()


def test_the_menu_says_the_number_and_the_name(evening):
    people = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Ann", "", ""))
    evening.table = replace(evening.table, choices=replace(evening.table.choices, spoken_menu=True))
    said = at_people(evening.after(Standings(0.0, EveningKind.OPEN, 5, people)), 1).turn(-1)
    assert said[-1].lines == ("seat-first", "number.1", "name.Ann", "screen.people.plays", "keys.people")


def test_in_an_evening_that_begins_nobody_has_a_number_to_keep(evening):
    before = replace(evening.table, standings=None, before=GameBefore(people=(1, 3, 4)))
    people = tuple(EveningPerson(name) for name in ("Ann", "Bob", "Cleo"))
    after, _ = seat_anew(evening.house, before, people)
    assert after.before.people == ()
    again, _ = seat_anew(evening.house, replace(after, before=GameBefore(people=(1, 2, 3))), people)
    assert again.before.people == (1, 2, 3)


def test_who_changes_an_evening_that_is_over_is_told_and_finds_the_new_one(evening):
    old = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Ann", "Bob", "Cleo"))
    new = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Xerxes", "Yves", "Zoe"))
    at_people(evening.after(Standings(0.0, EveningKind.OPEN, 5, old, evening=1))).press()
    evening.turn(1)
    (asked,) = (effect for effect in evening.press() if isinstance(effect, SeatPeople))
    assert asked.evening == 1
    effects = evening.send(Standings(0.0, EveningKind.OPEN, 5, new, evening=2, other_evening=True))
    assert [effect.lines for effect in effects if isinstance(effect, Speak)] == [("screen.score.other-evening",)]
    assert evening.table.at_home
    assert rows(at_people(evening))[0] == "Xerxes"


@pytest.mark.parametrize("menu", ["people", "person", "names"])
def test_a_menu_of_somebody_whom_the_evening_no_longer_has_can_be_looked_at(evening, menu):
    under = ListingPage(MENUS["people"], None, 7)
    page = under if menu == "people" else ListingPage(MENUS[menu], under)
    people = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Ann", "Bob", "Cleo"))
    evening.table = replace(evening.table, page=page)
    assert shown(evening.after(Standings(0.0, EveningKind.OPEN, 5, people, evening=2)))
    assert shown(evening, "press")


def test_an_evening_of_nobody_has_no_standings_to_show(evening):
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (), evening=1))
    evening.table = replace(evening.table, page=ScoresPage(None))
    assert rows(evening) == ["score.none"]
