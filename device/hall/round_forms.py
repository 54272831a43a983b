"""Reads the forms of a tournament's rounds: how many sit at a table, and what changes in the round now played."""

from msgspec.structs import replace

from device.hall.form_reading import (
    STALE,
    Fields,
    TournamentChange,
    TournamentForm,
    change_of_round,
    check_sure,
    form_number,
    pressed_button,
)
from device.hall.hall_forms import NotSent
from device.hall.page_drawing import BOUNDS
from device.hall.tournament.changed_round import close_table, leave_seat, seat_late, undo_round
from device.hall.tournament.tournament_people import find_person, with_presence
from device.hall.tournament.tournament_state import TableBounds, Tournament
from device.kernel.people import MOST_PEOPLE
from device.net.exchange import RequestRefused


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
    deed, meant = pressed_button(others, {"leaves", "sits"})
    person = form_number(meant)
    return change_of_round(fields, lambda now: _seated(now, person) if deed == "sits" else _left(now, person))


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


def _close(fields: Fields) -> TournamentChange:
    check_sure(fields)
    return change_of_round(fields, lambda now: close_table(now, fields.get("table", "")))


def _undo(fields: Fields) -> TournamentChange:
    check_sure(fields)
    return change_of_round(fields, undo_round)


ROUND_FORMS = {
    "/tournament/bounds": TournamentForm(_bounds, "draw"),
    "/tournament/seats": TournamentForm(_seats, "round"),
    "/tournament/close": TournamentForm(_close, "round"),
    "/tournament/undo": TournamentForm(_undo, "draw"),
}
