"""Reads the forms of a tournament: the path of each form, its fields, and the page after it. Each form becomes a change
of the tournament. A form is refused if a field does not come from the page itself."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.hall.frame import NotSent, isolate
from nightcrier.hall.tournament.results import astray_games, leave_out_game, settle_game
from nightcrier.hall.tournament.results_page import TOURNAMENT_FILES
from nightcrier.hall.tournament.rounds import close_table, leave_seat, seat_late, undo_round
from nightcrier.hall.tournament.rounds_page import BOUNDS
from nightcrier.hall.tournament.spreadsheets import people_of_csv
from nightcrier.hall.tournament.state import (
    TableBounds,
    Tournament,
    find_person,
    valid_name,
    with_name,
    with_people,
    with_presence,
)
from nightcrier.kernel.people import MOST_PEOPLE, name_key
from nightcrier.web.exchange import RequestRefused

Fields: TypeAlias = Mapping[str, str]
TournamentChange: TypeAlias = Callable[[Tournament], Tournament]
TournamentForm: TypeAlias = tuple[Callable[[Fields], TournamentChange], str]
"""A form of the page: a function that makes a change from the fields, and the page to show afterwards. The function
raises RequestRefused, and the change raises WrongUse or BadFile. Both raise NotSent if the page has words for the
reason."""
STALE = "net.hall.tournament.stale"
_WHO = "who-"
"""The first part of the field name for a place; the number of the place follows."""
LEADING, RESULTS, SEATING = "/tournament", "/tournament/results", "/tournament/seating"
LIST_FILE, LIST, DRAW = "/tournament/file", "/tournament/list", "/tournament/draw"
ADDED, _PEOPLE_DONE = "/tournament/added", "/tournament/people/done"
_DONE, _RESULTS_DONE = f"{LEADING}/done", f"{RESULTS}/done"
DONE_PAGES = (_DONE, _RESULTS_DONE, ADDED, _PEOPLE_DONE)
"""The pages that are shown after a form was accepted, and that say so."""
TOURNAMENT_PAGES = (LEADING, RESULTS, SEATING, *DONE_PAGES)
SPREADSHEETS = tuple(f"/tournament/{name}.csv" for name in TOURNAMENT_FILES)


def form_number(text: str, most: int = 10**9) -> int:
    """Return the number in a field that the page itself has filled in. Raises RequestRefused."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(most)) or int(text) > most:
        raise RequestRefused(400)
    return int(text)


def button_of(fields: Fields, deeds: set[str]) -> tuple[str, str]:
    """Return the name of the pressed button, and the person or game for which it was pressed. Raises RequestRefused."""
    if len(fields) != 1 or not deeds.issuperset(fields):
        raise RequestRefused(400)
    ((deed, meant),) = fields.items()
    return deed, meant


def check_sure(fields: Fields) -> None:
    """Check that the organiser ticked the box "sure". Raises RequestRefused."""
    if fields.get("sure") != "yes":
        raise RequestRefused(400)


def change_of_round(fields: Fields, change: TournamentChange) -> TournamentChange:
    """Return a change that first compares the rounds. The change is refused if the newest round is not the round that
    the page showed."""
    mark = form_number(fields.get("round", ""))

    def changed(now: Tournament) -> Tournament:
        if not now.rounds or now.rounds[-1].mark != mark:
            raise NotSent(STALE)
        return change(now)

    return changed


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
    deed, meant = button_of(others, {"leaves", "sits"})
    person = form_number(meant)
    return change_of_round(fields, lambda now: _seat(now, person) if deed == "sits" else _leave(now, person))


def _seat(now: Tournament, person: int) -> Tournament:
    if not find_person(now, person).here:
        raise NotSent(STALE)
    seated = seat_late(now, (person,))
    if not any(person in table.people for table in seated.rounds[-1].tables):
        raise NotSent("net.hall.tournament.full")
    return seated


def _leave(now: Tournament, person: int) -> Tournament:
    """Mark a person as having left, from the current round on."""
    return with_presence(leave_seat(now, person), person, here=False)


