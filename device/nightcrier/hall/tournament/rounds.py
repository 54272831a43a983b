"""Draws the next round. Changes the current round when a person is late or leaves, or when a table closes. A draw
decides who sits out, which tables play, and who sits where. People should meet new people as often as possible."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.hall.frame import NotSent
from nightcrier.hall.tournament.seating import (
    Meetings,
    SeatingSearch,
    cost_of_joining,
    even_tables,
    plane_rounds,
    seating_cost,
)
from nightcrier.hall.tournament.state import SeatedTable, TableBounds, Tournament, TournamentRound
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.errors import WrongUse, quote_word


def draw_round(tournament: Tournament, tables: Sequence[str], chance: Chance) -> Tournament:
    """Return the tournament with one more round at these tables. Raises NotSent if nobody can be seated."""
    here, sizes = tournament.here, round_sizes(tournament, tables)
    out = _who_sits_out(tournament, len(here) - sum(sizes), chance)
    order = _order(tournament, chance)
    players = frozenset(here).difference(out)
    seated = _seat_all(order, players, sizes, Meetings(tournament.rounds), chance)
    mark = tournament.draws + 1
    drawn = TournamentRound(next_round_number(tournament), _at_tables(seated, tables, chance), out, mark)
    return replace(tournament, rounds=(*tournament.rounds, drawn), order=order, draws=mark)


def next_round_number(tournament: Tournament) -> int:
    return max((each.number for each in tournament.rounds), default=0) + 1


def round_sizes(tournament: Tournament, tables: Sequence[str]) -> tuple[int, ...]:
    """Return the number of people at each table in a round. Raises NotSent if nobody can be seated."""
    if not tables:
        raise NotSent("net.hall.nobody")
    people, bounds = len(tournament.here), tournament.bounds
    if not (sizes := table_sizes(people, len(tables), bounds)):
        raise NotSent("net.hall.tournament.few", n=str(people), fewest=str(bounds.fewest))
    return sizes


def _who_sits_out(tournament: Tournament, count: int, chance: Chance) -> tuple[int, ...]:
    """Return the people who sit out. People who have sat out least are chosen first, and at random among equals."""
    before = Counter(person for each in tournament.rounds for person in each.sits_out)
    return tuple(sorted(sorted(chance.shuffle(tournament.here), key=lambda person: before[person])[:count]))


def _order(tournament: Tournament, chance: Chance) -> tuple[int, ...]:
    """Return the order in which people fill the square. A new person gets the place of a person who has left."""
    here = frozenset(tournament.here)
    new = [*chance.shuffle(sorted(here.difference(tournament.order)))]
    kept = [person if person in here or not new else new.pop() for person in tournament.order]
    return (*kept, *new)


def _seat_all(
    order: Sequence[int], players: frozenset[int], sizes: Sequence[int], meetings: Meetings, chance: Chance
) -> list[list[int]]:
    """Seat people for a round. The rounds of the Latin square and one random seating are compared, and the cheapest is
    taken; a search then improves the seating. A round of the square is preferred to an equal random one, since the
    later rounds of the square are good, too."""
    squares = plane_rounds(order, len(sizes))
    filled = ([[person for person in table if person in players] for table in square] for square in squares)
    offers = [even_tables(tables, sizes, meetings) for tables in filled]
    drawn = iter(chance.shuffle(sorted(players)))
    offers.append([[next(drawn) for _ in range(size)] for size in sizes])
    best = min(offers, key=lambda tables: seating_cost(tables, meetings))
    return SeatingSearch(best, meetings, chance).best()


def _at_tables(seated: Sequence[Sequence[int]], tables: Sequence[str], chance: Chance) -> tuple[SeatedTable, ...]:
    """Decide at random which group sits at which table, and which person gets which seat."""
    used = tables[: len(seated)]
    at = {table: chance.shuffle(people) for table, people in zip(chance.shuffle(used), seated, strict=True)}
    return tuple(SeatedTable(table, at[table]) for table in used)


def table_sizes(people: int, tables: int, bounds: TableBounds) -> tuple[int, ...]:
    """Return the size of each table that plays, the largest first. As many people as possible get a seat. After that,
    the sizes are as near as possible to the wanted size. If nobody can get a seat, no table plays."""

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
    """Return how many people get a seat at this number of tables, or 0 if there are too few people for so many
    tables."""
    return min(people, tables * bounds.most) if people >= tables * bounds.fewest else 0


def seat_late(tournament: Tournament, people: Sequence[int]) -> Tournament:
    """Give people without a seat in this round a seat at the emptiest table. People for whom there is no seat sit out.
    Raises WrongUse if no round was drawn."""
    now = _newest(tournament)
    seated = {person for table in now.tables for person in table.people}
    late = [person for person in dict.fromkeys(people) if person not in seated]
    return _with_newest(tournament, _with_seats(tournament, now, late))


def leave_seat(tournament: Tournament, person: int) -> Tournament:
    """Remove a person from this round before its game. The other people at the table move up."""
    now = _newest(tournament)
    tables = tuple(replace(each, people=_without(each.people, person)) for each in now.tables)
    return _with_newest(tournament, replace(now, tables=tables, sits_out=_without(now.sits_out, person)))


def close_table(tournament: Tournament, table: str) -> Tournament:
    """Close a table. Its people get seats at other tables. Raises WrongUse if the round has no such table."""
    now = _newest(tournament)
    if not any(each.table == table for each in now.tables):
        raise WrongUse(f"{quote_word(table)} has no people in this round; choose one of its tables.")
    homeless, left = now.people_at(table), tuple(each for each in now.tables if each.table != table)
    return _with_newest(tournament, _with_seats(tournament, replace(now, tables=left), homeless))


def undo_round(tournament: Tournament) -> Tournament:
    """Undo the newest round if it was not played. Games of the round that do not count then belong to no round, because
    the next draw gets the same round number. Raises WrongUse if a game of the round counts."""
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
    """Give a person the last seat of a table, so that the other people keep their seats."""
    roomy = [each for each in now.tables if len(each.people) < most]
    if not roomy:
        return replace(now, sits_out=tuple(sorted({*now.sits_out, person})))
    best = min(roomy, key=lambda each: (len(each.people), cost_of_joining(person, each.people, meetings)))
    sat = SeatedTable(best.table, (*best.people, person))
    tables = tuple(sat if each is best else each for each in now.tables)
    return replace(now, tables=tables, sits_out=_without(now.sits_out, person))


def _without(people: Sequence[int], person: int) -> tuple[int, ...]:
    return tuple(each for each in people if each != person)
