"""The tables of the scores, and whether a database has them."""

import contextlib
import sqlite3

from device.memory.safe_database import Connection

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
"""What SQLite makes by itself, for a primary key, has no statement. The names of strangers can be of any bytes."""


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
        if _made(connection) != _made(pattern):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def _made(connection: Connection) -> list[tuple[bytes | None, ...]]:
    """All that people or programs have made in it."""
    return sorted(connection.execute(_ALL_BUT_OWN), key=repr)
