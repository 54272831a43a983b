"""Changes the current round: somebody comes late, somebody leaves, a table is gone."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.hall.tournament.meetings import Meetings
from device.hall.tournament.seating_search import known_at
from device.hall.tournament.tournament_state import SeatedTable, Tournament, TournamentRound
from device.kernel.errors import WrongUse, quoted


def seat_late(tournament: Tournament, people: Sequence[int]) -> Tournament:
    """Seat people who have no seat in this round, at the emptiest table with room; without room they sit out. Raises
    WrongUse if no round was drawn."""
    now = _newest(tournament)
    seated = {person for table in now.tables for person in table.people}
    late = [person for person in dict.fromkeys(people) if person not in seated]
    return _with_newest(tournament, _with_seats(tournament, now, late))


def leave_seat(tournament: Tournament, person: int) -> Tournament:
    """Take somebody out of this round before its game; the others move up."""
    now = _newest(tournament)
    tables = tuple(replace(each, people=_without(each.people, person)) for each in now.tables)
    return _with_newest(tournament, replace(now, tables=tables, sits_out=_without(now.sits_out, person)))


def close_table(tournament: Tournament, table: str) -> Tournament:
    """Close a table: its people sit down at the others. Raises WrongUse if it is no table of this round."""
    now = _newest(tournament)
    if not any(each.table == table for each in now.tables):
        raise WrongUse(f"{quoted(table)} has no people in this round; choose one of its tables.")
    homeless, left = now.people_at(table), tuple(each for each in now.tables if each.table != table)
    return _with_newest(tournament, _with_seats(tournament, replace(now, tables=left), homeless))


def undo_round(tournament: Tournament) -> Tournament:
    """Take the newest round back, if it was not played. Its games that do not count then belong to no round: the next
    draw has its number, and they were not played there. Raises WrongUse if a game of it counts."""
    now = _newest(tournament)
    if any(game.round == now.number for game in tournament.counted()):
        raise WrongUse(f"Round {now.number} has games that count; leave them out first.")
    games = tuple(replace(game, round=None) if game.round == now.number else game for game in tournament.games)
    return replace(tournament, rounds=tournament.rounds[:-1], games=games)


def _newest(tournament: Tournament) -> TournamentRound:
    if not tournament.rounds:
        raise WrongUse("No round was drawn yet; draw the first one.")
    return tournament.rounds[-1]


def _with_newest(tournament: Tournament, now: TournamentRound) -> Tournament:
    return replace(tournament, rounds=(*tournament.rounds[:-1], now))


def _with_seats(tournament: Tournament, now: TournamentRound, people: Sequence[int]) -> TournamentRound:
    meetings = Meetings(tournament.rounds[:-1])
    for person in people:
        now = _with_seat(now, person, meetings, tournament.bounds.most)
    return now


def _with_seat(now: TournamentRound, person: int, meetings: Meetings, most: int) -> TournamentRound:
    """Seat somebody at the last seat of a table, so that the others keep theirs."""
    roomy = [each for each in now.tables if len(each.people) < most]
    if not roomy:
        return replace(now, sits_out=tuple(sorted({*now.sits_out, person})))
    best = min(roomy, key=lambda each: (len(each.people), known_at(person, each.people, meetings)))
    sat = SeatedTable(best.table, (*best.people, person))
    tables = tuple(sat if each is best else each for each in now.tables)
    return replace(now, tables=tables, sits_out=_without(now.sits_out, person))


def _without(people: Sequence[int], person: int) -> tuple[int, ...]:
    return tuple(each for each in people if each != person)
