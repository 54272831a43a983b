"""Creates the tables of the scores, makes every change of them complete or not at all, and checks their contents.

Every change is one transaction. Once the change is done, no power cut can undo it. The check looks for rows that no box
has written, because SQLite accepts any value in any column, and cards lose bits."""

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.people import MOST_LETTERS, MOST_PEOPLE, EveningKind, Presence


class Connection(Protocol):
    """The port through which the scores use a database."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Iterable[Any]: ...

    def close(self) -> None: ...


class SafeDatabase:
    """A database that raises `NotKept` if a change is refused, and `BadFile` if reading is refused. `refusals` are the
    types of error of the database library."""

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
        """Make all changes of this block, or none. A block inside a larger change is a part of that change."""
        if self._changing:
            yield
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._changing = True
            try:
                yield
                self._let_oldest_go()
                self._db.execute("COMMIT")
            except BaseException:
                self._take_back()
                raise
            finally:
                self._changing = False
        except self._refusals as refused:
            raise NotKept(self._path, OSError(str(refused))) from None

    def _let_oldest_go(self) -> None:
        """Take away the oldest marks and evenings, if there are more than a box keeps. The latest evening stays."""
        oldest_marks = "rowid <= (SELECT rowid FROM counted ORDER BY rowid DESC LIMIT 1 OFFSET ?)"
        self._db.execute(f"DELETE FROM counted WHERE {oldest_marks}", (MOST_ROWS["counted"],))  # noqa: S608 - our own words
        ((latest,),) = self._rows("SELECT MAX(number) FROM evening")
        for table, number in _EVENINGS.items():
            beyond = f"SELECT {number} FROM {table} ORDER BY {number} DESC LIMIT 1 OFFSET ?"  # noqa: S608 - our own names
            for (last,) in self._rows(beyond, MOST_ROWS[table]):
                self._let_evenings_go(min(last, latest - 1))

    def _let_evenings_go(self, last: int) -> None:
        for table, number in (*_EVENINGS.items(), ("counted", "evening")):
            self._db.execute(f"DELETE FROM {table} WHERE {number} <= ?", (last,))  # noqa: S608 - our own names

    def _take_back(self) -> None:
        """Undo the change. After some errors, such as a full disk, the database itself has already done so."""
        with suppress(self._refusals):
            self._db.execute("ROLLBACK")


# A commit is the unlinking of the rollback journal, and EXTRA forces that onto the card as well. The write-ahead log
# would be quicker, but needs shared memory and leaves three files where people who rescue a card look for one.
# What was erased is written over, so that no forgotten name stays between the rows.
SAFELY = ("PRAGMA journal_mode = DELETE", "PRAGMA synchronous = EXTRA", "PRAGMA secure_delete = ON")

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
"""The statements that create the tables. `seat` holds the people of an evening with their numbers, and whether they
play. In `result`, a loser has no points, and a winner has at least one.

`counted` holds the identifiers of the last games that were counted, even if a game was removed later, so that no game
is counted twice, and of the last changes. Each row of a game also has the points of the verdict and the numbers of the
players. A new verdict thus corrects the points of the same people."""

_SCHEMA = (
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
    " WHERE NOT (type = 'index' AND name LIKE 'sqlite_autoindex%' AND sql IS NULL)"
)
"""The query for names and statements of everything in the database, except the indexes that SQLite creates for primary
keys. Names are read as bytes, because a stranger's names can contain any bytes."""


def make_tables(connection: Connection) -> None:
    """Create the tables if the database has none. After a power cut all tables exist, or none."""
    for pragma in SAFELY:
        list(connection.execute(pragma))
    connection.execute("BEGIN IMMEDIATE")
    if tables_version(connection) == 0:
        for table in (*TABLES, f"PRAGMA user_version = {SCORES_VERSION}"):
            connection.execute(table)
    connection.execute("COMMIT")


