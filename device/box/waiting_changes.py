"""What is to be done to the scores, in its order, with a note of it beside them: what the disk refuses outlives a power
cut, if the disk takes anything at all."""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from device.kernel.choices import ChoicesFile
from device.kernel.errors import BadFile
from device.kernel.files import Files
from device.kernel.reading import parse_json
from device.table.score_changes import ScoreChange

_MARK = 8
"""Bytes of chance in the mark of a change."""


class WaitingChange(Struct, frozen=True):
    """A change, the mark of the game that it is about, and its own, by which it is done once."""

    change: ScoreChange
    game: str | None
    mark: str


class Uncounted(Struct, frozen=True):
    """The note."""

    changes: tuple[msgspec.Raw, ...] = ()


class WaitingChanges:
    """`waiting` is what is still to be done, `wrong` what was wrong with the note."""

    def __init__(self, files: Files, path: Path) -> None:
        self._file = ChoicesFile(files, path, Uncounted)
        kept, wrong = self._file.load()
        self.waiting, unknown = _changes_in(kept, path) if kept else ([], ())
        self.wrong = (*wrong, *unknown)
        self._noted = None if unknown else tuple(self.waiting)  # what cannot be read leaves the note

    @property
    def left(self) -> bool:
        """Whether anything is to be done, here or in the note."""
        return bool(self.waiting) or self._noted != ()

    @property
    def safe(self) -> bool:
        """Whether all that waits is in the note: a power cut takes nothing of it."""
        return bool(self.waiting) and tuple(self.waiting) == self._noted

    def add(self, change: ScoreChange, game: str | None) -> None:
        """Put it at the end. It is left out where the last change that waits for the same game is equal: after a power
        cut the box tells a verdict again, and asks for the same change a second time."""
        last = [each.change for each in self.waiting if game is not None and each.game == game][-1:]
        if last != [change]:
            self.waiting.append(WaitingChange(change, game, os.urandom(_MARK).hex()))

    def note(self) -> None:
        """Bring the note up to date: what the disk refuses is tried another time."""
        waiting = tuple(self.waiting)
        if waiting == self._noted:
            return
        refused = self._file.save(_note_of(waiting)) if waiting else self._file.remove()
        if refused is None:
            self._noted = waiting


def _note_of(waiting: Sequence[WaitingChange]) -> Uncounted:
    return Uncounted(tuple(msgspec.Raw(msgspec.json.encode(each)) for each in waiting))


def _changes_in(note: Uncounted, path: Path) -> tuple[list[WaitingChange], tuple[BadFile, ...]]:
    """One that is damaged costs only itself."""
    right, wrong = list[WaitingChange](), list[BadFile]()
    for number, each in enumerate(note.changes):
        try:
            right.append(parse_json(each, WaitingChange, path))
        except BadFile as bad:
            wrong.append(BadFile(path, f"changes[{number}]", f"{bad.expected}; it is left out"))
    return right, tuple(wrong)
