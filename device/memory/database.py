"""Opens the database of the scores, makes its tables, and deals with one that is broken, newer or not to be written."""

import contextlib
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from device.kernel.errors import BadFile
from device.kernel.files import Files
from device.kernel.people import Presence
from device.memory.scores import Connection, ScoreDatabase
from device.memory.standings import EveningKind
from device.memory.statefile import StateFile

if TYPE_CHECKING:
    import sqlite3

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

GROWTH = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH)
"""What came with each version."""

SCORES_VERSION = len(GROWTH)

_SENSELESS = (
    "SELECT 1 FROM evening WHERE typeof(target) <> 'integer'",
    "SELECT 1 FROM seat WHERE typeof(seat) <> 'integer' OR typeof(name) <> 'text'",
    "SELECT 1 FROM game WHERE typeof(number) <> 'integer' OR typeof(game) <> 'text' OR typeof(scenario) <> 'text'",
    "SELECT 1 FROM result WHERE typeof(seat) <> 'integer' OR typeof(points) <> 'integer'",
)
"""What finds a row no box has written: SQLite takes any value for any column."""


def open_scores(files: Files, path: Path) -> tuple[ScoreDatabase, tuple[BadFile, ...]]:
    """The scores. Where they cannot be kept on disk they are kept in memory, until the box is switched off."""
    import sqlite3

    state = StateFile(files, path)
    connection = _on_disk(state)
    if connection is None:
        connection = _connect(":memory:")
        make_tables(connection)
    scores = ScoreDatabase(connection, path, sqlite3.Error)
    weakref.finalize(scores, connection.close)
    return scores, tuple(state.faults)


def _connect(where: "Path | str") -> "sqlite3.Connection":
    """For whoever is alone with it; it may be closed from any thread, as garbage is collected in any."""
    import sqlite3

    return sqlite3.connect(where, timeout=1.0, isolation_level=None, check_same_thread=False)


def make_tables(connection: Connection) -> None:
    """Make what is missing to this version: all of it or, if the power goes, nothing."""
    for pragma in SAFELY:
        list(connection.execute(pragma))
    connection.execute("BEGIN IMMEDIATE")
    if version_of(connection) < SCORES_VERSION:
        _grow(connection, GROWTH[version_of(connection) :])
        connection.execute(f"PRAGMA user_version = {SCORES_VERSION}")
    connection.execute("COMMIT")


def _grow(connection: Connection, versions: Sequence[Sequence[str]]) -> None:
    for change in (change for version in versions for change in version):
        connection.execute(change)


def version_of(connection: Connection) -> int:
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def _on_disk(state: StateFile) -> "sqlite3.Connection | None":
    """The database of the state folder: as it is, or a fresh one in the place of a broken one, or None."""
    import sqlite3

    for _ in range(2):
        try:
            return _opened(state)
        except sqlite3.OperationalError as refused:
            state.leave_alone(f"cannot be written ({refused}); scores are kept only until the box is switched off")
        except sqlite3.DatabaseError as broken:
            state.broken("", f"is damaged ({broken})")
        if state.locked:
            return None
    return None


def _opened(state: StateFile) -> "sqlite3.Connection | None":
    import sqlite3

    with contextlib.suppress(OSError):  # sqlite says what is wrong with the folder
        state.files.make_folder(state.path.parent)
    connection = _connect(state.path)
    try:
        if version_of(connection) > SCORES_VERSION:
            state.newer()
            connection.close()
            return None
        _check(connection)
        make_tables(connection)
        _check_rows(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _check(connection: "sqlite3.Connection") -> None:
    """A database that lies about itself is found here, not in the middle of an evening."""
    import sqlite3

    ((verdict,),) = connection.execute("PRAGMA quick_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    with contextlib.closing(_connect(":memory:")) as pattern:
        _grow(pattern, GROWTH[: version_of(connection)])
        if _tables(connection) != _tables(pattern):
            raise sqlite3.DatabaseError("its tables are not those of the scores")


def _check_rows(connection: "sqlite3.Connection") -> None:
    """Of this version. Nothing could be counted beside a value that makes no sense."""
    import sqlite3

    kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM evening")}
    presences = {presence for (presence,) in connection.execute("SELECT DISTINCT presence FROM seat")}
    strange = kinds - set(EveningKind) or presences - set(Presence)
    if strange or any(list(connection.execute(f"{rows} LIMIT 1")) for rows in _SENSELESS):
        raise sqlite3.DatabaseError("it holds what is no score")


def _tables(connection: Connection) -> set[str]:
    return {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")}
