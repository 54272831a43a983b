"""Saves the sheets of judged games.

Each judged game has one sheet, a CSV file. Only the newest sheets are kept. The file's name contains the identifier of
the game, so a corrected or repeated verdict replaces the sheet."""

import re
from collections.abc import Iterable
from pathlib import Path

from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.files import Files, NotKept, remove_safely, write_atomically

KEPT_SHEETS = 50
_NAME = r".+-(?P<number>\d{4,})-(?P<mark>[0-9a-f]{8})\.csv"


class SheetFolder:
    """Manages the folder of sheets. A sheet is named `<game>-<number>-<mark>.csv`; other files are not touched."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._files, self._folder = files, folder

    def keep(self, game: str, text: str, mark: str | None) -> NotKept | None:
        """Write a sheet, and replace an earlier sheet of the same game. If there are too many sheets, remove the
        oldest. A game without a mark is identified by the text of its sheet."""
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
        return write_atomically(self._files, path, text.encode()) or self._remove(oldest_first[: 1 - KEPT_SHEETS])

    def withdraw(self, mark: str | None) -> NotKept | None:
        try:
            names = self._names()
        except OSError as refused:
            return NotKept(self._folder, refused)
        short = _short(mark) if mark is not None else ""
        return self._remove(found for found in names if found["mark"] == short)

    def _names(self) -> list[re.Match[str]]:
        if not self._files.exists(self._folder):
            return []
        return [found for name in self._files.list_names(self._folder) if (found := re.fullmatch(_NAME, name))]

    def _remove(self, sheets: Iterable[re.Match[str]]) -> NotKept | None:
        gone = [remove_safely(self._files, self._folder / found[0]) for found in sheets]
        return next((refused for refused in gone if refused), None)


def _short(mark: str) -> str:
    return text_digest(mark).hex()[:8]