def _close(fields: Fields) -> TournamentChange:
    check_sure(fields)
    return change_of_round(fields, lambda now: close_table(now, fields.get("table", "")))


def _undo(fields: Fields) -> TournamentChange:
    check_sure(fields)
    return change_of_round(fields, undo_round)


def take_list(content: bytes) -> TournamentChange:
    """Return a change that adds all people of a list. Raises BadFile and NameRefused."""
    names = people_of_csv(content, "people.csv")
    return lambda now: with_people(now, names)


def _presence(fields: Fields) -> TournamentChange:
    deed, meant = button_of(fields, {"away", "back"})
    person = form_number(meant)
    return lambda now: with_presence(now, person, here=deed == "back")


def _add(fields: Fields) -> TournamentChange:
    """Return a change that adds a person by name. A person who had left is here again. The name of a person who is here
    already is refused."""

    def added(now: Tournament) -> Tournament:
        here = [person.name for person in now.people if person.here]
        return with_people(now, (valid_name(fields.get("name", ""), here),))

    return added


def _rename(fields: Fields) -> TournamentChange:
    person, called = form_number(fields.get("person", "")), fields.get("called", "")
    return lambda now: with_name(now, person, called)


def _settle(fields: Fields) -> TournamentChange:
    number = form_number(fields.get("round", ""))
    typed = {
        form_number(name.removeprefix(_WHO), MOST_PEOPLE): text.strip()
        for name, text in fields.items()
        if name.startswith(_WHO)
    }

    def settled(now: Tournament) -> Tournament:
        people = {place: _person_called(now, name) for place, name in typed.items() if name}
        return settle_game(now, fields.get("game", ""), number, people)

    return settled


def _person_called(now: Tournament, name: str) -> int:
    found = next((person.id for person in now.people if name_key(person.name) == name_key(name)), None)
    if found is None:
        raise NotSent("net.hall.tournament.stranger", name=isolate(name))
    return found


def _games(fields: Fields) -> TournamentChange:
    deed, game = button_of(fields, {"out", "again"})
    return lambda now: leave_out_game(now, game, out=deed == "out")


def _all_out(fields: Fields) -> TournamentChange:
    """Return a change that leaves out the games without a round that the page showed. New games, and games that were
    settled meanwhile, are not left out."""

    def left_out(now: Tournament) -> Tournament:
        meant = {game.id for game in astray_games(now)}.intersection(fields.values())
        if not meant:
            raise NotSent(STALE)
        return reduce(leave_out_game, sorted(meant), now)

    return left_out


_TO_PEOPLE, _TO_LIST = f"{_PEOPLE_DONE}#people", f"{ADDED}#people"
FORMS: Mapping[str, TournamentForm] = {
    "/tournament/bounds": (_bounds, f"{_DONE}#draw"),
    "/tournament/seats": (_seats, f"{_DONE}#round"),
    "/tournament/close": (_close, f"{_DONE}#round"),
    "/tournament/undo": (_undo, f"{_DONE}#draw"),
    "/tournament/people": (_presence, _TO_PEOPLE),
    "/tournament/add": (_add, _TO_PEOPLE),
    "/tournament/list": (lambda fields: take_list(fields.get("names", "").encode()), _TO_LIST),
    "/tournament/rename": (_rename, _TO_PEOPLE),
    "/tournament/results/settle": (_settle, f"{_RESULTS_DONE}#astray"),
    "/tournament/results/games": (_games, f"{_RESULTS_DONE}#all-games"),
    "/tournament/results/all-out": (_all_out, f"{_RESULTS_DONE}#astray"),
}
TOURNAMENT_FORMS = (*sorted(FORMS), DRAW)
AFTER = {**{path: after for path, (_, after) in FORMS.items()}, LIST_FILE: _TO_LIST, DRAW: f"{_DONE}#round"}
"""The page after each form, including the forms that another file reads."""


def part_to_open(path: str) -> str:
    """Return which folded part of the page is open: the part of a refused form, or the people while they are edited."""
    if path in {ADDED, _PEOPLE_DONE} or AFTER.get(path) in {_TO_PEOPLE, _TO_LIST}:
        return "people"
    return "bounds" if path.endswith("/bounds") else ""
