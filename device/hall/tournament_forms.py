"""Reads the forms of a tournament's pages: what the organiser changes, as a function of how it stands."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import TypeAlias

from msgspec.structs import replace

from device.hall.hall_forms import NotSent
from device.hall.hall_frame import isolated
from device.hall.page_rounds import BOUNDS
from device.hall.tournament.changed_round import close_table, leave_seat, seat_late, undo_round
from device.hall.tournament.people_csv import people_of_csv
from device.hall.tournament.settled_games import astray_games, leave_out_game, settle_game
from device.hall.tournament.tournament_people import (
    checked_name,
    find_person,
    with_name,
    with_people,
    with_presence,
)
from device.hall.tournament.tournament_state import TableBounds, Tournament
from device.kernel.names import same_name
from device.kernel.people import MOST_PEOPLE
from device.net.exchange import RequestRefused

Fields: TypeAlias = Mapping[str, str]
TournamentChange: TypeAlias = Callable[[Tournament], Tournament]
STALE = "net.hall.tournament.stale"


def asked_change(path: str, fields: Fields) -> TournamentChange:
    """Raises RequestRefused. It and the change itself raise WrongUse, BadFile, and NotSent where there are words."""
    return _READERS[path](fields)


def listed_people(content: bytes) -> TournamentChange:
    """Who is on a list comes. Raises BadFile."""
    names = people_of_csv(content, "people.csv")
    return lambda now: with_people(now, names)


def form_number(text: str, most: int = 10**9) -> int:
    """Of a field that the page itself has filled. Raises RequestRefused."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(most)) or int(text) > most:
        raise RequestRefused(400)
    return int(text)


def _presence(fields: Fields) -> TournamentChange:
    deed, person = _one(fields, {"away", "back"})
    return lambda now: with_presence(now, person, here=deed == "back")


def _one(fields: Fields, deeds: set[str]) -> tuple[str, int]:
    """What a button beside somebody does."""
    if len(fields) != 1 or not deeds.issuperset(fields):
        raise RequestRefused(400)
    ((deed, person),) = fields.items()
    return deed, form_number(person)


def _add(fields: Fields) -> TournamentChange:
    """Who has gone comes back by the name; who is here would be there twice."""

    def added(now: Tournament) -> Tournament:
        name = checked_name(fields.get("name", ""))
        if any(person.here and same_name(person.name) == same_name(name) for person in now.people):
            raise NotSent("people.taken")
        return with_people(now, (name,))

    return added


def _list(fields: Fields) -> TournamentChange:
    return listed_people(fields.get("names", "").encode())


def _rename(fields: Fields) -> TournamentChange:
    person, called = form_number(fields.get("person", "")), fields.get("called", "")

    def renamed(now: Tournament) -> Tournament:
        others = (same_name(each.name) for each in now.people if each.id != person)
        if same_name(checked_name(called)) in others:
            raise NotSent("people.taken")
        return with_name(now, person, called)

    return renamed


def _bounds(fields: Fields) -> TournamentChange:
    numbers = {kind: form_number(fields.get(kind, ""), MOST_PEOPLE) for kind in BOUNDS}
    if 0 in numbers.values():
        raise RequestRefused(400)
    bounds = TableBounds(**numbers)

    def bounded(now: Tournament) -> Tournament:
        if not bounds.fewest <= bounds.wanted <= bounds.most:
            raise NotSent("net.hall.tournament.order")
        return replace(now, bounds=bounds)

    return bounded


def _seats(fields: Fields) -> TournamentChange:
    others = {name: text for name, text in fields.items() if name != "round"}
    deed, person = _one(others, {"leaves", "sits"})
    return _of_round(fields, lambda now: _seated(now, person) if deed == "sits" else _left(now, person))


def _seated(now: Tournament, person: int) -> Tournament:
    if not find_person(now, person).here:
        raise NotSent(STALE)
    seated = seat_late(now, (person,))
    if not any(person in table.people for table in seated.rounds[-1].tables):
        raise NotSent("net.hall.tournament.full")
    return seated


def _left(now: Tournament, person: int) -> Tournament:
    """This round, and those after it."""
    return with_presence(leave_seat(now, person), person, here=False)


def _of_round(fields: Fields, change: TournamentChange) -> TournamentChange:
    """Only to the round that the page showed, known by its mark."""
    mark = form_number(fields.get("round", ""))

    def changed(now: Tournament) -> Tournament:
        if not now.rounds or now.rounds[-1].mark != mark:
            raise NotSent(STALE)
        return change(now)

    return changed


def _close(fields: Fields) -> TournamentChange:
    _check_sure(fields)
    return _of_round(fields, lambda now: close_table(now, fields.get("table", "")))


def _undo(fields: Fields) -> TournamentChange:
    _check_sure(fields)
    return _of_round(fields, undo_round)


def _check_sure(fields: Fields) -> None:
    if fields.get("sure") != "yes":
        raise RequestRefused(400)


def _settle(fields: Fields) -> TournamentChange:
    number, prefix = form_number(fields.get("round", "")), "who-"
    typed = {
        form_number(name.removeprefix(prefix), MOST_PEOPLE): text.strip()
        for name, text in fields.items()
        if name.startswith(prefix)
    }

    def settled(now: Tournament) -> Tournament:
        people = {place: _called(now, name) for place, name in typed.items() if name}
        return settle_game(now, fields.get("game", ""), number, people)

    return settled


def _called(now: Tournament, name: str) -> int:
    found = next((person.id for person in now.people if same_name(person.name) == same_name(name)), None)
    if found is None:
        raise NotSent("net.hall.tournament.stranger", name=isolated(name))
    return found


def _games(fields: Fields) -> TournamentChange:
    if len(fields) != 1 or not {"out", "again"}.issuperset(fields):
        raise RequestRefused(400)
    ((deed, game),) = fields.items()
    return lambda now: leave_out_game(now, game, out=deed == "out")


def _all_out(fields: Fields) -> TournamentChange:
    """Those that were on the page: one that came meanwhile stays, and so does one that somebody has settled."""

    def left_out(now: Tournament) -> Tournament:
        meant = {game.id for game in astray_games(now)}.intersection(fields.values())
        if not meant:
            raise NotSent(STALE)
        return reduce(leave_out_game, sorted(meant), now)

    return left_out


_READERS: Mapping[str, Callable[[Fields], TournamentChange]] = {
    "/tournament/people": _presence,
    "/tournament/add": _add,
    "/tournament/list": _list,
    "/tournament/rename": _rename,
    "/tournament/bounds": _bounds,
    "/tournament/seats": _seats,
    "/tournament/close": _close,
    "/tournament/undo": _undo,
    "/tournament/results/settle": _settle,
    "/tournament/results/games": _games,
    "/tournament/results/all-out": _all_out,
}
CHANGES = frozenset(_READERS)
