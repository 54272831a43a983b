"""The things that a table tells its hall: its title, its decks, how it stands with updates, and its games, made of the
scores that the box tells."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from device.kernel.hall_results import MOST_GAMES, ResultGame, ResultPlace, TableResults
from device.kernel.public_scores import ScoredGame, TableScores
from device.kernel.wishes import ScenarioWish
from device.net.mqtt.update_source import UpdateState
from device.net.orders import deck_id


class JoinedTable(Struct, frozen=True):
    """The message by which a table joins its hall: its decks by their ids, with their titles in the language of the
    table."""

    title: str = ""
    language: str = ""
    decks: Mapping[str, str] = {}
    update: UpdateState = UpdateState()


MOST_OF_DECKS = 48 * 1024
"""Bytes. The hall hears no message above 64 KiB: of a box with many hundreds the last are left to its own dial."""


def table_message(title: str, language: str, decks: Mapping[str, ScenarioWish], update: UpdateState) -> bytes:
    named, left = dict[str, str](), MOST_OF_DECKS
    for name, deck in decks.items():
        left -= len(msgspec.json.encode((deck_id(deck), name)))
        if left < 0:
            break
        named[deck_id(deck)] = name
    return msgspec.json.encode(JoinedTable(title, language, named, update))


class ResultsTeller:
    """Tells the games of a table. It keeps the names that people had when a game was first told: in the next round
    others sit there, and have their names in the same evening."""

    def __init__(self) -> None:
        self._named: dict[tuple[int, int, str], Mapping[int, str]] = {}
        self._made: tuple[TableScores | None, bytes] = None, b""

    def message(self, scores: TableScores) -> bytes:
        """Return the message of these scores, made once."""
        if self._made[0] is not scores:
            self._made = scores, msgspec.json.encode(self.table_results(scores))
        return self._made[1]

    def table_results(self, scores: TableScores) -> TableResults:
        games = tuple(self._game(scores, game) for game in scores.games[-MOST_GAMES:])
        self._named = {key: names for key, names in self._named.items() if key[0] == scores.evening}
        return TableResults(scores.evening, games, games[0].number if len(scores.games) > MOST_GAMES else 0)

    def _game(self, scores: TableScores, game: ScoredGame) -> ResultGame:
        names = dict(enumerate((person.name for person in scores.people), 1))
        named = self._named.setdefault((scores.evening, game.number, game.id), names)
        places = (ResultPlace(person, points, named.get(person, "")) for person, points in sorted(game.points.items()))
        return ResultGame(game.number, game.game, game.title, tuple(places), game.id)
