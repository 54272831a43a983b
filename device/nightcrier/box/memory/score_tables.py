"""Makes the tables of the scores, makes each change of them whole, and checks that a database has them and makes sense.

Every change is one transaction, which no power cut takes away once the change has come back. Rows that no box has
written are looked for, since SQLite takes any value for any column and cards lose bits."""

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
    """A database whose refused changes raise `NotKept` and whose refused reads raise `BadFile`. `refusals` are the
    errors of the database."""

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
        """Make the changes of this block whole. Inside a greater change the block is part of that change."""
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
        """Take the change back. After some refusals, as by a full disk, the database has done so by itself."""
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
"""The statements that make the tables. `seat` holds the people of an evening by their numbers, and whether they play.
In `result`, a loser has no points, and a winner has at least one.

`counted` holds the mark of every game that was ever counted, also of a struck one, so that none is counted twice. Each
mark has the game, the points of the verdict, and the numbers of the players. A new verdict thus corrects the points of
those people."""

_ALL_BUT_OWN = (
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
    " WHERE NOT (type = 'index' AND name LIKE 'sqlite_autoindex%' AND sql IS NULL)"
)
"""Reads names and statements of all tables. An index that SQLite makes for a primary key has no statement. Names by
strangers can hold any bytes."""


def make_tables(connection: Connection) -> None:
    """Make the tables if the database has none. A power cut leaves all tables or none."""
    for pragma in SAFELY:
        list(connection.execute(pragma))
    connection.execute("BEGIN IMMEDIATE")
    if tables_version(connection) == 0:
        for table in (*TABLES, f"PRAGMA user_version = {SCORES_VERSION}"):
            connection.execute(table)
    connection.execute("COMMIT")


def tables_version(connection: Connection) -> int:
    """Return the version of the tables; zero for a database without tables."""
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def check_tables(connection: Connection) -> None:
    """Find a database that lies about itself before the evening begins. Raises `sqlite3.DatabaseError`."""
    check_strangers(connection)
    ((verdict,),) = connection.execute("PRAGMA integrity_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def check_strangers(connection: Connection) -> None:
    """Refuse triggers, views and indexes that no box has made, before any other question to the database. They could
    change or refuse what is counted, or never return. Raises `sqlite3.DatabaseError`."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as pattern:
        for table in TABLES if tables_version(connection) else ():
            pattern.execute(table)
        if _own_parts(connection) != _own_parts(pattern):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def _own_parts(connection: Connection) -> list[tuple[bytes | None, ...]]:
    """Return all that people or programs have made in the database."""
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
"""Queries that find a row that makes no sense, alone or beside the others. No real evening comes near the bounds."""

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
"""Queries of all columns of text, in which SQLite allows any bytes."""


def make_sense(connection: Connection) -> bool:
    """Say whether everything in a database of this version can be counted with."""
    if not all(_is_text(value) for column in _TEXTS for (value,) in connection.execute(column)):
        return False
    kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM evening")}
    presences = {presence for (presence,) in connection.execute("SELECT DISTINCT presence FROM seat")}
    strange = kinds - set(EveningKind) or presences - set(Presence)
    return not strange and not any(list(connection.execute(f"{rows} LIMIT 1")) for rows in _SENSELESS)


def _is_text(value: bytes | None) -> bool:
    try:
        text = (value or b"").decode()
    except UnicodeDecodeError:
        return False
    return len(text) <= _LONGEST_TEXT and all(letter >= " " for letter in text)
