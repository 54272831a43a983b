"""Tests that one place counts who plays: an evening under way leaves out people who are out, and a new one includes
them."""

from nightcrier.box.events import PersonStanding
from nightcrier.box.table.evening.people import how_many_play
from nightcrier.kernel.people import Presence

PEOPLE = (
    PersonStanding("Ann", 0, 0, out=False),
    PersonStanding("Bob", 0, 2, out=True),
    PersonStanding("Cleo", 0, 0, out=False, presence=Presence.SITS_OUT),
    PersonStanding("Dan", 0, 0, out=False, presence=Presence.LEFT),
)


def test_of_an_evening_under_way_without_who_is_out():
    assert how_many_play(PEOPLE) == 1


def test_a_new_evening_has_who_was_out():
    assert how_many_play(person.person for person in PEOPLE) == 2
