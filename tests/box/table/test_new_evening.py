"""Tests a new evening: the question before it, who takes part, and what stays of the old one, even if it is unread."""

from msgspec.structs import replace

from nightcrier.box.events import PersonStanding
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import AskRoot, NewEvening, SeatPeople
from nightcrier.box.table.ground.before_game import AdvicePage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.who_plays import NEW_EVENING, WhoPage, who_answers
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningKind, Presence
from nightcrier.words.catalogue import Book, Line, Words
from tests.box.table.asking import rows, shown
from tests.box.table.conftest import SCREEN
from tests.box.table.evening import Evening
from tests.box.table.known_people import kept, known, seated, standings, with_four

EN = Language("en")
OUT = Presence.SITS_OUT


def test_a_new_evening_of_fewer_is_begun_once_the_number_was_agreed_to(five):
    assert rows(five, "start start -1 press start") == ["who.sits-out", "Ann"]
    five.go("1 press")
    assert kept(five) == [NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo", "Dan", "Eve"), sits_out=(2,))]
    assert seated(five) == ["Ann", "Cleo", "Dan", "Eve"]


def test_a_new_evening_of_fewer_without_names_asks_nothing_more(three):
    three.send(known("", "", "", ""))
    assert kept(three.after("start -1 press start")) == [NewEvening(EveningKind.OPEN, 5, ("", "", ""))]
    assert three.table.session is not None


def test_who_thinks_again_about_who_sits_out_of_a_new_evening_has_the_old_one(three):
    before = three.after(known("Ann", "Bob", "Cleo", "Dan")).table.standings
    three.go("start -1 press start")
    assert "score.new" not in who_answers(three.house, three.table, three.table.page)
    three.back()
    assert (three.table.page, three.table.standings, three.table.anew, kept(three)) == (None, before, (), [])


def test_a_new_evening_of_more_keeps_all_who_are_here_and_adds_who_is_missing(three):
    away = PersonStanding("Cleo", 1, 0, out=False, presence=OUT)
    gone = PersonStanding("Dan", 1, 0, out=False, presence=Presence.LEFT)
    three.table = replace(three.table, choices=with_four(three))
    three.go(standings(*known("Ann", "Bob").people, away, gone), "start -1 press start")
    assert kept(three) == [NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo", ""))]
    assert seated(three) == ["Ann", "Bob", "Cleo", ""]


def test_a_new_evening_is_begun_only_when_asked_for(three):
    assert shown(three.after(known("Ann", "Bob", "Cleo", "Dan")), "start -1")[1] == "score.new"
    assert kept(three.after("press")) == []
    assert three.table.page == QuestionPage(NEW_EVENING, WhoPage(None, starts=True, index=4))
    assert kept(three.after("start")) == []
    three.start()
    assert kept(three) == [NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo", "Dan"), sits_out=(1,))]
    assert seated(three) == ["Bob", "Cleo", "Dan"]


def test_what_guests_brought_goes_with_a_new_evening_once_a_game_was_played_with_it(three):
    three.house = replace(three.house, has_guests=True)
    gone = AskRoot(Chore.GUESTS_GO)
    assert gone not in three.after(known("", "", "", "")).go("start -1 press start")
    assert three.table.session
    assert three.table.choices.guests_play
    three.go("hold-back hold-start")
    three.table = replace(three.table, page=QuestionPage(NEW_EVENING, WhoPage(None, starts=True)))
    assert gone in three.start()
    assert (three.table.session, three.table.choices.guests_play) == (None, False), "the box starts anew without it"


def test_who_thinks_again_about_a_new_evening_is_asked_who_plays(three):
    three.send(known("Ann", "Bob", "Cleo", "Dan"))
    assert rows(three, "start -1 press back") == ["who.sits-out", "score.new"]
    assert kept(three) == []


def test_a_new_evening_begins_with_its_game_and_not_with_what_is_told_before(five):
    before, choices = five.table.standings, five.table.choices
    words = Words({EN: Book({}, SCREEN, {"explain.game.toy": Line("You look for each other.")})})
    five.house = replace(five.house, words=words)
    five.table = replace(five.table, choices=replace(choices, explain="always"))
    choices = five.table.choices
    assert five.after("start start -1 press start press").table.page == QuestionPage(EXPLAIN, None)
    five.go("hold-back")
    assert (five.table.standings, five.table.choices, kept(five)) == (before, choices, [])
    assert isinstance(five.after("start").table.page, AdvicePage), "what was agreed to is asked again"


def test_the_menu_begins_a_new_evening_once_it_was_asked(three):
    three.send(known("Ann", "Bob", "Cleo"))
    three.table = replace(three.table, page=ListingPage(MENUS["main"], None, 1))
    assert kept(three.after("press 1 press -1 press")) == []
    assert kept(three.after("start")) == [NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo", ""))]
    assert three.table.page == ListingPage(MENUS["main"], None, 1)


def test_the_menu_begins_a_new_evening_of_fewer_once_it_is_said_who_sits_out(three):
    three.table = replace(three.table, choices=with_four(three))
    three.send(known("Ann", "Bob", "Cleo", "Dan"))
    three.table = replace(three.table, page=ListingPage(MENUS["main"], None, 1))
    assert kept(three.after("press -1 press -1 press start")) == []
    three.press()
    assert kept(three) == [NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo", "Dan"), sits_out=(1,))]
    assert three.table.page == ListingPage(MENUS["main"], None, 1)
    assert three.table.choices.setup.players == 3


def test_the_question_of_a_new_evening_goes_when_other_people_have_come(three):
    three.send(known("Ann", "Bob", "Cleo", "Dan", "Eve"))
    three.after("start -1 press").send(known("Ann", "Bob", "Cleo", "Dan"))
    assert three.table.at_home


def test_a_tournament_that_is_won_asks_for_a_new_evening(three):
    people = [PersonStanding(name, 1, 2, out=name != "Ann") for name in ("Ann", "Bob", "Cleo")]
    gone = PersonStanding("Dan", 1, 1, out=False, presence=Presence.LEFT)
    away = PersonStanding("Eve", 1, 1, out=False, presence=OUT)
    three.send(standings(*people, gone, away, kind=EveningKind.LONG, champions=(1,)))
    assert rows(three, "start") == ["who.over", "score.new"]
    three.press()
    assert kept(three) == [NewEvening(EveningKind.OPEN, 5, ("Ann", "Bob", "Cleo", "Eve"), sits_out=(4,))]
    assert seated(three) == ["Ann", "Bob", "Cleo"]


def test_a_tournament_that_is_won_by_more_than_the_deck_is_for_asks_who_sits_out(three):
    people = [PersonStanding(name, 1, 2, out=name != "Ann") for name in ("Ann", "Bob", "Cleo", "Dan")]
    three.send(standings(*people, kind=EveningKind.LONG, champions=(1,)))
    three.table = replace(
        three.table, choices=replace(three.table.choices, setups={"toy": Setup("first", 3)}, players=4)
    )
    assert rows(three, "start start") == ["who.over", "score.new"]
    assert rows(three, "press") == ["who.sits-out", "Ann"]
    assert seated(three.after("-1 press")) == ["Ann", "Bob", "Cleo"]


def test_a_new_evening_is_asked_about_before_people_are_named(evening):
    evening.go(Fault(0.0, Part.STATE, "The card cannot be read."), "start")
    menu = evening.at_row("screen.people").table.page
    assert evening.after("press").table.page == QuestionPage(NEW_EVENING, menu)
    evening.back()
    assert (evening.table.page, begun(evening)) == (menu, [])
    assert begun(evening.after("press start")) == [NewEvening]
    assert evening.after("back press").table.page == ListingPage(MENUS["people"], menu)


def begun(evening: Evening) -> list[type]:
    return [type(effect) for effect in evening.effects if isinstance(effect, NewEvening | SeatPeople)]
