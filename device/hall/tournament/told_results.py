"""Takes in what a table tells of its games, as often as it comes. A game is known by its id: it counts once, with the
points that were told last. One that is missed in what its table tells was struck there: it is kept, and counts no more;
if it comes again, it counts again. No table mends the games of another, nor keeps them out under their ids."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from device.hall.tournament.placed_games import placed_game
from device.hall.tournament.tournament_state import GamePlace, Tournament, TournamentGame
from device.kernel.files import LARGEST_FILE
from device.kernel.hall_results import ResultGame, TableResults

MOST_OF_A_TABLE = 300
"""Games: more than any tournament has rounds for."""
MOST_OF_RESULTS = 128 * 1024
"""Bytes of the games of one table, as the file has them: 300 games of ten people."""
MOST_OF_STRANGERS = LARGEST_FILE // 8
"""Of all tables together that no round has seated."""
MOST_OF_ALL = LARGEST_FILE // 2
"""So there is room in the file for people, rounds, and what was played before the first."""


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


class GamesRoom:
    """For new games of one table, while one word of it is taken in. Counted only where there is a new one."""

    def __init__(self, tournament: Tournament, table: str) -> None:
        self._tournament, self._table = tournament, table
        self._left: tuple[int, int] | None = None

    @property
    def is_left(self) -> bool:
        if self._left is None:
            self._left = _left(self._tournament, self._table)
        return min(self._left) > 0

    def take(self, game: TournamentGame) -> TournamentGame:
        """It has its place."""
        games, size = self._left or _left(self._tournament, self._table)
        self._left = games - 1, size - _size([game])
        return game


def _left(tournament: Tournament, table: str) -> tuple[int, int]:
    """Games, and bytes."""
    seated = {each.table for drawn in tournament.rounds for each in drawn.tables}
    own = [game for game in tournament.games if game.table == table]
    left = [MOST_OF_RESULTS - _size(own), MOST_OF_ALL - _size(tournament.games)]
    if table not in seated:
        left.append(MOST_OF_STRANGERS - _size(game for game in tournament.games if game.table not in seated))
    return MOST_OF_A_TABLE - len(own), min(left)


def _size(games: Iterable[TournamentGame]) -> int:
    return len(msgspec.json.encode(tuple(games)))
