"""The sheets of games that were judged: one file of CSV each, the newest kept.

After a power cut a verdict is told again, and with it comes the same sheet again; after a correction, another one: the
mark of the game stands in the name of its file, so there is one."""

import re
from collections.abc import Iterable
from pathlib import Path

from device.kernel.chance import text_digest
from device.kernel.files import Files, NotKept, remove_safely, write_atomically

KEPT_SHEETS = 50
_NAME = re.compile(r".+-(?P<number>\d{4,})-(?P<mark>[0-9a-f]{8})\.csv")


class SheetFolder:
    """Files named `<game>-<number>-<mark>.csv`. What else lies there is left alone."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._files, self._folder = files, folder

    def keep(self, game: str, text: str, mark: str | None) -> NotKept | None:
        """Write it, in the place of what was kept of this game; the oldest one gives way. A game without a mark is
        known by what is written."""
        try:
            names = self._names()
        except OSError as refused:
            return NotKept(self._folder, refused)
        short = _short(text if mark is None else mark)
        if known := next((found for found in names if found["mark"] == short), None):
            return write_atomically(self._files, self._folder / known[0], text.encode())
        number = max((int(found["number"]) for found in names), default=0) + 1
        path = self._folder / f"{game}-{number:04d}-{short}.csv"
        oldest_first = sorted(names, key=lambda found: int(found["number"]))
        return write_atomically(self._files, path, text.encode()) or self._removed(oldest_first[: 1 - KEPT_SHEETS])

    def withdraw(self, mark: str | None) -> NotKept | None:
        """The verdict of this game was taken back: it has no sheet until it is judged again."""
        try:
            names = self._names()
        except OSError as refused:
            return NotKept(self._folder, refused)
        short = _short(mark) if mark is not None else ""
        return self._removed(found for found in names if found["mark"] == short)

    def _names(self) -> list[re.Match[str]]:
        if not self._files.exists(self._folder):
            return []
        return [found for name in self._files.list_names(self._folder) if (found := _NAME.fullmatch(name))]

    def _removed(self, sheets: Iterable[re.Match[str]]) -> NotKept | None:
        gone = [remove_safely(self._files, self._folder / found[0]) for found in sheets]
        return next((refused for refused in gone if refused), None)


def _short(mark: str) -> str:
    """The mark as it stands in the name of a file."""
    return text_digest(mark).hex()[:8]
