"""Why a game belongs to no round, for the organiser, who settles it."""

from enum import StrEnum

from device.hall.tournament.placed_games import fitting_games
from device.hall.tournament.round_games import CountedTwice, counted_twice
from device.hall.tournament.tournament_state import Tournament, TournamentGame


class AstrayReason(StrEnum):
    """Its words are `net.hall.tournament.<value>`."""

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
