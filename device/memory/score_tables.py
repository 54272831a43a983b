"""The tables of the scores: what came with each version, whether a database has them, and how it is brought up to this
one."""

import contextlib
from collections.abc import Sequence

from device.memory.old_names import tidy_kept_names
from device.memory.safe_database import Connection

# A commit is the unlinking of the rollback journal, and EXTRA forces that onto the card as well. The write-ahead log
# would be quicker, but needs shared memory and leaves three files where people who rescue a card look for one.
SAFELY = ("PRAGMA journal_mode = DELETE", "PRAGMA synchronous = EXTRA")

_FIRST = (
    "CREATE TABLE evening (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, target INTEGER NOT NULL)",
    "CREATE TABLE seat (evening INTEGER, seat INTEGER, name TEXT NOT NULL, PRIMARY KEY (evening, seat))",
    "CREATE TABLE game (evening INTEGER, number INTEGER, game TEXT, scenario TEXT, PRIMARY KEY (evening, number))",
    "CREATE TABLE result (evening INTEGER, game INTEGER, seat INTEGER, won INTEGER, PRIMARY KEY (evening, game, seat))",
)

# The mark of every game that was ever counted, also of one that was struck: none is counted twice.
_SECOND = ("CREATE TABLE counted (mark TEXT PRIMARY KEY)",)

# What a game was worth to a seat: nothing to who lost it, at least one to who won it.
_THIRD = ("ALTER TABLE result RENAME COLUMN won TO points",)

# Which game has the mark, and the points it was judged with: it is corrected when its verdict is. One that was struck
# is no game any more.
_FOURTH = (
    "ALTER TABLE counted ADD COLUMN evening INTEGER",
    "ALTER TABLE counted ADD COLUMN game INTEGER",
    "ALTER TABLE counted ADD COLUMN points TEXT",
)

# An evening holds people: who of them plays, sits out or has left.
_FIFTH = ("ALTER TABLE seat ADD COLUMN presence TEXT NOT NULL DEFAULT 'plays'",)

# Who sat at its seats, by their numbers: where it is judged anew, it counts for the same people.
_SIXTH = ("ALTER TABLE counted ADD COLUMN people TEXT",)

# No other tables, but names that were tidied: `tidy_kept_names`.
_SEVENTH = ()

GROWTH: Sequence[Sequence[str]] = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH, _SEVENTH)
"""What came with each version."""
_TIDY_NAMES = 7

SCORES_VERSION = len(GROWTH)

_ALL_BUT_OWN = (
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
    " WHERE NOT (type = 'index' AND name LIKE 'sqlite_autoindex%' AND sql IS NULL)"
)
"""What SQLite makes by itself, for a primary key, has no statement. The names of strangers can be of any bytes."""


def make_tables(connection: Connection) -> None:
    """Make what is missing to this version: all of it or, if the power goes, nothing."""
    for pragma in SAFELY:
        list(connection.execute(pragma))
    connection.execute("BEGIN IMMEDIATE")
    version = tables_version(connection)
    if version < SCORES_VERSION:
        _grow(connection, GROWTH[version:])
        if version < _TIDY_NAMES:
            tidy_kept_names(connection)
        connection.execute(f"PRAGMA user_version = {SCORES_VERSION}")
    connection.execute("COMMIT")


def tables_version(connection: Connection) -> int:
    """Zero where it has none yet."""
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def check_tables(connection: Connection) -> None:
    """A database that lies about itself is found here, not in the middle of an evening: raises
    `sqlite3.DatabaseError`."""
    import sqlite3

    check_strangers(connection)
    ((verdict,),) = connection.execute("PRAGMA integrity_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def check_strangers(connection: Connection) -> None:
    """Before anything of it is asked: a trigger, a view or an index that no box has made could change what is counted,
    refuse it, or never come back. Raises `sqlite3.DatabaseError`."""
    import sqlite3

    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as pattern:
        _grow(pattern, GROWTH[: tables_version(connection)])
        if _made(connection) != _made(pattern):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def check_version(connection: Connection) -> None:
    """Raises `sqlite3.DatabaseError` where its tables are not those of today."""
    import sqlite3

    if tables_version(connection) < SCORES_VERSION:
        raise sqlite3.DatabaseError("it is from an older Nightcrier, and not brought up yet")


def _made(connection: Connection) -> list[tuple[bytes | None, ...]]:
    """All that people or programs have made in it."""
    return sorted(connection.execute(_ALL_BUT_OWN), key=repr)


def _grow(connection: Connection, versions: Sequence[Sequence[str]]) -> None:
    for change in (change for version in versions for change in version):
        connection.execute(change)
