"""The games of one round: which tables have told some, and who counts in them already."""

from device.hall.tournament.tournament_state import Tournament, TournamentGame
from device.kernel.errors import WrongUse


class CountedTwice(WrongUse):
    """Nobody plays at two tables at once."""

    def __init__(self, name: str, table: str, number: int) -> None:
        super().__init__(f"{name} counts at {table!r} in round {number} already; leave one of the two games out.")
        self.name, self.table, self.number = name, table, number


def told_tables(tournament: Tournament, number: int) -> frozenset[str]:
    """A game that was left out was told."""
    return frozenset(game.table for game in tournament.games if game.round == number and not game.struck)


def check_counted_once(tournament: Tournament, game: TournamentGame) -> None:
    """Somebody may play more than one game of a round, but all at one table. Raises CountedTwice."""
    people = {place.person for place in game.places} - {None}
    for other in tournament.counted():
        if other.round != game.round or other.table == game.table:
            continue
        for place in other.places:
            if place.person in people:
                raise CountedTwice(tournament.names.get(place.person or 0, place.name), other.table, other.round or 0)


def counted_twice(tournament: Tournament, game: TournamentGame) -> CountedTwice | None:
    """What keeps it from counting."""
    try:
        check_counted_once(tournament, game)
    except CountedTwice as twice:
        return twice
    return None
