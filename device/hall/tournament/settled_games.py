"""Settles games for the organiser: which do not count, which round one belongs to, who sat there; and says why one
belongs to no round by itself."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from device.hall.tournament.placed_games import (
    CountedTwice,
    check_counted_once,
    counted_twice,
    fitting_games,
    seat_of,
    told_tables,
)
from device.hall.tournament.tournament_people import find_person
from device.hall.tournament.tournament_state import GamePlace, Tournament, TournamentGame
from device.kernel.errors import WrongUse, quoted


def astray_games(tournament: Tournament) -> tuple[TournamentGame, ...]:
    """Return the games that belong to no round, until somebody settles them or leaves them out."""
    return tuple(game for game in tournament.games if game.round is None and not game.struck and not game.left_out)


def untold_tables(tournament: Tournament) -> tuple[str, ...]:
    """Return the tables of the newest round that have told no game of it. A game that was left out was told."""
    if not tournament.rounds:
        return ()
    newest = tournament.rounds[-1]
    told = told_tables(tournament, newest.number)
    return tuple(each.table for each in newest.tables if each.people and each.table not in told)


def strangers_of(game: TournamentGame) -> tuple[GamePlace, ...]:
    """Return the places of a game whose people are unknown to the tournament. If there are none, these people sat at
    that table in no round."""
    return tuple(place for place in game.places if place.person is None)


def leave_out_game(tournament: Tournament, game: str, *, out: bool = True) -> Tournament:
    """Leave a game out, or count it again. Raises WrongUse."""
    found = replace(_found(tournament, game), left_out=out)
    if found.counts:
        check_counted_once(tournament, found)
    return _with_game(tournament, found)


def settle_game(tournament: Tournament, game: str, number: int, people: Mapping[int, int]) -> Tournament:
    """Put a game into this round. `people`, by place, are those who sat there and were not known; somebody without a
    name was drawn for that seat. Raises WrongUse."""
    if not any(each.number == number for each in tournament.rounds):
        raise WrongUse(f"There is no round {number}; choose one that was drawn.")
    found = _found(tournament, game)
    drawn = (
        place.person if place.person is not None or place.name else seat_of(tournament, found, number, place)
        for place in found.places
    )
    sat = {place.place: people.get(place.place, seat) for place, seat in zip(found.places, drawn, strict=True)}
    named = [find_person(tournament, person).id for person in sat.values() if person is not None]
    if len(set(named)) < len(named):
        raise WrongUse("Somebody would have sat at two places of this game; say who sat where.")
    places = tuple(replace(place, person=sat[place.place]) for place in found.places)
    settled = replace(found, places=places, round=number)
    check_counted_once(tournament, settled)
    return _with_game(tournament, settled)


def _found(tournament: Tournament, game: str) -> TournamentGame:
    found = next((each for each in tournament.games if each.id == game), None)
    if found is None:
        raise WrongUse(f"No game {quoted(game)} was told; choose one of the list.")
    return found


def _with_game(tournament: Tournament, game: TournamentGame) -> Tournament:
    return replace(tournament, games=tuple(game if each.id == game.id else each for each in tournament.games))


class AstrayReason(StrEnum):
    """A reason why a game belongs to no round; its words are `net.hall.tournament.<value>`."""

    UNKNOWN = "unknown"  # somebody has a name that nobody of the tournament has
    NAMELESS = "nameless"  # there are no names, and seats do not say for sure who it was
    FEWER = "fewer"  # more people were drawn for that table
    NOWHERE = "nowhere"  # these people sat there in no round


def astray_reason(tournament: Tournament, game: TournamentGame) -> AstrayReason | CountedTwice:
    if any(place.name and place.person is None for place in game.places):
        return AstrayReason.UNKNOWN
    fits = fitting_games(tournament, game)
    if fits and (twice := counted_twice(tournament, fits[0])):
        return twice
    if not all(place.name for place in game.places):
        return AstrayReason.NAMELESS
    return AstrayReason.FEWER if fits else AstrayReason.NOWHERE
