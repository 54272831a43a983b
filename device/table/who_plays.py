"""The question who plays, where not so many people are known as were chosen: what may be answered, and what becomes of
the evening then."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec.structs import replace

from device.kernel.ids import screen_line
from device.kernel.people import MOST_PEOPLE, EveningKind, EveningPerson, Presence
from device.table.chosen_number import scenario_for, scenario_now, with_players
from device.table.effects import Remember
from device.table.house import House
from device.table.new_evening import begun_anew
from device.table.other_people import seat_anew
from device.table.page_kinds import Page, WhoPage
from device.table.roster import evening_people
from device.table.state import Table, TableStep
from device.table.talk import speak


class OtherThanPerson(StrEnum):
    """What can be answered beside the number of somebody who sits out or comes back, each by its word."""

    NEWCOMER = "who.newcomer"
    DECK = "who.deck"
    EVENING = "score.new"


NamedAnswer: TypeAlias = int | Literal[OtherThanPerson.NEWCOMER]
"""With another deck or a new evening nobody sits out or comes: that is left to the page."""
WhoAnswer: TypeAlias = NamedAnswer | Literal[OtherThanPerson.DECK, OtherThanPerson.EVENING]


def ask_who(house: House, table: Table, under: Page, *, starts: bool) -> TableStep:
    """Put the question, aloud as well: whoever pressed START may look at the others."""
    page = WhoPage(under, starts)
    return speak(replace(table, page=page), screen_line(who_question(house, table, page)))


def who_question(house: House, table: Table, page: WhoPage) -> str:
    """Its word."""
    if is_over(table):
        return "who.over"
    if _fewer(table):
        return "who.sits-out"
    return "who.too-few" if not page.picked and not _suits_deck(house, table) else "who.comes"


def who_answers(house: House, table: Table, page: WhoPage) -> tuple[WhoAnswer, ...]:
    """Known people first, then somebody new, where there is a place for one. A long evening that is won has nobody left
    to play on."""
    people = evening_people(table)
    if is_over(table):
        return (OtherThanPerson.EVENING,)
    if _fewer(table):
        asked = [n for n, person in enumerate(people, 1) if person.plays and n not in page.picked]
        return (*asked, OtherThanPerson.EVENING)
    away = [n for n, person in enumerate(people, 1) if not person.plays and not person.out and n not in page.picked]
    back = [n for n in away if people[n - 1].presence is Presence.SITS_OUT]
    gone = [n for n in away if n not in back]
    unsuited = not page.picked and not _suits_deck(house, table)
    other = (OtherThanPerson.DECK,) if unsuited and scenario_for(house, table.choices, playing_now(table)) else ()
    newcomer = (OtherThanPerson.NEWCOMER,) if len(people) + page.picked.count(0) < MOST_PEOPLE else ()
    return (*other, *back, *gone, *newcomer, OtherThanPerson.EVENING)


def people_to_name(table: Table, page: WhoPage) -> int:
    """How many are still to be named."""
    return abs(playing_now(table) - table.choices.setup.players) - len(page.picked)


def is_over(table: Table) -> bool:
    """Whether nobody is left to play on: then a new evening needs no second question."""
    standings = table.standings
    return standings is not None and standings.kind is EveningKind.LONG and bool(standings.champions)


def settle_anew(table: Table, page: WhoPage) -> TableStep:
    """All begins afresh: at once, or with the game that waits for the answer."""
    if page.starts:
        return replace(table, page=page.under, anew=True), ()
    agreed = with_players(table.choices, table.choices.setup.players)
    begun, effects = begun_anew(replace(table, choices=agreed))
    return replace(begun, page=page.under), (*effects, Remember(agreed))


def settle_who(house: House, table: Table, page: WhoPage, answer: NamedAnswer) -> TableStep:
    """One more is named; the page goes once nobody is missing."""
    person = 0 if answer is OtherThanPerson.NEWCOMER else answer
    named = replace(page, picked=(*page.picked, person), index=0)
    if people_to_name(table, named):
        return replace(table, page=named), ()
    settled, effects = seat_anew(house, table, _people(table, named.picked))
    return replace(settled, page=page.under), effects


def _people(table: Table, picked: tuple[int, ...]) -> tuple[EveningPerson, ...]:
    """Who plays sits out, or the other way round; who is new sits last."""
    changed = Presence.SITS_OUT if _fewer(table) else Presence.PLAYS
    people = [
        replace(each.person, presence=changed) if number in picked else each.person
        for number, each in enumerate(evening_people(table), 1)
    ]
    return (*people, *[EveningPerson()] * picked.count(0))


def _suits_deck(house: House, table: Table) -> bool:
    """Whether this deck is for as many as are here."""
    return playing_now(table) in scenario_now(house, table.choices).players


def _fewer(table: Table) -> bool:
    return playing_now(table) > table.choices.setup.players


def playing_now(table: Table) -> int:
    """How many of the evening play."""
    return sum(person.plays for person in evening_people(table))
