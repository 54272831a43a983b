"""The menus of the people: everybody of the evening; of one of them the name, and whether the next game is theirs; and
the names to choose from: those this box has met, then animals and colours for the hurried."""

from functools import partial

from msgspec.structs import replace

from device.kernel.ids import LineId, name_line
from device.kernel.people import EveningPerson, Presence
from device.table.given_names import BETWEEN_COMMAS, is_taken, name_fault
from device.table.house import House
from device.table.menus.items import Item
from device.table.roster import evening_people, named_people, people_names, present_people, seat_anew
from device.table.state import ListingPage, Page, SpellPage, Table, TableStep

_NEXT = {
    Presence.PLAYS: Presence.SITS_OUT,
    Presence.SITS_OUT: Presence.LEFT,
    Presence.LEFT: Presence.PLAYS,
}


def people_items(house: House, table: Table) -> tuple[Item, ...]:
    names = people_names(table)
    everybody = [
        Item(LineId("screen.seat"), opens="person", n=number, named=names.get(number, ""), state=_state(table, number))
        for number in range(1, len(evening_people(table)) + 1)
    ]
    return (*everybody, Item(LineId("screen.who.newcomer"), does=_come))


def person_items(house: House, table: Table) -> tuple[Item, ...]:
    number = _number(table, table.page)
    shown = people_names(table).get(number) or house.words.screen(table.choices.language, "people.no-name")
    return (
        Item(LineId("screen.people.name"), opens="names", shows=shown),
        Item(LineId("screen.people.next"), does=_come_or_go, state=_state(table, number)),
    )


def names_items(house: House, table: Table) -> tuple[Item, ...]:
    language = table.choices.language
    others = [person.name for person in evening_people(table)]
    fancy = BETWEEN_COMMAS.findall(house.words.screen(language, "people.fancy"))
    known = table.standings.known if table.standings else ()
    offered = dict.fromkeys(name for name in (*known, *fancy) if not is_taken(name, others) and not name_fault(name))
    return (
        Item(LineId("screen.people.spell"), does=_spell),
        *(Item(name_line(name), does=partial(_called, name), named=name) for name in offered),
        Item(LineId("screen.people.no-name"), does=partial(_called, "")),
    )


def _state(table: Table, number: int) -> str:
    person = evening_people(table)[number - 1]
    return "score.out" if person.out else f"people.{person.presence}"


def _number(table: Table, page: Page) -> int:
    """Whose menu it is: a list of the people lies under it. Another evening may have fewer."""
    while isinstance(page, ListingPage) and page.menu != "people":
        page = page.under
    return min(page.index + 1, len(evening_people(table))) if isinstance(page, ListingPage) else 1


def next_person_page(table: Table, page: Page) -> Page:
    """Back at the list, at whoever comes next: a table is named one after the other, up to the last."""
    while isinstance(page, ListingPage) and page.menu != "people":
        page = page.under
    last = len(evening_people(table)) - 1
    return replace(page, index=min(page.index + 1, last)) if isinstance(page, ListingPage) else page


def _come(house: House, table: Table, at: float) -> TableStep:
    people = tuple(person.person for person in evening_people(table))
    return seat_anew(house, table, (*people, EveningPerson()))


def _come_or_go(house: House, table: Table, at: float) -> TableStep:
    """Plays, sits out, has left, and plays again. Who is out of a tournament stays out."""
    number, people = _number(table, table.page), evening_people(table)
    if people[number - 1].out:
        return table, ()
    return seat_anew(house, table, present_people(people, number, _NEXT[people[number - 1].presence]))


def _spell(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=SpellPage(table.page, _number(table, table.page))), ()


def _called(name: str, house: House, table: Table, at: float) -> TableStep:
    people = named_people(evening_people(table), _number(table, table.page), name)
    return seat_anew(house, replace(table, page=next_person_page(table, table.page)), people)
