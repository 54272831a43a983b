"""Opens the database of the scores. If the database is broken, too new or cannot be written, another one is used
instead."""

import contextlib
import sqlite3
import weakref
from pathlib import Path

from nightcrier.box.memory.score_tables import (
    SCORES_VERSION,
    check_tables,
    is_sensible,
    make_tables,
    refuse_foreign_schema,
    tables_version,
)
from nightcrier.box.memory.scores import RECENT, ScoreDatabase
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Files, NotKept, refusal_reason
from nightcrier.kernel.state_file import LeftAlone, StateFile

PATIENCE = 0.3
"""The seconds that the box waits for another program that has locked the database. The whole box stands still during
this time, and can try again later."""


def open_scores(files: Files, path: Path) -> tuple[ScoreDatabase, tuple[BadFile, ...]]:
    """Open the scores. If the disk cannot keep the scores, they are kept in memory until the box is switched off."""
    try:
        return open_kept(files, path)
    except NotKept as refused:
        why = f"cannot be written ({refusal_reason(refused.why)}); scores are kept only until the box is switched off"
        return memory_scores(path), (LeftAlone(path, "", why),)


def open_kept(
    files: Files, path: Path, *, guest: bool = False, damage: BadFile | None = None
) -> tuple[ScoreDatabase, tuple[BadFile, ...]]:
    """Open the scores on the disk. Scores of a newer version of the program are not touched, and the scores are kept in
    memory instead. Raises `NotKept` if the disk refuses; a later try may succeed.

    A `guest` is a second program in the folder of a running box, and changes no file there. If a guest would have to
    set a file aside, `BadFile` is raised. With `damage`, which was found while the scores were open, the file is set
    aside at once."""
    state = StateFile(files, path)
    if strange := _no_plain_file(path):
        raise NotKept(path, OSError(f"{strange.name} is no plain file"))
    if damage:
        state.keep_aside("", damage.expected)
    try:
        connection = None if state.locked else _disk_connection(state, guest=guest)
    except sqlite3.OperationalError as refused:
        raise NotKept(path, OSError(str(refused))) from None
    return _database(connection, path) if connection else memory_scores(path), tuple(state.faults)


def take_picture(path: Path, patience: float = PATIENCE) -> bytes | None:
    """Return the contents of the database as bytes, or None if no database exists or can be read."""
    try:
        if not path.is_file() or _no_plain_file(path):
            return None
        with contextlib.closing(sqlite3.connect(_only_read(path), patience, uri=True)) as kept:
            kept.execute("BEGIN")
            return kept.serialize() if tables_version(kept) == SCORES_VERSION else None
    except (OSError, sqlite3.Error):
        return None


_NEWEST = "(SELECT MAX(number) FROM kept.evening)"
_RECENT_ROWS = {
    "evening": f"number > {_NEWEST} - {RECENT}",
    "seat": f"evening > {_NEWEST} - {RECENT}",
    "game": f"evening = {_NEWEST}",
    "result": f"evening = {_NEWEST}",
    "counted": "rowid > (SELECT MAX(rowid) FROM kept.counted) - 100 ORDER BY rowid",
}


def take_recent(path: Path) -> bytes | None:
    """Return a small database as bytes, or None. It has the recent evenings of the scores and the last marks, but no
    games except those of the latest evening."""
    try:
        if not path.is_file() or _no_plain_file(path):
            return None
        with contextlib.closing(sqlite3.connect(":memory:", PATIENCE, isolation_level=None, uri=True)) as copy:
            make_tables(copy)
            copy.execute("ATTACH ? AS kept", (_only_read(path),))
            copy.execute("BEGIN")
            refuse_foreign_schema(copy, "kept")
            for table, recent in _RECENT_ROWS.items():
                copy.execute(f"INSERT INTO main.{table} SELECT * FROM kept.{table} WHERE {recent}")  # noqa: S608
            copy.execute("COMMIT")
            return copy.serialize() if tables_version(copy, "kept") == SCORES_VERSION else None
    except (OSError, sqlite3.Error):
        return None


def _only_read(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


def _no_plain_file(path: Path) -> Path | None:
    """Return the path of the database, or of the journal that SQLite keeps beside it, if that path is a pipe or a
    device. SQLite would wait for ever for a pipe. Return None if both are plain files."""
    places = (path, path.with_name(f"{path.name}-journal"))
    with contextlib.suppress(OSError):  # sqlite says what is wrong with the folder
        return next((each for each in places if each.exists() and not each.is_file()), None)
    return None


def scores_of_picture(picture: bytes, path: Path) -> ScoreDatabase | None:
    """Return a database in memory with these contents. Return None if the contents are damaged."""
    connection = _connect(":memory:")
    try:
        connection.deserialize(picture)
        check_tables(connection)
        ((verdict,),) = connection.execute("PRAGMA integrity_check(1)")
        if (verdict, tables_version(connection)) == ("ok", SCORES_VERSION) and is_sensible(connection):
            return _database(connection, path)
    except (sqlite3.Error, UnicodeDecodeError):
        pass
    connection.close()
    return None


def memory_scores(path: Path) -> ScoreDatabase:
    """Return a database in memory, which is lost at the program's end. `path` is the place of the scores on disk."""
    connection = _connect(":memory:")
    make_tables(connection)
    return _database(connection, path)


def _database(connection: sqlite3.Connection, path: Path) -> ScoreDatabase:
    scores = ScoreDatabase(connection, path, sqlite3.Error)
    weakref.finalize(scores, connection.close)
    return scores


def _connect(where: Path | str) -> sqlite3.Connection:
    """Connect to a database. One thread at a time uses the connection: the writer while it has work, otherwise the
    loop. Any thread may close it, because any thread may collect garbage."""
    return sqlite3.connect(where, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _disk_connection(state: StateFile, *, guest: bool) -> sqlite3.Connection | None:
    """Connect to the database of the state folder. A broken database is replaced by a new one. Return None if the
    database must not be used. Raises an error if the disk refuses, and `BadFile` if a guest finds a fault."""
    for _ in range(2):
        try:
            if connection := _open_database(state, guest=guest):
                return connection
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as broken:
            if guest:
                why = f"cannot be used ({broken}); the box that runs now sees to it"
                raise BadFile(state.path, "", why) from None
            state.keep_aside("", f"is damaged ({broken})")
        if state.locked:
            return None
    return None


def _open_database(state: StateFile, *, guest: bool) -> sqlite3.Connection | None:
    with contextlib.suppress(OSError):  # sqlite says what is wrong with the folder
        state.files.make_folder(state.path.parent)
    connection = _connect(state.path)
    try:
        version = tables_version(connection)
        if guest and version and version < SCORES_VERSION:
            raise sqlite3.DatabaseError("it is from an older Nightcrier")
        if version and not state.accept_version(version, SCORES_VERSION):
            connection.close()
            return None
        check_tables(connection)
        if not guest or version == 0:
            make_tables(connection)
        ((latest,),) = connection.execute("SELECT MAX(number) FROM evening")
        if latest is not None and not is_sensible(connection, latest):
            raise sqlite3.DatabaseError("it holds what is no score")
    except sqlite3.Error:
        connection.close()
        raise
    except UnicodeDecodeError:
        connection.close()
        raise sqlite3.DatabaseError("it names what is no text") from None
    return connection
