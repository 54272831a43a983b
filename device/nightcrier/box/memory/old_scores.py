"""Reads the scores of a box that stored them in a database, as all boxes did until November 2026.

The database may come from a stranger, in a saved box. It is read only if its tables are exactly those of a box, because
views and triggers could run forever."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from nightcrier.box.memory.evening import Counts, Evening
from nightcrier.kernel.errors import BadFile

_MOST_BYTES, _VERSION = 50 * 2**20, 100
TABLES = {
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
_FOR_NOW = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
_Rows = list[tuple[Any, ...]]


def old_evenings(path: Path) -> list[Evening]:
    """Return all evenings of a database, oldest first, with unchecked values. Raises BadFile, or OSError if the disk or
    another program refuses for now."""
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        raise BadFile(path, "", "is no file of scores")
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as kept:
            _check_form(kept, path)
            return [_evening(kept, row) for row in kept.execute("SELECT * FROM evening ORDER BY number")]
    except (sqlite3.Error, ValueError, TypeError, AttributeError) as wrong:
        if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in _FOR_NOW:
            raise OSError(str(wrong)) from None
        raise BadFile(path, "", f"is damaged ({wrong})") from None


def _check_form(kept: sqlite3.Connection, path: Path) -> None:
    tables = {sql for (sql,) in kept.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    ((version,),) = kept.execute("PRAGMA user_version")
    if version != _VERSION:
        raise BadFile(path, "", f"is from {'a newer' if version > _VERSION else 'an older'} Nightcrier")
    if tables != TABLES:
        raise BadFile(path, "", "is damaged (its tables are not those of the scores)")


def _evening(kept: sqlite3.Connection, row: tuple[int, str, int]) -> Evening:
    """Return an evening with everything known about its games. Raises ValueError for a wrong type, because SQLite
    accepts any value in any column."""
    number, kind, target = row
    people = kept.execute("SELECT name, presence FROM seat WHERE evening = ? ORDER BY seat", (number,))
    plain = {
        "number": number,
        "kind": kind,
        "target": target,
        "people": [{"name": name, "presence": presence} for name, presence in people],
        "games": list(_games(kept, number)),
    }
    return msgspec.convert(plain, Evening)


def _games(kept: sqlite3.Connection, evening: int) -> Iterator[dict[str, Any]]:
    """Yield the games of an evening, beginning with those that do not count."""

    def rows(sql: str) -> _Rows:
        return list(kept.execute(sql, (evening,)))

    points = dict[int, dict[int, int]]()
    for game, seat, earned in rows("SELECT game, seat, points FROM result WHERE evening = ? ORDER BY game, seat"):
        points.setdefault(game, {})[seat] = earned
    counted = rows("SELECT game, mark, points, people FROM counted WHERE evening = ? ORDER BY rowid")
    yield from (_gone(mark, judged, seats) for _, mark, judged, seats in counted if not judged)
    for row in rows("SELECT number, game, scenario FROM game WHERE evening = ? ORDER BY number"):
        yield _game(row, points.get(row[0], {}), counted)


def _gone(mark: object, judged: object, seats: str) -> dict[str, Any]:
    """Return a game that does not count: people removed it from the scores, or its verdict was taken back."""
    result = {"number": 1, "game": "", "scenario": "", "points": {}, "id": mark}
    state = Counts.STRUCK if judged is None else Counts.TAKEN_BACK
    return {"result": result, "seats": _numbers(seats), "counts": state}


def _game(row: tuple[Any, ...], points: dict[int, int], counted: _Rows) -> dict[str, Any]:
    number, game, scenario = row
    marked = next((each[1:] for each in counted if each[0] == number and each[2]), ("", "", ""))
    result = {"number": number, "game": game, "scenario": scenario, "points": points, "id": marked[0]}
    return {"result": result, "judged": _numbers(marked[1]), "seats": _numbers(marked[2])}


def _numbers(text: str) -> list[int]:
    return list(map(int, text.split()))
