"""Creates the tables of the scores, makes every change of them complete or not at all, and checks their contents.

Every change is one transaction. Once the change is done, no power cut can undo it. The check looks for rows that no box
has written, because SQLite accepts any value in any column, and cards lose bits. The box checks the evenings that it
reads, and none of the others, so a change costs the same however many games are kept."""

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


class DamagedScores(BadFile):
    """Raised when the scores cannot be used any more, whatever is tried. The file must be set aside."""


class SafeDatabase:
    """A database that raises `NotKept` if a change is refused, `BadFile` if reading is refused, and `DamagedScores` if
    the file is broken. `refusals` are the types of error of the database library."""

    def __init__(self, connection: Connection, path: Path, refusals: type[Exception]) -> None:
        self._db, self._path, self._refusals = connection, path, refusals
        self._changing = False

    def close(self) -> None:
        self._db.close()

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(self._db.execute(sql, values))
        except self._refusals as refused:
            raise self._unread(refused) from None

    def _unread(self, refused: Exception) -> BadFile:
        if is_damage(refused):
            return DamagedScores(self._path, "", f"is damaged ({refused})")
        return BadFile(self._path, "", f"cannot be read ({refused})")

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
            if is_damage(refused):
                raise self._unread(refused) from None
            raise NotKept(self._path, OSError(str(refused))) from None

    def _let_oldest_go(self) -> None:
        """Take away the oldest marks, and the oldest evening if the file is as large as a box keeps it. The latest
        evening stays."""
        oldest_marks = "rowid <= (SELECT rowid FROM counted ORDER BY rowid DESC LIMIT 1 OFFSET ?)"
        self._db.execute(f"DELETE FROM counted WHERE {oldest_marks}", (MOST_MARKS,))  # noqa: S608 - our own words
        if used_bytes(self._db) <= MOST_BYTES:
            return
        for (oldest,) in self._rows(_OLDEST_OF_MANY):
            for table, number in EVENINGS.items():
                self._db.execute(f"DELETE FROM {table} WHERE {number} <= ?", (oldest,))  # noqa: S608 - our own names

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
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM {}.sqlite_master"
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


def tables_version(connection: Connection, database: str = "main") -> int:
    """Return the version of the tables. Return zero for a database without tables."""
    ((version,),) = connection.execute(f"PRAGMA {database}.user_version")
    return int(version)


def check_tables(connection: Connection) -> None:
    """Find a database that lies about itself before the evening begins, or that is larger than any of a box. Raises
    `sqlite3.DatabaseError`."""
    refuse_foreign_schema(connection)
    marks = _finds_any(connection, "", (_MORE_MARKS,)) if tables_version(connection) else False
    if marks or used_bytes(connection) > _SPARE * MOST_BYTES:
        raise sqlite3.DatabaseError("it holds more than any box keeps")


