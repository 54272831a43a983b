"""Computes the ranks of a tournament, and the reason why each person is below the person above."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.hall.tournament.seating import Meetings
from nightcrier.hall.tournament.state import Tournament


class TieBreak(StrEnum):
    """A reason why a person is below the row above. The reasons are compared in order, and the first difference
    decides. The words of a reason are `net.hall.tournament.tie.<value>`."""

    FIRST = "first"  # nobody stands above
    POINTS = "points"
    GAMES = "games"  # as many points took more games
    WON = "won"  # as many points in as many games, but fewer of them won
    COMPANY = "company"  # all that, but against people who have won fewer points a game
    SHARED = "shared"  # nothing: both have the same rank


class TournamentStanding(Struct, frozen=True):
    """A row of the standings. `met` is the number of people whom the person has met. `company` is the average of their
    points in a game."""

    rank: int
    person: int
    name: str
    points: int
    games: int
    won: int
    company: float
    met: int
    why: TieBreak = TieBreak.FIRST


def standings_of(tournament: Tournament) -> tuple[TournamentStanding, ...]:
    """Return all rows, sorted by rank and name. People who have left keep their rows."""
    rows = sorted(_with_company(tournament), key=lambda row: (_order(row), row.name.casefold(), row.person))
    ranked = [replace(row, rank=1) for row in rows[:1]]
    for place, (above, row) in enumerate(pairwise(rows), 2):
        why = _why(above, row)
        ranked.append(replace(row, why=why, rank=ranked[-1].rank if why is TieBreak.SHARED else place))
    return tuple(ranked)


def _order(row: TournamentStanding) -> tuple[float, ...]:
    """Return the values by which rows are sorted, in the order of `TieBreak`. A row with smaller values has a better
    rank."""
    return -row.points, row.games, -row.won, -row.company


def _why(above: TournamentStanding, row: TournamentStanding) -> TieBreak:
    reasons = (TieBreak.POINTS, TieBreak.GAMES, TieBreak.WON, TieBreak.COMPANY)
    compared = zip(reasons, _order(above), _order(row), strict=True)
    return next((reason for reason, one, other in compared if one != other), TieBreak.SHARED)


def _with_company(tournament: Tournament) -> Iterator[TournamentStanding]:
    rows = {row.person: row for row in _point_rows(tournament)}
    meetings = Meetings(tournament.rounds)
    for person, row in rows.items():
        met = [rows[other] for other in meetings.others(person) if other in rows]
        yield replace(row, company=_company(met), met=len(met))


def _company(met: Sequence[TournamentStanding]) -> float:
    """Return the average points in a game of these people. The average is rounded, because a difference that nobody can
    see must not decide."""
    games = sum(row.games for row in met)
    return round(sum(row.points for row in met) / games, 3) if games else 0.0


def _point_rows(tournament: Tournament) -> Iterator[TournamentStanding]:
    """Yield a row for each person, with the points from the games that count."""
    got: dict[int, list[int]] = {person.id: [] for person in tournament.people}
    for game in tournament.counted():
        for place in game.places:
            if place.person in got:
                got[place.person].append(place.points)
    for person in tournament.people:
        points = got[person.id]
        yield TournamentStanding(0, person.id, person.name, sum(points), len(points), sum(map(bool, points)), 0.0, 0)
