"""The tables of the scores: how each change of them is whole, and whether a database has them, and sense. Every
change is one transaction: once it has come back, no power cut takes it away. Rows that no box has written are
looked for, as SQLite takes any value for any column, and cards lose bits."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.people import EveningKind, Presence


class Connection(Protocol):
    """The port through which the scores speak to a database."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Iterable[Any]: ...

    def close(self) -> None: ...


class SafeDatabase:
    """A change that could not be made raises `NotKept`, a look that could not be had `BadFile`. `refusals` are what the
    database raises."""

    def __init__(self, connection: Connection, path: Path, refusals: type[Exception]) -> None:
        self._db, self._path, self._refusals = connection, path, refusals
        self._changing = False

    def close(self) -> None:
        self._db.close()

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(self._db.execute(sql, values))
        except self._refusals as refused:
            raise BadFile(self._path, "", f"cannot be read ({refused})") from None

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Within a greater change it is a part of that."""
        if self._changing:
            yield
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._changing = True
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._take_back()
                raise
            finally:
                self._changing = False
        except self._refusals as refused:
            raise NotKept(self._path, OSError(str(refused))) from None

    def _take_back(self) -> None:
        """After some refusals (a full disk) the database has rolled back by itself."""
        with suppress(self._refusals):
            self._db.execute("ROLLBACK")


# A commit is the unlinking of the rollback journal, and EXTRA forces that onto the card as well. The write-ahead log
# would be quicker, but needs shared memory and leaves three files where people who rescue a card look for one.
SAFELY = ("PRAGMA journal_mode = DELETE", "PRAGMA synchronous = EXTRA")

SCORES_VERSION = 100
TABLES = (
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
)
"""`seat` holds the people of an evening by their numbers, and whether they play. In `result`, who lost has no points,
who won at least one. `counted` has the mark of every game that was ever counted, also of one that was struck, so that
none is counted twice; and with it the game, the points it was judged with, and who sat there by their numbers, so that
it is corrected when its verdict is, for the same people. One that was struck is no game any more."""

_ALL_BUT_OWN = (
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
    " WHERE NOT (type = 'index' AND name LIKE 'sqlite_autoindex%' AND sql IS NULL)"
)
"""Reads names and statements of all tables. An index that SQLite makes for a primary key has no statement; the names
that strangers give can be of any bytes."""


def make_tables(connection: Connection) -> None:
    """Make them where there are none: all of them or, if the power goes, nothing."""
    for pragma in SAFELY:
        list(connection.execute(pragma))
    connection.execute("BEGIN IMMEDIATE")
    if tables_version(connection) == 0:
        for table in (*TABLES, f"PRAGMA user_version = {SCORES_VERSION}"):
            connection.execute(table)
    connection.execute("COMMIT")


def tables_version(connection: Connection) -> int:
    """Zero where it has none yet."""
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def check_tables(connection: Connection) -> None:
    """A database that lies about itself is found here, not in the middle of an evening: raises
    `sqlite3.DatabaseError`."""
    check_strangers(connection)
    ((verdict,),) = connection.execute("PRAGMA integrity_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def check_strangers(connection: Connection) -> None:
    """Before anything of it is asked: a trigger, a view or an index that no box has made could change what is counted,
    refuse it, or never come back. Raises `sqlite3.DatabaseError`."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as pattern:
        for table in TABLES if tables_version(connection) else ():
            pattern.execute(table)
        if _own_parts(connection) != _own_parts(pattern):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def _own_parts(connection: Connection) -> list[tuple[bytes | None, ...]]:
    """All that people or programs have made in it."""
    return sorted(connection.execute(_ALL_BUT_OWN), key=repr)


_LONGEST_TEXT = 200

