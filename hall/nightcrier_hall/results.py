"""Receives the results of games from tables, keeps them in one file, and writes them as CSV.

Each game has an id. A game is kept once, however often it is sent, with the points that were sent last. If a table no
longer sends a game, somebody has deleted it at the table. The game is kept, but does not count until it is sent again.
No table can change the games of another table, or use their ids. The broker keeps each table's newest games, so what a
power cut removes from the file is sent again."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, TableResults, read_message
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import DISK, LARGEST_FILE, Files, refusal_reason
from nightcrier.kernel.reading import parse_json
from nightcrier.kernel.rows import as_csv
from nightcrier.kernel.state_file import StateFile

MOST_OF_A_TABLE = 300
"""The most games of one table. No event has that many rounds."""
MOST_OF_RESULTS = 128 * 1024
"""The most bytes in the file for the games of one table: 300 games of ten people."""
MOST_OF_ALL = LARGEST_FILE * 3 // 4
"""The most bytes for all games. The rest of the file is for points that are corrected later."""
_VERSION = 100
_HEAD = ("table", "title", "evening", "number", "game", "deck", "seat", "name", "points", "counts")


class ToldGame(Struct, frozen=True):
    """A game as its table has sent it. `struck` says that it was deleted at the table."""

    table: str
    evening: int
    result: ResultGame
    struck: bool = False


Games = Mapping[str, ToldGame]


def take_results(games: Games, table: str, told: TableResults) -> Games:
    """Return the games, updated with those that a table sends. If nothing is new, the same mapping is returned."""
    ids = {_id_of(games, table, told.evening, result): result for result in told.games}
    missing = _games_missing(games, table, told, ids)
    taken = {key: replace(game, struck=True) if key in missing else game for key, game in games.items()}
    left: tuple[int, int] | None = None
    for key, result in ids.items():
        if key in taken:
            taken[key] = _told_again(taken[key], result)
            continue
        number, size = left or _room_left(games, table)
        if number > 0 and size > 0:
            taken[key] = ToldGame(table, told.evening, result)
            size -= len(msgspec.json.encode(taken[key]))
        left = number - 1, size
    return games if taken == games else taken


def _id_of(games: Games, table: str, evening: int, result: ResultGame) -> str:
    """Return the id of a game. A game without an id is identified by table, evening and number. If another table has
    sent a game with the same id, the returned id begins with the table's name and a colon, which no sent id does."""
    key = result.id or f"{table}/{evening}/{result.number}"
    return key if key not in games or games[key].table == table else f"{table}:{key}"


def _told_again(known: ToldGame, result: ResultGame) -> ToldGame:
    """Return a known game with the points and the number that were sent last. Its people stay those of the first time,
    because other people have their seats by now."""
    points = {place.place: place.points for place in result.places}
    places = tuple(replace(place, points=points.get(place.place, 0)) for place in known.result.places)
    return replace(known, result=replace(known.result, places=places, number=result.number), struck=False)


def _games_missing(games: Games, table: str, told: TableResults, ids: Mapping[str, ResultGame]) -> set[str]:
    """Return the ids of the evening that the table no longer sends. If the table sends none of the known games, the box
    has lost its scores and this is another evening with the same number; but the only game of an evening may be
    deleted."""
    known = {key: game for key, game in games.items() if (game.table, game.evening) == (table, told.evening)}
    is_only = not ids and sum(not game.struck for game in known.values()) == 1
    if not is_only and not known.keys() & ids.keys():
        return set()
    return {key for key, game in known.items() if key not in ids and game.result.number >= told.since}


def _room_left(games: Games, table: str) -> tuple[int, int]:
    """Return how many more games of a table can be kept, and how many bytes. The games of all tables are measured only
    if the table itself has room."""
    own = [game for game in games.values() if game.table == table]
    number, size = MOST_OF_A_TABLE - len(own), MOST_OF_RESULTS - len(msgspec.json.encode(own))
    if number <= 0 or size <= 0:
        return 0, 0
    return number, min(size, MOST_OF_ALL - len(msgspec.json.encode(games)))


def results_as_csv(games: Games, titles: Mapping[str, str]) -> str:
    """Write a row for each person of each game. `titles` are the titles of the tables, by short name."""
    return as_csv(_HEAD, (row for game in games.values() for row in _rows(game, titles)))


def _rows(game: ToldGame, titles: Mapping[str, str]) -> Iterator[tuple[str | int, ...]]:
    told, title = game.result, titles.get(game.table, game.table)
    counts = "struck" if game.struck else "yes"
    for place in told.places:
        at = (game.table, title, game.evening, told.number, told.game, told.title)
        yield (*at, place.place, place.name, place.points, counts)


class _Kept(Struct, frozen=True):
    """The content of the file. `results` is the version of its format."""

    results: int
    games: Mapping[str, ToldGame] = {}


class ResultsDesk:
    """Receives the results of tables, and keeps them in a file. `tell` writes a sentence into the log. `is_kept` says
    whether the disk accepted the latest results."""

    def __init__(self, path: Path, tell: Callable[[str], None], files: Files = DISK) -> None:
        self._file, self._tell = StateFile(files, path), tell
        self.games = self._written = self._read()
        self.is_kept = not self._file.locked
        for wrong in self._file.faults:
            tell(str(wrong))

    def hear(self, table: str, payload: bytes) -> None:
        if told := read_message(payload, TableResults):
            self.games = take_results(self.games, table, told)

    def look(self) -> None:
        """Write what is new. The hall calls this every few seconds and at its end, so that no table wears the disk."""
        if self.games is self._written:
            return
        refused = self._file.write(msgspec.json.encode(_Kept(_VERSION, self.games)))
        if refused and self.is_kept:
            self._tell(
                f"{refused.path} cannot be written ({refusal_reason(refused.why)}): what tables have told since is lost"
                " when this program ends; make room on the disk."
            )
        self.is_kept = refused is None and not self._file.locked
        self._written = self._written if refused else self.games

    def _read(self) -> Games:
        content = self._file.read()
        try:
            kept = None if content is None else parse_json(content, _Kept, self._file.path)
        except BadFile as damaged:
            self._file.keep_aside(damaged.key, damaged.expected)
            kept = None
        return kept.games if kept and self._file.accept_version(kept.results, _VERSION) else {}
