"""Draws the next round: who sits out, which tables play, and who sits where, so that people meet new people as often as
possible."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from device.hall.hall_frame import NotSent
from device.hall.tournament.meetings import Meetings
from device.hall.tournament.planes import plane_rounds
from device.hall.tournament.seating_search import SeatingSearch, evened_tables, seating_cost
from device.hall.tournament.tournament_state import SeatedTable, TableBounds, Tournament, TournamentRound
from device.kernel.chance import Chance


def draw_round(tournament: Tournament, tables: Sequence[str], chance: Chance) -> Tournament:
    """Draw one more round over these tables. Raises NotSent if nobody can be seated."""
    here, sizes = tournament.here, round_sizes(tournament, tables)
    out = _sitting_out(tournament, len(here) - sum(sizes), chance)
    order = _order(tournament, chance)
    players = frozenset(here).difference(out)
    seated = _seated(order, players, sizes, Meetings(tournament.rounds), chance)
    mark = tournament.draws + 1
    drawn = TournamentRound(next_round_number(tournament), _at_tables(seated, tables, chance), out, mark)
    return replace(tournament, rounds=(*tournament.rounds, drawn), order=order, draws=mark)


def next_round_number(tournament: Tournament) -> int:
    return max((each.number for each in tournament.rounds), default=0) + 1


def round_sizes(tournament: Tournament, tables: Sequence[str]) -> tuple[int, ...]:
    """Return how many sit at each of these tables in a round. Raises NotSent if nobody can be seated."""
    if not tables:
        raise NotSent("net.hall.nobody")
    people, bounds = len(tournament.here), tournament.bounds
    if not (sizes := table_sizes(people, len(tables), bounds)):
        raise NotSent("net.hall.tournament.few", n=str(people), fewest=str(bounds.fewest))
    return sizes


def _sitting_out(tournament: Tournament, count: int, chance: Chance) -> tuple[int, ...]:
    """Choose who sits out: those who have done it least; among these by lot."""
    before = Counter(person for each in tournament.rounds for person in each.sits_out)
    return tuple(sorted(sorted(chance.shuffled(tournament.here), key=lambda person: before[person])[:count]))


def _order(tournament: Tournament, chance: Chance) -> tuple[int, ...]:
    """Return who stands where in the square: everybody stays in place, and a new person takes the place of somebody who
    has left."""
    here = frozenset(tournament.here)
    new = [*chance.shuffled(sorted(here.difference(tournament.order)))]
    kept = [person if person in here or not new else new.pop() for person in tournament.order]
    return (*kept, *new)


def _seated(
    order: Sequence[int], players: frozenset[int], sizes: Sequence[int], meetings: Meetings, chance: Chance
) -> list[list[int]]:
    """Seat people by the best round of the square, if it is as good as a drawn one, since the later rounds then stay
    good too. The search then makes it as good as it can."""
    squares = plane_rounds(order, len(sizes))
    filled = ([[person for person in table if person in players] for table in square] for square in squares)
    offers = [evened_tables(tables, sizes, meetings) for tables in filled]
    drawn = iter(chance.shuffled(sorted(players)))
    offers.append([[next(drawn) for _ in range(size)] for size in sizes])
    best = min(offers, key=lambda tables: seating_cost(tables, meetings))
    return SeatingSearch(best, meetings, chance).best()


def _at_tables(seated: Sequence[Sequence[int]], tables: Sequence[str], chance: Chance) -> tuple[SeatedTable, ...]:
    """Draw by lot which group sits at which table, and who takes which seat."""
    used = tables[: len(seated)]
    at = {table: chance.shuffled(people) for table, people in zip(chance.shuffled(used), seated, strict=True)}
    return tuple(SeatedTable(table, at[table]) for table in used)


def table_sizes(people: int, tables: int, bounds: TableBounds) -> tuple[int, ...]:
    """Return the size of each table that plays, the largest first. As many people sit as can; the sizes come as near to
    the wanted one as the tables allow. If nobody can sit there are none."""

    def worth(count: int) -> tuple[int, float]:
        seated = _seats(people, count, bounds)
        return seated, -abs(seated / count - bounds.wanted)

    best = max(range(1, tables + 1), key=worth, default=0)
    seated = _seats(people, best, bounds) if best else 0
    if not seated:
        return ()
    each, over = divmod(seated, best)
    return (each + 1,) * over + (each,) * (best - over)


def _seats(people: int, tables: int, bounds: TableBounds) -> int:
    """Return how many people find a seat at so many tables; 0 if these cannot be filled."""
    return min(people, tables * bounds.most) if people >= tables * bounds.fewest else 0