def tables_version(connection: Connection) -> int:
    """Return the version of the tables. Return zero for a database without tables."""
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def check_tables(connection: Connection) -> None:
    """Find a database that lies about itself before the evening begins, or that would take too long to count with.
    Raises `sqlite3.DatabaseError`."""
    refuse_foreign_schema(connection)
    if tables_version(connection) and _is_overfull(connection):
        raise sqlite3.DatabaseError("it holds more than any box keeps")
    ((verdict,),) = connection.execute("PRAGMA integrity_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def refuse_foreign_schema(connection: Connection) -> None:
    """Refuse triggers, views and indexes that no box has created. This must be the first question to the database. They
    could change or refuse scores, or run for ever. Raises `sqlite3.DatabaseError`."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as pattern:
        for table in TABLES if tables_version(connection) else ():
            pattern.execute(table)
        if _schema_rows(connection) != _schema_rows(pattern):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def _schema_rows(connection: Connection) -> list[tuple[bytes | None, ...]]:
    """Return everything that people or programs have created in the database."""
    return sorted(connection.execute(_SCHEMA), key=repr)


MOST_ROWS = {"evening": 3_000, "seat": 24_000, "game": 10_000, "result": 80_000, "counted": 4_000}
"""The most rows of each table, as all of them are looked through with every change: ten years of twenty games a week,
and less than a saved box holds. Above a bound the oldest evening goes; of marks, twice as many as a full evening has
are kept. A file with up to `_SPARE` times as many is opened, so that a bound may be lowered: the next change makes the
rest go. A bound that is lowered further would set good scores aside as damaged."""
_SPARE = 2
_EVENINGS = {"evening": "number", "seat": "evening", "game": "evening", "result": "evening"}
"""The column with the number of the evening in each table of evenings."""
MOST_GAMES = 1_000
"""The most games of an evening; the next game begins another evening of the same people."""


def _is_overfull(connection: Connection) -> bool:
    """Say whether a table has so many rows that looking through them would take too long."""
    counts = {table: list(connection.execute(f"SELECT COUNT(*) FROM {table}")) for table in MOST_ROWS}  # noqa: S608
    return any(rows > _SPARE * MOST_ROWS[table] for table, ((rows,),) in counts.items())


_MOST_SIGNS = 4 * MOST_LETTERS  # of a name with all its marks
_MOST_BYTES = {
    "evening": {"kind": 16},
    "seat": {"name": 4 * _MOST_SIGNS, "presence": 16},
    "game": {"game": 255, "scenario": 255},  # the name of a file is no longer
    "counted": {"mark": 40, "points": 8 * MOST_PEOPLE, "people": 3 * MOST_PEOPLE},
}
_TOO_LONG = tuple(
    f"SELECT 1 FROM {table} WHERE LENGTH(CAST({column} AS BLOB)) > {most}"  # noqa: S608 - our own names
    for table, columns in _MOST_BYTES.items()
    for column, most in columns.items()
)
"""Queries for texts that are longer than any of a box. They come first, because the other queries read the texts."""


def _one_of(values: Iterable[str]) -> str:
    return ", ".join(f"'{value}'" for value in values)


_SENSELESS = (
    "SELECT 1 FROM evening WHERE number NOT BETWEEN 1 AND 900000000",
    "SELECT 1 FROM evening WHERE typeof(target) <> 'integer' OR target NOT BETWEEN 0 AND 1000000",
    "SELECT 1 FROM seat WHERE typeof(seat) <> 'integer' OR typeof(name) <> 'text'",
    f"SELECT 1 FROM seat WHERE typeof(evening) <> 'integer' OR LENGTH(name) > {_MOST_SIGNS}",  # noqa: S608
    "SELECT 1 FROM seat WHERE evening NOT IN (SELECT number FROM evening)",
    f"SELECT 1 FROM seat GROUP BY evening HAVING MIN(seat) <> 1 OR MAX(seat) <> COUNT(*) OR COUNT(*) > {MOST_PEOPLE}",  # noqa: S608
    f"SELECT 1 FROM game GROUP BY evening HAVING COUNT(*) > {MOST_GAMES}",  # noqa: S608 - a number of our own
    "SELECT 1 FROM game WHERE typeof(game) <> 'text' OR typeof(scenario) <> 'text'",
    "SELECT 1 FROM game WHERE typeof(number) <> 'integer' OR number NOT BETWEEN 1 AND 900000000",
    "SELECT 1 FROM game WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM game WHERE evening NOT IN (SELECT number FROM evening)",
    "SELECT 1 FROM result WHERE typeof(points) <> 'integer' OR points NOT BETWEEN 0 AND 1000000",
    "SELECT 1 FROM result WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM result WHERE typeof(game) <> 'integer' OR typeof(seat) <> 'integer'",
    "SELECT 1 FROM result WHERE (evening, game) NOT IN (SELECT evening, number FROM game)",
    "SELECT 1 FROM result WHERE (evening, seat) NOT IN (SELECT evening, seat FROM seat)",
    f"SELECT 1 FROM evening WHERE kind NOT IN ({_one_of(EveningKind)})",  # noqa: S608
    f"SELECT 1 FROM seat WHERE presence NOT IN ({_one_of(Presence)})",  # noqa: S608
    "SELECT 1 FROM counted WHERE typeof(mark) <> 'text' OR typeof(points) NOT IN ('text', 'null')",
    "SELECT 1 FROM counted WHERE mark GLOB '*[^ -~]*' OR LENGTH(mark) <> LENGTH(CAST(mark AS BLOB))",
    "SELECT 1 FROM counted WHERE LENGTH(points || people) <> LENGTH(CAST(points || people AS BLOB))",
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
"""Queries for rows that make no sense, alone or together. Their bounds are far above any real evening."""

_TEXTS = (
    "SELECT DISTINCT CAST(name AS BLOB) FROM seat",
    "SELECT DISTINCT CAST(game AS BLOB) FROM game",
    "SELECT DISTINCT CAST(scenario AS BLOB) FROM game",
)
"""Queries for all columns of free text, because SQLite allows any bytes in them."""
_CONTROL = re.compile(r"[\x00-\x1f]")


def is_sensible(connection: Connection) -> bool:
    """Say whether the box can count with all values in a database of this version."""
    return (
        not _finds_any(connection, _TOO_LONG)
        and all(_is_text(value) for column in _TEXTS for (value,) in connection.execute(column))
        and not _finds_any(connection, _SENSELESS)
    )


def _finds_any(connection: Connection, queries: Iterable[str]) -> bool:
    return any(list(connection.execute(f"{rows} LIMIT 1")) for rows in queries)


def _is_text(value: bytes | None) -> bool:
    try:
        return not _CONTROL.search((value or b"").decode())
    except UnicodeDecodeError:
        return False
