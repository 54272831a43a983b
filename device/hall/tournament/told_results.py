"""Takes in what a table tells of its games, as often as it comes. A game is known by its id: it counts once, with the
points that were told last. One that is missed in what its table tells was struck there: it is kept, and counts no more;
if it comes again, it counts again. No table mends the games of another, nor keeps them out under their ids."""

from collections.abc import Mapping

from msgspec.structs import replace

from device.hall.tournament.games_room import GamesRoom
from device.hall.tournament.placed_games import placed_game
from device.hall.tournament.tournament_state import GamePlace, Tournament, TournamentGame
from device.kernel.hall_results import ResultGame, TableResults


def take_results(tournament: Tournament, table: str, told: TableResults) -> Tournament:
    """What is known already leaves the tournament as it is, the same value."""
    games, room = {game.id: game for game in tournament.games}, GamesRoom(tournament, table)
    for result in told.games:
        key = _key(games, table, told.evening, result)
        if known := games.get(key):
            games[key] = _told_again(known, result)
        elif (table, result_id(table, told.evening, result)) not in tournament.before and room.is_left:
            games[key] = room.take(_first_told(tournament, table, told.evening, result, key))
    for game in _missed(tournament, table, told):
        games[game.id] = replace(game, struck=True)
    taken = tuple(games.values())
    return tournament if taken == tournament.games else replace(tournament, games=taken)


def result_id(table: str, evening: int, result: ResultGame) -> str:
    """Without one of its own it is known by its place in the evening."""
    return result.id or f"{table}/{evening}/{result.number}"


def _key(games: Mapping[str, TournamentGame], table: str, evening: int, result: ResultGame) -> str:
    """Of this table's game here. Where another table has told one of the same id, it has the table's name before it,
    and a sign that no told id has: nobody can have told that one first."""
    key = result_id(table, evening, result)
    return key if key not in games or games[key].table == table else f"{table}:{key}"


def _told_again(known: TournamentGame, result: ResultGame) -> TournamentGame:
    """Only its points, and its number, may be others: who sat there was told first. A place that is new is somebody
    who had lost too often, and is in again."""
    points = {place.place: place.points for place in result.places}
    places = tuple(replace(place, points=points.get(place.place, 0)) for place in known.places)
    return replace(known, places=places, number=result.number, struck=False)


def _first_told(tournament: Tournament, table: str, evening: int, result: ResultGame, key: str) -> TournamentGame:
    places = tuple(GamePlace(place.place, place.name, place.points) for place in result.places)
    found = TournamentGame(key, table, evening, result.number, result.game, result.title, places)
    return placed_game(tournament, found)


def _missed(tournament: Tournament, table: str, told: TableResults) -> list[TournamentGame]:
    """Games of the same evening that are told no more. Where not one of them is, it is another evening of the same
    number: the box has lost its scores, and the hall has not; what was played before the first round shows that it has
    them. And the only one that counts may be struck."""
    games = {game.id: game for game in tournament.games}
    ids = {_key(games, table, told.evening, result) for result in told.games}
    known = [game for game in tournament.games if (game.table, game.evening) == (table, told.evening)]
    is_only = not ids and sum(not game.struck for game in known) == 1
    before = {(table, result_id(table, told.evening, result)) for result in told.games}.intersection(tournament.before)
    is_same = is_only or bool(before) or any(game.id in ids for game in known)
    return [game for game in known if is_same and game.id not in ids and game.number >= told.since]
