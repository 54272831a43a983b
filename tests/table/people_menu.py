"""Hands at the menu of the people, and what they see there."""

from msgspec.structs import replace

from device.kernel.ids import Language
from device.kernel.people import EveningPerson
from device.table.core.effects import SeatPeople
from device.table.core.page_kinds import HomePage
from device.table.drawing.view import view_lines
from device.table.look import look
from device.table.pages.listing import ListingPage
from tests.table.evening import Evening


def at_people(evening: Evening, index: int = 0) -> Evening:
    evening.table = replace(evening.table, page=ListingPage("people", HomePage(), index))
    return evening


def shown(evening: Evening) -> list[str]:
    return view_lines(look(evening.house, evening.table))


def in_language(evening: Evening, language: str) -> Evening:
    choices = replace(evening.table.choices, languages=(Language(language),))
    evening.table = replace(evening.table, choices=choices)
    return evening


def seated(evening: Evening) -> EveningPerson:
    """Of the last one that was kept, the first."""
    kept = [effect for effect in evening.effects if isinstance(effect, SeatPeople)]
    return kept[-1].people[0]
