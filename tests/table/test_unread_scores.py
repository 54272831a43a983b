"""While the scores cannot be read nobody knows who is here: people are named in a new evening, which is asked first."""

from device.kernel.faults import Fault, Part
from device.kernel.ids import LineId
from device.table.core.effects import NewEvening, SeatPeople
from device.table.core.page_kinds import HomePage
from device.table.menus import main_items
from device.table.pages.listing import ListingPage
from device.table.pages.question import QuestionPage
from device.table.pages.who_plays import NEW_EVENING
from tests.table.evening import Evening


def test_a_new_evening_is_asked_about_before_people_are_named(evening: Evening) -> None:
    evening.send(Fault(0.0, Part.STATE, "The card cannot be read."))
    evening.start()
    people = [item.line for item in main_items(evening.house, evening.table)].index(LineId("screen.people"))
    menu = ListingPage("main", HomePage(), people)
    evening.press()
    evening.turn(people)
    evening.press()
    assert evening.table.page == QuestionPage(NEW_EVENING, menu)
    evening.back()
    assert (evening.table.page, begun(evening)) == (menu, [])
    evening.press()
    evening.start()
    assert begun(evening) == [NewEvening]
    evening.back()
    evening.press()
    assert evening.table.page == ListingPage("people", menu)


def begun(evening: Evening) -> list[type]:
    return [type(effect) for effect in evening.effects if isinstance(effect, NewEvening | SeatPeople)]