_SENSELESS = (
    "SELECT 1 FROM evening WHERE number NOT BETWEEN 1 AND 1000000000",
    "SELECT 1 FROM evening WHERE typeof(target) <> 'integer' OR target NOT BETWEEN 0 AND 1000000",
    "SELECT 1 FROM seat WHERE typeof(seat) <> 'integer' OR typeof(name) <> 'text'",
    "SELECT 1 FROM seat WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM seat WHERE evening NOT IN (SELECT number FROM evening)",
    "SELECT 1 FROM seat GROUP BY evening HAVING MIN(seat) <> 1 OR MAX(seat) <> COUNT(*)",
    "SELECT 1 FROM game WHERE typeof(game) <> 'text' OR typeof(scenario) <> 'text'",
    "SELECT 1 FROM game WHERE typeof(number) <> 'integer' OR number NOT BETWEEN 1 AND 1000000000",
    "SELECT 1 FROM game WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM game WHERE evening NOT IN (SELECT number FROM evening)",
    "SELECT 1 FROM result WHERE typeof(points) <> 'integer' OR points NOT BETWEEN 0 AND 1000000",
    "SELECT 1 FROM result WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM result WHERE typeof(game) <> 'integer' OR typeof(seat) <> 'integer'",
    "SELECT 1 FROM result WHERE (evening, game) NOT IN (SELECT evening, number FROM game)",
    "SELECT 1 FROM result WHERE (evening, seat) NOT IN (SELECT evening, seat FROM seat)",
    "SELECT 1 FROM counted WHERE typeof(mark) <> 'text' OR typeof(points) NOT IN ('text', 'null')",
    "SELECT 1 FROM counted WHERE points GLOB '*[^0-9 ]*' OR points GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*'",
    "SELECT 1 FROM counted WHERE typeof(people) NOT IN ('text', 'null') OR people GLOB '*[^0-9 ]*'",
    (
        "SELECT 1 FROM counted WHERE points <> '' AND LENGTH(people) - LENGTH(REPLACE(people, ' ', ''))"
        " <> LENGTH(points) - LENGTH(REPLACE(points, ' ', ''))"
    ),
    "SELECT 1 FROM counted WHERE typeof(evening) NOT IN ('integer', 'null')",
    "SELECT 1 FROM counted WHERE typeof(game) NOT IN ('integer', 'null')",
    "SELECT 1 FROM counted WHERE (evening IS NULL) <> (people IS NULL)",
)
"""What finds a row that makes no sense, by itself or beside the others. No box comes near the bounds."""

_TEXTS = (
    "SELECT DISTINCT CAST(kind AS BLOB) FROM evening",
    "SELECT DISTINCT CAST(name AS BLOB) FROM seat",
    "SELECT DISTINCT CAST(presence AS BLOB) FROM seat",
    "SELECT DISTINCT CAST(game AS BLOB) FROM game",
    "SELECT DISTINCT CAST(scenario AS BLOB) FROM game",
    "SELECT DISTINCT CAST(mark AS BLOB) FROM counted",
    "SELECT DISTINCT CAST(points AS BLOB) FROM counted",
    "SELECT DISTINCT CAST(people AS BLOB) FROM counted",
)
"""Columns of text: of any bytes, as far as SQLite is concerned."""


def make_sense(connection: Connection) -> bool:
    """Whether everything in a database of this version can be counted with."""
    if not all(_is_text(value) for column in _TEXTS for (value,) in connection.execute(column)):
        return False
    kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM evening")}
    presences = {presence for (presence,) in connection.execute("SELECT DISTINCT presence FROM seat")}
    strange = kinds - set(EveningKind) or presences - set(Presence)
    return not strange and not any(list(connection.execute(f"{rows} LIMIT 1")) for rows in _SENSELESS)


def _is_text(value: bytes | None) -> bool:
    """Whether it can be read, and shown."""
    try:
        text = (value or b"").decode()
    except UnicodeDecodeError:
        return False
    return len(text) <= _LONGEST_TEXT and all(letter >= " " for letter in text)
