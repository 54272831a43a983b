"""Finds the round of a game that is told for the first time, and who sat where. Doubtful games are left to the
organiser, so that nobody gets the points of others."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from device.hall.tournament.tournament_state import GamePlace, Tournament, TournamentGame, TournamentRound
from device.kernel.errors import WrongUse
from device.kernel.names import same_name


class CountedTwice(WrongUse):
    """Refuses to count somebody at two tables of one round."""

    def __init__(self, name: str, table: str, number: int) -> None:
        super().__init__(f"{name} counts at {table!r} in round {number} already; leave one of the two games out.")
        self.name, self.table, self.number = name, table, number


def told_tables(tournament: Tournament, number: int) -> frozenset[str]:
    """Return the tables that have told a game of a round, also one that was left out."""
    return frozenset(game.table for game in tournament.games if game.round == number and not game.struck)


def counted_twice(tournament: Tournament, game: TournamentGame) -> CountedTwice | None:
    """Return what keeps a game from counting: somebody may play more than one game of a round, but all at one table."""
    people = {place.person for place in game.places} - {None}
    elsewhere = (other for other in tournament.counted() if other.round == game.round and other.table != game.table)
    for other in elsewhere:
        for place in other.places:
            if place.person in people:
                return CountedTwice(tournament.names.get(place.person or 0, place.name), other.table, other.round or 0)
    return None


def check_counted_once(tournament: Tournament, game: TournamentGame) -> None:
    """Check that nobody counts at two tables. Raises CountedTwice."""
    if twice := counted_twice(tournament, game):
        raise twice


def placed_game(tournament: Tournament, game: TournamentGame) -> TournamentGame:
    """Place a game in the newest round in which all its people sat at its table, each of them at one place."""
    fits = fitting_games(tournament, game)
    if fits and _is_sure(tournament, fits) and not counted_twice(tournament, fits[0]):
        return fits[0]
    known = _known(tournament)
    named = (replace(place, person=known.get(same_name(place.name)) if place.name else None) for place in game.places)
    return replace(game, places=tuple(named), round=None)


def fitting_games(tournament: Tournament, game: TournamentGame) -> tuple[TournamentGame, ...]:
    """Return the game as it would count in each round in which these people sat there, the newest first. Without names
    seats say little: then only the newest two rounds of that table count."""
    rounds = list(_rounds_of(tournament, game.table))
    if not all(place.name for place in game.places):
        rounds = rounds[:2]
    known = _known(tournament)
    return tuple(found for each in rounds if (found := _in_round(game, each, known)))


def seat_of(tournament: Tournament, game: TournamentGame, number: int, place: GamePlace) -> int | None:
    """Return who was drawn for this place in this round; None if nobody was."""
    seats = next((each.people_at(game.table) for each in tournament.rounds if each.number == number), ())
    return _drawn_for(place, seats)


def _is_sure(tournament: Tournament, fits: Sequence[TournamentGame]) -> bool:
    """Whether the game surely belongs to the first fitting round. It is doubtful if more people were drawn for that
    table than have played. Without names it must be the newest round there; and if the round before has told no game,
    it may be that one, come late."""
    game, rounds = fits[0], list(_rounds_of(tournament, fits[0].table))
    drawn = next(each for each in rounds if each.number == game.round)
    is_whole = len(game.places) == len(drawn.people_at(game.table))
    if all(place.name for place in game.places):
        return is_whole
    told = any(game.table in told_tables(tournament, each.number) for each in rounds[:2])
    return is_whole and drawn is rounds[0] and (told or len(fits) == 1)


def _rounds_of(tournament: Tournament, table: str) -> Iterator[TournamentRound]:
    return (each for each in reversed(tournament.rounds) if each.people_at(table))


def _in_round(game: TournamentGame, drawn: TournamentRound, known: Mapping[str, int]) -> TournamentGame | None:
    """Place a game in one round by names, and people without a name by their seats; None if that does not fit."""
    seats = drawn.people_at(game.table)
    people = [_person(place, seats, known) for place in game.places]
    if not people or None in people or len(set(people)) < len(people):
        return None
    places = (replace(place, person=person) for place, person in zip(game.places, people, strict=True))
    return replace(game, places=tuple(places), round=drawn.number)


def _person(place: GamePlace, seats: Sequence[int], known: Mapping[str, int]) -> int | None:
    if not place.name:
        return _drawn_for(place, seats)
    person = known.get(same_name(place.name))
    return person if person in seats else None


def _drawn_for(place: GamePlace, seats: Sequence[int]) -> int | None:
    return seats[place.place - 1] if 0 < place.place <= len(seats) else None


def _known(tournament: Tournament) -> Mapping[str, int]:
    return {same_name(person.name): person.id for person in tournament.people}
