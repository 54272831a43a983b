"""The menus of the people: everybody of the evening; of one of them the name, and whether the next game is theirs; and
the names to choose from: those this box has met, then animals and colours for the hurried."""

from functools import partial

from msgspec.structs import replace

from device.kernel.ids import LineId, name_line
from device.kernel.names import is_taken
from device.kernel.people import MOST_PEOPLE, EveningPerson, Presence
from device.table.given_names import spelling_refusal
from device.table.house import House
from device.table.menus.items import Item
from device.table.other_people import change_person, move_person, remove_person, seat_anew
from device.table.page_kinds import Page
from device.table.pages.listing import ListingPage, next_person_page, people_page, person_at
from device.table.pages.names import number as seat_number
from device.table.pages.question import Question
from device.table.pages.spell import SpellPage
from device.table.roster import evening_people, people_names
from device.table.state import Table, TableStep
from device.words.naming import offered_names

_NEXT = {Presence.PLAYS: Presence.SITS_OUT, Presence.SITS_OUT: Presence.LEFT, Presence.LEFT: Presence.PLAYS}


def people_items(house: House, table: Table) -> tuple[Item, ...]:
    names = people_names(table)
    everybody = [
        Item(LineId("screen.seat"), opens="person", n=number, named=names.get(number, ""), state=_state(table, number))
        for number in range(1, len(evening_people(table)) + 1)
    ]
    newcomer = Item(LineId("screen.who.newcomer"), does=_come)
    return (*everybody, newcomer) if len(everybody) < MOST_PEOPLE else tuple(everybody)


def person_items(house: House, table: Table) -> tuple[Item, ...]:
    number = person_at(table, table.page)
    shown = people_names(table).get(number) or house.words.screen(table.choices.language, "people.no-name")
    sits = seat_number(house.words, table.choices.language, str(number))
    own = (
        Item(LineId("screen.people.name"), opens="names", shows=shown),
        Item(LineId("screen.people.next"), does=_come_or_go, state=_state(table, number)),
    )
    if len(evening_people(table)) == 1:
        return own
    return (
        *own,
        Item(LineId("screen.people.place"), opens=ListingPage("places", table.page, number - 1), shows=sits),
        Item(LineId("screen.people.forget"), asks=FORGET),
    )


def places_items(house: House, table: Table) -> tuple[Item, ...]:
    """Make a row for each seat that one can move to, in order."""
    return tuple(
        Item(LineId("screen.seat"), does=partial(_moved, place), n=place, named=people_names(table).get(place, ""))
        for place in range(1, len(evening_people(table)) + 1)
    )


def names_items(house: House, table: Table) -> tuple[Item, ...]:
    language = table.choices.language
    others = [person.name for person in evening_people(table)]
    fancy = offered_names(house.words, language)
    known = table.standings.known if table.standings else ()
    gone = (*others, *table.choices.forgotten)
    offered = dict.fromkeys(
        name
        for name, taken in (*((each, gone) for each in known), *((each, others) for each in fancy))
        if not is_taken(name, taken) and not spelling_refusal(name)
    )
    return (
        Item(LineId("screen.people.spell"), opens=SpellPage(table.page, person_at(table, table.page))),
        *(Item(name_line(name), does=partial(_called, name), named=name) for name in offered),
        Item(LineId("screen.people.no-name"), does=partial(_called, "")),
    )


def _state(table: Table, number: int) -> str:
    person = evening_people(table)[number - 1]
    return "score.out" if person.out else f"people.{person.presence}"


def _come(house: House, table: Table, at: float) -> TableStep:
    people = tuple(person.person for person in evening_people(table))
    return seat_anew(house, table, (*people, EveningPerson()))


def _come_or_go(house: House, table: Table, at: float) -> TableStep:
    """Let somebody play, sit out, leave, and play again. Who is out of a tournament stays out."""
    number, people = person_at(table, table.page), evening_people(table)
    if people[number - 1].out:
        return table, ()
    return change_person(house, table, number, presence=_NEXT[people[number - 1].presence])


def _moved(place: int, house: House, table: Table, at: float) -> TableStep:
    """Move this person, and go back to the same person's menu under the new number."""
    number = person_at(table, table.page)
    page = table.page.under if isinstance(table.page, ListingPage) else table.page
    if isinstance(page, ListingPage) and isinstance(page.under, ListingPage):
        page = replace(page, under=replace(page.under, index=place - 1))
    return move_person(house, replace(table, page=page), number, place)


def _called(name: str, house: House, table: Table, at: float) -> TableStep:
    left = replace(table, page=next_person_page(table, table.page))
    return change_person(house, left, person_at(table, table.page), name=name)


def _forget(house: House, table: Table, under: Page, at: float) -> TableStep:
    """Remove this person, and go back to the list of the people."""
    return remove_person(house, replace(table, page=people_page(under)), person_at(table, under))


FORGET = Question("ask.forget", _forget)
