"""The question who plays, where not so many people are known as were chosen, and what may be answered."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec.structs import replace

from device.kernel.events import PersonStanding
from device.kernel.ids import screen_line
from device.kernel.people import MOST_PEOPLE, EveningKind, Presence
from device.table.chosen_number import scenario_for, scenario_now
from device.table.house import House
from device.table.page_kinds import Page, WhoPage
from device.table.roster import evening_people, how_many_play, playing_now
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


def ask_who(house: House, table: Table, under: Page, *, starts: bool, anew: bool = False) -> TableStep:
    """Put the question, aloud as well: whoever pressed START may look at the others."""
    page = WhoPage(under, starts, anew=anew)
    return speak(replace(table, page=page), screen_line(who_question(house, table, page)))


def who_question(house: House, table: Table, page: WhoPage) -> str:
    """Its word."""
    if is_over(table, page):
        return "who.over"
    if are_fewer(table, page):
        return "who.sits-out"
    return "who.too-few" if not page.picked and not _suits_deck(house, table) else "who.comes"


def who_answers(house: House, table: Table, page: WhoPage) -> tuple[WhoAnswer, ...]:
    """Known people first, then somebody new, where there is a place for one. A long evening that is won has nobody left
    to play on."""
    people = _asked(table, page)
    if is_over(table, page):
        return (OtherThanPerson.EVENING,)
    if are_fewer(table, page):
        playing = [n for n, person in enumerate(people, 1) if person.plays and n not in page.picked]
        return tuple(playing) if page.anew else (*playing, OtherThanPerson.EVENING)
    away = [n for n, person in enumerate(people, 1) if not person.plays and not person.out and n not in page.picked]
    back = [n for n in away if people[n - 1].presence is Presence.SITS_OUT]
    gone = [n for n in away if n not in back]
    unsuited = not page.picked and not _suits_deck(house, table)
    other = (OtherThanPerson.DECK,) if unsuited and scenario_for(house, table.choices, playing_now(table)) else ()
    newcomer = (OtherThanPerson.NEWCOMER,) if len(people) + page.picked.count(0) < MOST_PEOPLE else ()
    return (*other, *back, *gone, *newcomer, OtherThanPerson.EVENING)


def people_to_name(table: Table, page: WhoPage) -> int:
    """How many are still to be named."""
    return abs(_playing(table, page) - table.choices.setup.players) - len(page.picked)


def is_over(table: Table, page: WhoPage) -> bool:
    """Whether nobody is left to play on: then a new evening needs no second question."""
    standings = table.standings
    won = standings is not None and standings.kind is EveningKind.LONG and bool(standings.champions)
    return won and not page.anew


def _suits_deck(house: House, table: Table) -> bool:
    """Whether this deck is for as many as are here."""
    return playing_now(table) in scenario_now(house, table.choices).players


def are_fewer(table: Table, page: WhoPage) -> bool:
    """Whether fewer were chosen than are here."""
    return _playing(table, page) > table.choices.setup.players


def _asked(table: Table, page: WhoPage) -> tuple[PersonStanding, ...]:
    """Who was out of a tournament plays in the next one."""
    people = evening_people(table)
    return tuple(replace(person, out=False) for person in people) if page.anew else people


def _playing(table: Table, page: WhoPage) -> int:
    return how_many_play(_asked(table, page))
