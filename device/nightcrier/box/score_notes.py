"""Reads the changes that a box noted while the disk refused its scores, as boxes did until November 2026. A saved box
may hold them, too."""

from pathlib import Path

import msgspec
from msgspec import Struct

from nightcrier.box.table.core.effects import ScoreChange
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Files, NotKept
from nightcrier.kernel.reading import parse_json
from nightcrier.kernel.state_file import ChoicesFile

NOTED = "uncounted.json"
"""The file with the changes that the box must still make."""


class NotedChange(Struct, frozen=True):
    """A change in the file, and the identifier of its game."""

    change: ScoreChange
    game: str | None = None


class _Noted(Struct, frozen=True):
    changes: tuple[msgspec.Raw, ...] = ()


class NotedChanges:
    """The file of the changes that the box must still make."""

    def __init__(self, files: Files, state: Path) -> None:
        self._files, self._path = files, state / NOTED
        self._file: ChoicesFile[_Noted] | None = None

    def is_there(self) -> bool:
        return self._file is None and self._files.exists(self._path)

    def take(self) -> tuple[list[NotedChange], list[BadFile]]:
        """Return the changes, and what is wrong in the file. A damaged change is left out."""
        self._file = ChoicesFile(self._files, self._path, _Noted)
        noted, wrong = self._file.load()
        right, faults = list[NotedChange](), list(wrong)
        for number, each in enumerate(noted.changes if noted else ()):
            try:
                right.append(parse_json(each, NotedChange, self._path))
            except BadFile as bad:
                faults.append(BadFile(self._path, f"changes[{number}]", f"{bad.expected}; it is left out"))
        return right, faults

    def remove(self) -> NotKept | None:
        """Remove the file once its changes are kept. One that must not be touched stays."""
        if self._file is None:
            return None
        refused = self._file.remove()
        if not self._files.exists(self._path):
            self._file = None
        return refused
