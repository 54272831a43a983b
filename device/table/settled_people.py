"""What becomes of the evening by the answer to who plays it."""

from msgspec.structs import replace

from device.kernel.people import EveningPerson, Presence
from device.table.chosen_number import with_players
from device.table.effects import Remember
from device.table.house import House
from device.table.new_evening import begun_with, people_for
from device.table.other_people import seat_anew
from device.table.page_kinds import WhoPage
from device.table.roster import evening_people, how_many_play
from device.table.state import Table, TableStep
from device.table.who_plays import NamedAnswer, OtherThanPerson, are_fewer, ask_who, people_to_name


def settle_anew(house: House, table: Table, page: WhoPage) -> TableStep:
    """All begins afresh; where more are here than the game is for, once people have said who of them sits out."""
    players = table.choices.setup.players
    people = people_for(table, players)
    if how_many_play(people) > players:
        return ask_who(house, table, page.under, starts=page.starts, anew=True)
    return _agreed(table, page, people)


def _agreed(table: Table, page: WhoPage, people: tuple[EveningPerson, ...]) -> TableStep:
    """Their new evening: at once, or with the game that waits for the answer."""
    if page.starts:
        return replace(table, page=page.under, anew=people), ()
    agreed = with_players(table.choices, table.choices.setup.players)
    begun, effects = begun_with(replace(table, choices=agreed), people)
    return replace(begun, page=page.under), (*effects, Remember(agreed))


def settle_who(house: House, table: Table, page: WhoPage, answer: NamedAnswer) -> TableStep:
    """One more is named; the page goes once nobody is missing."""
    person = 0 if answer is OtherThanPerson.NEWCOMER else answer
    named = replace(page, picked=(*page.picked, person), index=0)
    if people_to_name(table, named):
        return replace(table, page=named), ()
    people = _with_named(table, named)
    if page.anew:
        return _agreed(table, page, tuple(person for person in people if person.presence is not Presence.LEFT))
    settled, effects = seat_anew(house, table, people)
    return replace(settled, page=page.under), effects


def _with_named(table: Table, page: WhoPage) -> tuple[EveningPerson, ...]:
    """The evening as the page has it: who was named sits out, or plays again; who is new sits last."""
    changed = Presence.SITS_OUT if are_fewer(table, page) else Presence.PLAYS
    people = [
        replace(each.person, presence=changed) if number in page.picked else each.person
        for number, each in enumerate(evening_people(table), 1)
    ]
    return (*people, *[EveningPerson()] * page.picked.count(0))
