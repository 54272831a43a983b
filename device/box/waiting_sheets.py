"""Keeps the sheets of games that were judged; those that the disk refuses wait in their order."""

from pathlib import Path

from device.kernel.files import Files, NotKept
from device.memory.sheets import SheetFolder
from device.table.effects import KeepSheet
from device.table.score_changes import WithdrawGame


class WaitingSheets:
    """`waiting` is what is still to be kept, or taken away, with the marks of the games."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._folder = SheetFolder(files, folder)
        self.waiting: list[tuple[KeepSheet | WithdrawGame, str | None]] = []

    def add(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> None:
        """At the end; of a game that waits already, what is known last takes its place."""
        marks = [known for _, known in self.waiting]
        if mark is None or mark not in marks:
            self.waiting.append((sheet, mark))
        else:
            self.waiting[marks.index(mark)] = sheet, mark

    def keep(self) -> NotKept | None:
        """All that wait, up to one that the disk refuses."""
        while self.waiting:
            if refused := self._kept(*self.waiting[0]):
                return refused
            del self.waiting[0]
        return None

    def _kept(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> NotKept | None:
        if isinstance(sheet, KeepSheet):
            return self._folder.keep(sheet.game, sheet.text, mark)
        return self._folder.withdraw(mark)
