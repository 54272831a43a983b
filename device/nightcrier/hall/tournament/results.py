"""Takes in what tables tell of their games, and finds the round of each and who sat where.

A game is known by its id: it counts once, with the points that were told last, as often as it comes. A game that its
table tells no more was struck there: it is kept and does not count, until it is told again. No table can change the
games of another, or use up their ids.

Doubtful games are left to the organiser, so that nobody gets the points of others."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, TableResults
from nightcrier.hall.tournament.settled_games import placed_game
from nightcrier.hall.tournament.state import GamePlace, Tournament, TournamentGame
from nightcrier.kernel.files import LARGEST_FILE

MOST_OF_A_TABLE = 300
"""Games of a table: more than any tournament has rounds for."""
MOST_OF_RESULTS = 128 * 1024
"""Bytes of the games of one table, as the file has them: 300 games of ten people."""
MOST_OF_STRANGERS = LARGEST_FILE // 8
"""Bytes of the games of all tables together that no round has seated."""
MOST_OF_ALL = LARGEST_FILE // 2
"""Bytes of all games: the file has room beside them for people, rounds, and what was played before the first."""


def take_results(tournament: Tournament, table: str, told: TableResults) -> Tournament:
    """Take in results. If nothing is new, the same tournament is returned."""
    games, room = {game.id: game for game in tournament.games}, GamesRoom(tournament, table)
    for result in told.games:
        key = _key(games, table, told.evening, result)
        if known := games.get(key):
            games[key] = _take_again(known, result)
        elif (table, result_id(table, told.evening, result)) not in tournament.before and room.is_left:
            games[key] = room.take(_first_told(tournament, table, told.evening, result, key))
    for game in _games_missing(tournament, table, told):
        games[game.id] = replace(game, struck=True)
    taken = tuple(games.values())
    return tournament if taken == tournament.games else replace(tournament, games=taken)


def result_id(table: str, evening: int, result: ResultGame) -> str:
    """Return the id of a result; one without an id is known by its place in the evening."""
    return result.id or f"{table}/{evening}/{result.number}"


def _key(games: Mapping[str, TournamentGame], table: str, evening: int, result: ResultGame) -> str:
    """Return the key of a table's game. If another table has told a game of the same id, the key begins with the name
    of its table and a sign that no id may have: nobody can have told that one first."""
    key = result_id(table, evening, result)
    return key if key not in games or games[key].table == table else f"{table}:{key}"


def _take_again(known: TournamentGame, result: ResultGame) -> TournamentGame:
    """Take in the points and the number of a known game; the people stay those that were told first. A new place is
    somebody who had lost too often, and is in again."""
    points = {place.place: place.points for place in result.places}
    places = tuple(replace(place, points=points.get(place.place, 0)) for place in known.places)
    return replace(known, places=places, number=result.number, struck=False)


def _first_told(tournament: Tournament, table: str, evening: int, result: ResultGame, key: str) -> TournamentGame:
    places = tuple(GamePlace(place.place, place.name, place.points) for place in result.places)
    found = TournamentGame(key, table, evening, result.number, result.game, result.title, places)
    return placed_game(tournament, found)


def _games_missing(tournament: Tournament, table: str, told: TableResults) -> list[TournamentGame]:
    """Return the games of an evening that are told no more, and so were struck. If none of its known games is told, the
    box has lost its scores and this is another evening of the same number; games from before the first round prove that
    it has not. The only game that counts may be struck, too."""
    games = {game.id: game for game in tournament.games}
    ids = {_key(games, table, told.evening, result) for result in told.games}
    known = [game for game in tournament.games if (game.table, game.evening) == (table, told.evening)]
    is_only = not ids and sum(not game.struck for game in known) == 1
    before = {(table, result_id(table, told.evening, result)) for result in told.games}.intersection(tournament.before)
    is_same = is_only or bool(before) or any(game.id in ids for game in known)
    return [game for game in known if is_same and game.id not in ids and game.number >= told.since]


class GamesRoom:
    """Counts the room for new games of one table, while one message is taken in; only if there is a new one."""

    def __init__(self, tournament: Tournament, table: str) -> None:
        self._tournament, self._table = tournament, table
        self._left: tuple[int, int] | None = None

    @property
    def is_left(self) -> bool:
        if self._left is None:
            self._left = _rest(self._tournament, self._table)
        return min(self._left) > 0

    def take(self, game: TournamentGame) -> TournamentGame:
        """Give a game its room."""
        games, size = self._left or _rest(self._tournament, self._table)
        self._left = games - 1, size - _size([game])
        return game


def _rest(tournament: Tournament, table: str) -> tuple[int, int]:
    """Return how many games and bytes are left."""
    seated = {each.table for drawn in tournament.rounds for each in drawn.tables}
    own = [game for game in tournament.games if game.table == table]
    left = [MOST_OF_RESULTS - _size(own), MOST_OF_ALL - _size(tournament.games)]
    if table not in seated:
        left.append(MOST_OF_STRANGERS - _size(game for game in tournament.games if game.table not in seated))
    return MOST_OF_A_TABLE - len(own), min(left)


def _size(games: Iterable[TournamentGame]) -> int:
    return len(msgspec.json.encode(tuple(games)))
