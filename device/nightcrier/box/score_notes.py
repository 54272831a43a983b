"""Keeps the file of changes that the box must still make in the scores. A command begins an evening that way, because
only the box writes the scores. Until November 2026 a box noted there what its scores did not take."""

from pathlib import Path

import msgspec
from msgspec import Struct

from nightcrier.box.table.core.effects import NewEvening, ScoreChange
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


def note_evening(files: Files, state: Path, evening: NewEvening) -> NotKept | None:
    """Note that the box must begin this evening. Return the refusal of the disk, if there is one."""
    change = msgspec.Raw(msgspec.json.encode(NotedChange(evening)))
    return ChoicesFile(files, state / NOTED, _Noted).save(_Noted((change,)))


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
        taken, self._file = self._file, None
        return taken.remove() if taken else None
