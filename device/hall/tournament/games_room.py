"""How many games there is room for: one table that tells without end fills neither memory nor file, nor do many that
come under ever new names."""

from collections.abc import Iterable

import msgspec

from device.hall.tournament.tournament_state import Tournament, TournamentGame
from device.kernel.files import LARGEST_FILE

MOST_OF_A_TABLE = 300
"""Games: more than any tournament has rounds for."""
MOST_OF_RESULTS = 128 * 1024
"""Bytes of the games of one table, as the file has them: 300 games of ten people."""
MOST_OF_STRANGERS = LARGEST_FILE // 8
"""Of all tables together that no round has seated."""
MOST_OF_ALL = LARGEST_FILE // 2
"""So there is room in the file for people, rounds, and what was played before the first."""


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
