"""A database of which every change is one transaction: once it has come back, no power cut takes it away."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from device.kernel.errors import BadFile
from device.kernel.files import NotKept


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
