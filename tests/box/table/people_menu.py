"""Makes gestures at the menu of the people, and returns what it shows."""

from msgspec.structs import replace

from nightcrier.box.table.core.effects import SeatPeople
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningPerson
from tests.box.table.evening import Evening


def at_people(evening: Evening, index: int = 0) -> Evening:
    evening.table = replace(evening.table, page=ListingPage(MENUS["people"], None, index))
    return evening


def in_language(evening: Evening, language: str) -> Evening:
    choices = replace(evening.table.choices, languages=(Language(language),))
    evening.table = replace(evening.table, choices=choices)
    return evening


def seated(evening: Evening) -> EveningPerson:
    """Return the first person of the last seating that was saved."""
    return [effect for effect in evening.effects if isinstance(effect, SeatPeople)][-1].people[0]
