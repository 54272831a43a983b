"""Two rounds of a tournament, and the games that boxes tell of them."""

from nightcrier.broker.hall_messages import ResultGame, ResultPlace, TableResults
from nightcrier.hall.tournament.standings import standings_of
from nightcrier.hall.tournament.state import Tournament

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hu")


def game(number: int, points: dict[str, int], key: str = "") -> ResultGame:
    places = tuple(ResultPlace(place, got, name) for place, (name, got) in enumerate(points.items(), 1))
    return ResultGame(number, "toy", "First game", places, key or f"id{number}")


def nameless(number: int, count: int, won: int) -> ResultGame:
    places = tuple(ResultPlace(seat, int(seat == won)) for seat in range(1, count + 1))
    return ResultGame(number, "toy", "", places, f"n{number}")


FIRST = game(1, {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1})
SECOND = game(2, {"Ada": 0, "Bo": 1, "Ed": 1, "Flo": 0})


def told(*games: ResultGame, evening: int = 1, since: int = 0) -> TableResults:
    return TableResults(evening, games, since)


def points(tournament: Tournament) -> dict[str, int]:
    return {row.name: row.points for row in standings_of(tournament) if row.games}
