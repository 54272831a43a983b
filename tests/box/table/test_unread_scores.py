"""While the scores cannot be read nobody knows who is here: people are named in a new evening, which is asked first."""

from nightcrier.box.table.core.effects import NewEvening, SeatPeople
from nightcrier.box.table.ground.menus import MENUS, main_items
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.who_plays import NEW_EVENING
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.evening import Evening


def test_a_new_evening_is_asked_about_before_people_are_named(evening: Evening) -> None:
    evening.send(Fault(0.0, Part.STATE, "The card cannot be read."))
    evening.start()
    people = [item.line for item in main_items(evening.house, evening.table)].index(LineId("screen.people"))
    menu = ListingPage(MENUS["main"], None, people)
    evening.press()
    evening.turn(people)
    evening.press()
    assert evening.table.page == QuestionPage(NEW_EVENING, menu)
    evening.back()
    assert (evening.table.page, begun(evening)) == (menu, [])
    evening.go("press start")
    assert begun(evening) == [NewEvening]
    evening.go("back press")
    assert evening.table.page == ListingPage(MENUS["people"], menu)


def begun(evening: Evening) -> list[type]:
    return [type(effect) for effect in evening.effects if isinstance(effect, NewEvening | SeatPeople)]
