"""Contains the menus of the evening: its people and their names, how the evening is decided, and the last game, which
can be corrected. The menus first offer names that this box has met, and then animals and colors for people in a
hurry."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from msgspec.structs import replace

from nightcrier.box.events import Standings
from nightcrier.box.table.core.effects import Amend, LookUp
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import number as seat_number
from nightcrier.box.table.core.names import spelling_refusal
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.evening.people import (
    change_person,
    evening_kind,
    evening_people,
    forget_person,
    kinds_offered,
    move_person,
    people_names,
    remove_person,
    seat_anew,
)
from nightcrier.box.table.evening.scores import ScoresPage, kind_text
from nightcrier.box.table.heard.talk import answer_aloud
from nightcrier.box.table.over.listing import ListingPage, next_person_page, people_page, person_at
from nightcrier.box.table.over.menu_items import Item, Menu, Value
from nightcrier.box.table.over.spell import SpellPage
from nightcrier.box.table.over.who_plays import NEW_EVENING
from nightcrier.box.table.over.yes_or_no import Question, ask_over
from nightcrier.kernel.ids import SEAT, LineId, name_line, number_line, screen_line
from nightcrier.kernel.people import MOST_PEOPLE, EveningPerson, Presence, is_taken
from nightcrier.words.sentences import names_on_offer

_NEXT = {Presence.PLAYS: Presence.SITS_OUT, Presence.SITS_OUT: Presence.LEFT, Presence.LEFT: Presence.PLAYS}


def people_items(house: House, table: Table) -> tuple[Item, ...]:
    names = people_names(table)
    everybody = [
        Item(
            LineId("screen.seat"),
            opens=PERSON,
            held=lambda _, table, __: (replace(table, page=ListingPage(NAMING, table.page)), ()),
            n=number,
            named=names.get(number, ""),
            state=_state(table, number),
        )
        for number in range(1, len(evening_people(table)) + 1)
    ]
    newcomer = Item(LineId("screen.who.newcomer"), does=_come)
    return (*everybody, newcomer) if len(everybody) < MOST_PEOPLE else tuple(everybody)


def person_items(house: House, table: Table) -> tuple[Item, ...]:
    number = person_at(table, table.page)
    named = people_names(table).get(number)
    shown = named or house.words.screen(table.choices.language, "people.no-name")
    called = name_line(named) if named else LineId("screen.people.no-name")
    sits = seat_number(house.words, table.choices.language, str(number))
    places, said = ListingPage(PLACES, table.page, number - 1), (number_line(number),)
    among_others = (
        Item(LineId("screen.people.place"), opens=places, shows=sits, said=said),
        Item(LineId("screen.people.remove"), asks=REMOVE),
    )
    return (
        Item(LineId("screen.people.name"), opens=NAMING, shows=shown, said=(called,)),
        Item(LineId("screen.people.next"), does=_come_or_go, state=_state(table, number)),
        *(among_others if len(evening_people(table)) > 1 else ()),
        *((Item(LineId("screen.people.forget-name"), asks=FORGET_NAME),) if named else ()),
    )


def places_items(house: House, table: Table) -> tuple[Item, ...]:
    return tuple(
        Item(LineId("screen.seat"), does=partial(_move_to, place), n=place, named=people_names(table).get(place, ""))
        for place in range(1, len(evening_people(table)) + 1)
    )


def names_items(house: House, table: Table) -> tuple[Item, ...]:
    language = table.choices.language
    others = [person.name for person in evening_people(table)]
    fancy = names_on_offer(house.words, language)
    known = table.standings.known if table.standings else ()
    gone = (*others, *table.choices.not_offered)
    offered = dict.fromkeys(
        name
        for name, taken in (*((each, gone) for each in known), *((each, others) for each in fancy))
        if not is_taken(name, taken) and not spelling_refusal(name)
    )
    return (
        Item(LineId("screen.people.spell"), opens=SpellPage(table.page, person_at(table, table.page))),
        *(Item(name_line(name), does=partial(_call, name), named=name) for name in offered),
        Item(LineId("screen.people.no-name"), does=partial(_call, "")),
    )


PEOPLE, PERSON, PLACES = Menu("people", people_items), Menu("person", person_items), Menu("places", places_items)
NAMING = Menu("names", names_items, chooses=True)


def _state(table: Table, number: int) -> str:
    person = evening_people(table)[number - 1]
    return "score.out" if person.out else f"people.{person.presence}"


def _come(house: House, table: Table, at: float) -> TableStep:
    people = tuple(person.person for person in evening_people(table))
    return seat_anew(house, table, (*people, EveningPerson()))


def _come_or_go(house: House, table: Table, at: float) -> TableStep:
    """Change the person whose menu is open to the next of these states: plays, sits out, has left. A person who has
    lost too often to play on stays unchanged."""
    number, people = person_at(table, table.page), evening_people(table)
    if people[number - 1].out:
        return table, ()
    return change_person(house, table, number, presence=_NEXT[people[number - 1].presence])


def _move_to(place: int, house: House, table: Table, at: float) -> TableStep:
    """Move the person whose menu is open, and keep that menu open under the person's new number."""
    number = person_at(table, table.page)
    page = table.page.under if isinstance(table.page, ListingPage) else table.page
    if isinstance(page, ListingPage) and isinstance(page.under, ListingPage):
        page = replace(page, under=replace(page.under, index=place - 1))
    return move_person(house, replace(table, page=page), number, place)


