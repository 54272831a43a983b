"""Reads the forms of a tournament's results: where a game belongs that belongs to no round, and which do not count."""

from functools import reduce

from device.hall.form_reading import STALE, Fields, TournamentChange, TournamentForm, form_number, pressed_button
from device.hall.hall_forms import NotSent
from device.hall.hall_frame import isolated
from device.hall.tournament.settled_games import astray_games, leave_out_game, settle_game
from device.hall.tournament.tournament_state import Tournament
from device.kernel.names import same_name
from device.kernel.people import MOST_PEOPLE

_WHO = "who-"
"""Before a place, in the form."""


def _settle(fields: Fields) -> TournamentChange:
    number = form_number(fields.get("round", ""))
    typed = {
        form_number(name.removeprefix(_WHO), MOST_PEOPLE): text.strip()
        for name, text in fields.items()
        if name.startswith(_WHO)
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
    deed, game = pressed_button(fields, {"out", "again"})
    return lambda now: leave_out_game(now, game, out=deed == "out")


def _all_out(fields: Fields) -> TournamentChange:
    """Those that were on the page: one that came meanwhile stays, and so does one that somebody has settled."""

    def left_out(now: Tournament) -> Tournament:
        meant = {game.id for game in astray_games(now)}.intersection(fields.values())
        if not meant:
            raise NotSent(STALE)
        return reduce(leave_out_game, sorted(meant), now)

    return left_out


RESULTS_FORMS = {
    "/tournament/results/settle": TournamentForm(_settle, "astray"),
    "/tournament/results/games": TournamentForm(_games, "all-games"),
    "/tournament/results/all-out": TournamentForm(_all_out, "astray"),
}
