"""Reads the scores of a box that kept them in a database, as boxes did until November 2026.

The database may come from a stranger, with a saved box. Only one with the tables of a box is read, because views and
triggers could run for ever."""

import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nightcrier.box.memory.evening import Counts, Evening, KeptGame
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence

_MOST_BYTES = 50 * 2**20
_TABLES = {
    "CREATE TABLE evening (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, target INTEGER NOT NULL)",
    (
        "CREATE TABLE seat (evening INTEGER, seat INTEGER, name TEXT NOT NULL, presence TEXT NOT NULL,"
        " PRIMARY KEY (evening, seat))"
    ),
    "CREATE TABLE game (evening INTEGER, number INTEGER, game TEXT, scenario TEXT, PRIMARY KEY (evening, number))",
    (
        "CREATE TABLE result (evening INTEGER, game INTEGER, seat INTEGER, points INTEGER,"
        " PRIMARY KEY (evening, game, seat))"
    ),
    "CREATE TABLE counted (mark TEXT PRIMARY KEY, evening INTEGER, game INTEGER, points TEXT, people TEXT)",
}
_Rows = list[tuple[Any, ...]]


def old_evenings(path: Path) -> list[Evening]:
    """Return all evenings of a database, oldest first; none if it has no tables yet. Their values are not checked.
    Raises BadFile."""
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        raise BadFile(path, "", "is no file of scores")
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as kept:
            tables = {sql for (sql,) in kept.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
            if tables and tables != _TABLES:
                raise BadFile(path, "", "is damaged (its tables are not those of the scores)")
            rows = kept.execute("SELECT * FROM evening ORDER BY number") if tables else ()
            return [_evening(kept, row) for row in rows]
    except (sqlite3.Error, ValueError, TypeError, OverflowError, LookupError) as wrong:
        raise BadFile(path, "", f"is damaged ({wrong})") from None


def _evening(kept: sqlite3.Connection, row: tuple[int, str, int]) -> Evening:
    number, kind, target = row

    def rows(sql: str) -> _Rows:
        return list(kept.execute(sql, (number,)))

    people = rows("SELECT name, presence FROM seat WHERE evening = ? ORDER BY seat")
    points = dict[int, dict[int, int]]()
    for game, seat, earned in rows("SELECT game, seat, points FROM result WHERE evening = ? ORDER BY game, seat"):
        points.setdefault(game, {})[seat] = earned
    counted = rows("SELECT game, mark, points, people FROM counted WHERE evening = ? ORDER BY rowid")
    marked = {game: mark for game, mark, judged, _ in counted if judged}
    games = rows("SELECT number, game, scenario FROM game WHERE evening = ? ORDER BY number")
    return Evening(
        number,
        EveningKind(kind),
        target,
        tuple(EveningPerson(str(name), Presence(presence)) for name, presence in people),
        (
            *(_gone(*row) for row in counted if not row[2]),
            *(
                _game(GameResult(number, game, scenario, points.get(number, {}), marked.get(number, "")), counted)
                for number, game, scenario in games
            ),
        ),
    )


def _gone(game: int | None, mark: str, judged: str | None, people: str) -> KeptGame:
    """Return a game that does not count: people took it out of the scores, or its verdict was taken back."""
    state = Counts.STRUCK if judged is None else Counts.TAKEN_BACK
    return KeptGame(GameResult(game or 1, "", "", {}, mark), (), _numbers(people), state)


def _game(result: GameResult, counted: _Rows) -> KeptGame:
    judged: Mapping[str, tuple[str, str]] = {mark: (points, people) for _, mark, points, people in counted if points}
    points, people = judged.get(result.id, ("", ""))
    return KeptGame(result, _numbers(points), _numbers(people))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