def _call(name: str, house: House, table: Table, at: float) -> TableStep:
    """Give this name to the person whose menu is open. If pages are read aloud, say it."""
    number = person_at(table, table.page)
    left = replace(table, page=next_person_page(table, table.page))
    named, effects = change_person(house, left, number, name=name)
    called = name_line(name) if name else LineId("screen.people.no-name")
    return step_after(effects, answer_aloud(house, named, SEAT, number_line(number), called))


def _without(
    part_with: Callable[[House, Table, int], TableStep], house: House, table: Table, under: Page | None, at: float
) -> TableStep:
    """Remove the person whose menu is open, or erase that person's name, and return to the list of people."""
    return part_with(house, replace(table, page=people_page(under)), person_at(table, under))


REMOVE = Question("ask.remove", partial(_without, remove_person))
FORGET_NAME = Question("ask.forget-name", partial(_without, forget_person), held=True)


def scores_items(house: House, table: Table) -> tuple[Item, ...]:
    strike = Item(LineId("screen.score.strike"), does=_strike)
    return _kind(house, table), Item(LineId("screen.score.new"), asks=NEW_EVENING), strike


def winner_items(house: House, table: Table) -> tuple[Item, ...]:
    """Return a row for each person in the last game. A press changes won to lost, or lost to won."""
    standings = table.standings
    if standings is None or not standings.last:
        return (Item(LineId("screen.score.none")),)
    return tuple(
        Item(
            LineId("screen.seat"),
            does=_turn_over,
            n=person,
            named=standings.people[person - 1].name,
            state=f"score.{'won' if points else 'lost'}",
        )
        for person, points in sorted(standings.last.items())
    )


WINNERS = Menu("winners", winner_items)
EVENING_MENUS = PEOPLE, PERSON, PLACES, NAMING, WINNERS


def _kind(house: House, table: Table) -> Item:
    offered = kinds_offered(table.choices.tournament)
    values = tuple(_value(house, table.choices, kind) for kind in offered)
    return Item(LineId("screen.score.kind"), values, offered.index(table.choices.tournament))


def _value(house: House, choices: Choices, kind: str) -> Value:
    name, target = evening_kind(kind)
    spoken = (screen_line(f"score.kind.{name}"), *((number_line(target),) if target else ()))
    return Value(kind_text(house, choices.language, name, target), spoken, replace(choices, tournament=kind))


def _show(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ScoresPage(table.page)), (LookUp(),)


def _open_winners(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ListingPage(WINNERS, table.page)), (LookUp(),)


SCORES = Item(LineId("screen.score.show"), does=_show), Item(LineId("screen.score.mend"), does=_open_winners)


def _strike(house: House, table: Table, at: float) -> TableStep:
    """Ask whether to remove the last game from the scores. If there is none, open the empty list of winners."""
    if table.standings is None or not table.standings.last:
        return _open_winners(house, table, at)
    return ask_over(table, STRIKE_GAME)


def _turn_over(house: House, table: Table, at: float) -> TableStep:
    """Change won to lost, or lost to won, for the person at the dial in the last game."""
    standings = table.standings
    if standings is None or not standings.last:
        return table, (LookUp(),)
    at_dial = table.page.index if isinstance(table.page, ListingPage) else 0
    turned = sorted(standings.last)[at_dial : at_dial + 1]
    winners = {person for person, points in standings.last.items() if points}.symmetric_difference(turned)
    return table, (amendment(table, points_won(standings, winners)),)


def amendment(table: Table, points: Mapping[int, int] | None) -> Amend | LookUp:
    """Return the effect that gives the last game these points, or if `points` is None, stops counting it. If no game is
    known, return LookUp."""
    standings = table.standings
    if standings is None or standings.last is None:
        return LookUp()
    return Amend(points, standings.evening, standings.game)


def points_won(standings: Standings, winners: Collection[int]) -> dict[int, int]:
    """Return the points of the last game with these winners. A winner who already has points keeps them. Anybody else
    who won by the verdict gets its points. Any other winner gets one point, because the right number is unknown."""
    last, judged = standings.last or {}, standings.judged
    return {n: (had or judged.get(n) or 1) if n in winners else 0 for n, had in last.items()}


STRIKE_GAME = Question(
    "score.strike", lambda _, table, under, __: (replace(table, page=ScoresPage(under)), (amendment(table, None),))
)
"""The question whether to remove the last game of the evening from the scores. If yes, the new standings are shown."""