def is_damage(refused: Exception) -> bool:
    """Say whether SQLite calls the file itself broken."""
    return getattr(refused, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def used_bytes(connection: Connection) -> int:
    ((pages,),) = connection.execute("PRAGMA page_count")
    ((free,),) = connection.execute("PRAGMA freelist_count")
    ((size,),) = connection.execute("PRAGMA page_size")
    return int((pages - free) * size)


def refuse_foreign_schema(connection: Connection, database: str = "main") -> None:
    """Refuse triggers, views and indexes that no box has created. This must be the first question to the database. They
    could change or refuse scores, or run for ever. Raises `sqlite3.DatabaseError`."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as pattern:
        for table in TABLES if tables_version(connection, database) else ():
            pattern.execute(table)
        if _schema_rows(connection, database) != _schema_rows(pattern, "main"):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def _schema_rows(connection: Connection, database: str) -> list[tuple[bytes | None, ...]]:
    """Return everything that people or programs have created in the database."""
    return sorted(connection.execute(_SCHEMA.format(database)), key=repr)


MOST_BYTES = 40 * 2**20
"""The most bytes of the scores: more than 100,000 games of eight people, and less than a saved box holds. Above it the
oldest evening goes with each change. A file of up to `_SPARE` times as many is opened, so that the bound may be
lowered. A bound that is lowered further would set good scores aside as damaged."""
_SPARE = 1.25
MOST_MARKS = 2_000
"""The most marks that are kept, as many as a full evening has. All are looked through with every change."""
OPENED_MARKS = 40_000
"""The most marks of a file that is opened. The first boxes took none away, and made one with each change."""
_MORE_MARKS = f"SELECT 1 FROM counted LIMIT 1 OFFSET {OPENED_MARKS}"  # noqa: S608 - a number of our own
EVENINGS = {"evening": "number", "seat": "evening", "game": "evening", "result": "evening", "counted": "evening"}
"""The column with the number of the evening in each table."""
_OLDEST_OF_MANY = "SELECT number FROM evening WHERE number < (SELECT MAX(number) FROM evening) ORDER BY number LIMIT 1"
MOST_GAMES = 1_000
"""The most games of an evening; the next game begins another evening of the same people."""
_MOST_ROWS = {"seat": MOST_PEOPLE, "game": MOST_GAMES, "result": MOST_GAMES * MOST_PEOPLE}
"""The most rows of one evening."""
_FULLER = tuple(f"SELECT 1 FROM {table} LIMIT 1 OFFSET {most}" for table, most in _MOST_ROWS.items())  # noqa: S608

_MOST_SIGNS = 4 * MOST_LETTERS  # of a name with all its marks
_LONGEST_TEXTS = {
    "evening": {"kind": 16},
    "seat": {"name": 4 * _MOST_SIGNS, "presence": 16},
    "game": {"game": 255, "scenario": 255},  # the name of a file is no longer
    "counted": {"mark": 40, "points": 8 * MOST_PEOPLE, "people": 3 * MOST_PEOPLE},
}


def _one_of(values: Iterable[str]) -> str:
    return ", ".join(f"'{value}'" for value in values)


_SENSELESS = {
    "evening": (
        "number NOT BETWEEN 1 AND 900000000",
        "typeof(target) <> 'integer' OR target NOT BETWEEN 0 AND 1000000",
        f"kind NOT IN ({_one_of(EveningKind)})",
    ),
    "seat": (
        "typeof(evening) <> 'integer' OR typeof(seat) <> 'integer'",
        f"typeof(name) <> 'text' OR LENGTH(name) > {_MOST_SIGNS}",
        f"presence NOT IN ({_one_of(Presence)})",
        "evening NOT IN (SELECT number FROM evening)",
    ),
    "game": (
        "typeof(game) <> 'text' OR typeof(scenario) <> 'text'",
        "typeof(number) <> 'integer' OR number NOT BETWEEN 1 AND 900000000",
        "typeof(evening) <> 'integer' OR evening NOT IN (SELECT number FROM evening)",
    ),
    "result": (
        "typeof(points) <> 'integer' OR points NOT BETWEEN 0 AND 1000000",
        "typeof(evening) <> 'integer' OR typeof(game) <> 'integer' OR typeof(seat) <> 'integer'",
        "(evening, game) NOT IN (SELECT evening, number FROM game)",
        "(evening, seat) NOT IN (SELECT evening, seat FROM seat)",
    ),
    "counted": (
        "typeof(mark) <> 'text' OR mark GLOB '*[^ -~]*' OR LENGTH(mark) <> LENGTH(CAST(mark AS BLOB))",
        "LENGTH(points || people) <> LENGTH(CAST(points || people AS BLOB))",
        "typeof(points) NOT IN ('text', 'null') OR points GLOB '*[^0-9 ]*'",
        "points GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*'",
        "typeof(people) NOT IN ('text', 'null') OR people GLOB '*[^0-9 ]*'",
        (
            "points <> '' AND LENGTH(people) - LENGTH(REPLACE(people, ' ', ''))"
            " <> LENGTH(points) - LENGTH(REPLACE(points, ' ', ''))"
        ),
        "typeof(evening) NOT IN ('integer', 'null') OR typeof(game) NOT IN ('integer', 'null')",
        "(evening IS NULL) <> (people IS NULL)",
    ),
}
"""Conditions of rows that make no sense, alone or together. Their bounds are far above any real evening."""


def _wrong_rows(table: str) -> str:
    """Return a query for rows that no box has written. It measures texts first, because the rest reads them."""
    too_long = (f"LENGTH(CAST({column} AS BLOB)) > {most}" for column, most in _LONGEST_TEXTS.get(table, {}).items())
    return f"SELECT 1 FROM {table} WHERE {' OR '.join((*too_long, *_SENSELESS[table]))}"  # noqa: S608 - our own names


_WRONG = (
    *map(_wrong_rows, _SENSELESS),
    f"SELECT 1 FROM seat GROUP BY evening HAVING MIN(seat) <> 1 OR MAX(seat) <> COUNT(*) OR COUNT(*) > {MOST_PEOPLE}",  # noqa: S608
    f"SELECT 1 FROM game GROUP BY evening HAVING COUNT(*) > {MOST_GAMES}",  # noqa: S608 - a number of our own
)

_TEXTS = (
    "SELECT DISTINCT CAST(name AS BLOB) FROM seat",
    "SELECT DISTINCT CAST(game AS BLOB) FROM game",
    "SELECT DISTINCT CAST(scenario AS BLOB) FROM game",
)
"""Queries for all columns of free text, because SQLite allows any bytes in them."""
_CONTROL = re.compile(r"[\x00-\x1f]")


def is_sensible(connection: Connection, evening: int = 0) -> bool:
    """Say whether the box can count with all values in a database of this version, or with those of one `evening`.
    Then nothing else is read."""
    parts = (
        f"{table} AS (SELECT * FROM main.{table} WHERE {column} = {evening:d})"  # noqa: S608 - our own names
        for table, column in EVENINGS.items()
    )
    alone, most = (f"WITH {', '.join(parts)} ", _FULLER) if evening else ("", ())
    return not _finds_any(connection, alone, (*most, *_WRONG)) and all(
        is_text(value) for column in _TEXTS for (value,) in connection.execute(alone + column)
    )


def _finds_any(connection: Connection, alone: str, queries: Iterable[str]) -> bool:
    """Say whether one of the queries has an answer. `alone` goes before each, and lets it see one evening only."""
    return any(list(connection.execute(f"{alone}SELECT 1 WHERE EXISTS ({rows})")) for rows in queries)


def is_text(value: bytes | None) -> bool:
    try:
        return not _CONTROL.search((value or b"").decode())
    except UnicodeDecodeError:
        return False
