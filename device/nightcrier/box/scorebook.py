"""Saves the scores and the sheets of games, and reports the standing of the evening.

After a power cut, a verdict and its effects are repeated. By the identifier of the game, it still counts only once. If
people take an answer back, the game does not count until the next verdict, and only its last verdict counts."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.events import Event, Standings
from nightcrier.box.keeper import DISK_RETRY, Refusals
from nightcrier.box.memory.sheets import SheetFolder
from nightcrier.box.table.core.effects import (
    CountGame,
    ForgetName,
    KeepSheet,
    LookUp,
    ScoreChange,
    ScoreEffect,
    WithdrawGame,
)
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.files import Files, NotKept, wipe_set_aside
from nightcrier.kernel.folders import OLD_SCORES
from nightcrier.kernel.state_file import name_left_fault, state_fault

if TYPE_CHECKING:
    from nightcrier.box.memory.evening_files import Evenings

_MOST_KNOWN = 60
"""The most names that the menus offer again. Nobody would turn the dial through more names."""
_MOST_GAMES = 50
"""The most games of an evening that are reported one by one. No table plays more games in an evening."""
_MEANWHILE = f"It is tried again every {DISK_RETRY:g} seconds."
_MENDED = "Scores can be kept again."


def tell_standings(at: float, scores: "Evenings") -> Standings | None:
    evening = scores.latest()
    if evening is None:
        return None
    from nightcrier.box.memory.evening import evening_champions, game_ledgers, people_standings

    results = evening.results
    last = results[-1] if results else None
    return Standings(
        at,
        evening.kind,
        evening.target,
        people_standings(evening, results),
        evening_champions(evening),
        last.points if last else None,
        game_ledgers(evening),
        scores.past_names(_MOST_KNOWN),
        scores.told_number(evening),
        judged=evening.judged_points(last.id) if last else {},
        game=last.number if last else 0,
        games=results[-_MOST_GAMES:],
    )


class Scorebook:
    """Saves the scores of all evenings. A game of unknown people goes to the latest evening if it has as many people,
    or else to a new one. Scores that the disk refuses stay in memory, and are written later. The scores are read only
    when somebody needs them, because reading them would delay the start."""

    def __init__(self, clock: Clock, files: Files, folder: Path, mark: Callable[[], str | None]) -> None:
        self._clock, self._files, self._folder, self._mark = clock, files, folder, mark
        self._scores: Evenings | None = None
        self._sheets = WaitingSheets(files, folder.with_name("sheets"))
        self._again = self._sheets_again = clock.now()
        self._refusals = Refusals(clock, _MEANWHILE, _MENDED)

    def count(self, effect: ScoreEffect) -> list[Event]:
        """Make a change, and return the new standing of the evening. If the change cannot be written yet, report one
        fault, and go on with the evening."""
        mark = self._mark() if isinstance(effect, CountGame | WithdrawGame | KeepSheet) else None
        sheets: list[Event] = []
        if isinstance(effect, KeepSheet | WithdrawGame):
            self._sheets.add(effect, mark)
            sheets = self._keep_sheets()
        if isinstance(effect, KeepSheet) or (isinstance(effect, LookUp) and not self._has_scores()):
            return sheets
        return [*sheets, *self._change(None if isinstance(effect, LookUp) else effect, mark)]

    def _has_scores(self) -> bool:
        places = (self._folder, self._folder.with_name(OLD_SCORES))
        return self._scores is not None or any(map(self._files.exists, places))

    def due(self) -> float | None:
        scores = [self._again] if self._scores and self._scores.has_work else []
        return min([*scores, self._sheets_again] if self._sheets.waiting else scores, default=None)

    def poll(self) -> Sequence[Event]:
        due = self.due()
        return self.flush() if due is not None and due <= self._clock.now() else []

    def flush(self) -> list[Event]:
        sheets = self._keep_sheets() if self._sheets.waiting else []
        return [*sheets, *(self._keep(self._scores) if self._scores else [])]

    def _keep_sheets(self) -> list[Event]:
        self._sheets_again = self._clock.now() + DISK_RETRY
        return self._refusals.news("sheets", self._sheets.keep())

    def _change(self, change: ScoreChange | None, mark: str | None) -> list[Event]:
        events: list[Event] = []
        scores, other = self._open(events), False
        if change is not None:
            from nightcrier.box.score_changes import change_scores

            other = not change_scores(scores, change, mark)
        if isinstance(change, ForgetName):
            events += self._wipe_set_aside()
        stands = tell_standings(self._clock.now(), scores)
        told = [replace(stands, other_evening=other)] if stands else []
        return [*events, *told, *self._keep(scores)]

    def _open(self, events: list[Event]) -> "Evenings":
        if self._scores is None:
            from nightcrier.box.memory.evening_files import Evenings

            self._scores = Evenings(self._files, self._folder)
        events += [state_fault(self._clock.now(), fault) for fault in self._scores.faults]
        self._scores.faults.clear()
        return self._scores

    def _wipe_set_aside(self) -> list[Event]:
        """Delete all damaged files that were set aside, because they may contain the erased name."""
        folders = [self._folder.parent, *([self._folder] if self._files.exists(self._folder) else [])]
        refused = [wipe_set_aside(self._files, folder) for folder in folders]
        return [name_left_fault(self._clock.now(), each) for each in refused if each]

    def _keep(self, scores: "Evenings") -> list[Event]:
        """Write some of the waiting changes. The next call writes more, after a while if the disk refuses."""
        refused = scores.keep()
        self._again = self._clock.now() + (DISK_RETRY if refused else 0)
        return self._refusals.news("scores", refused)


class WaitingSheets:
    """Holds the sheets that wait for the disk. `waiting` lists those to write or remove, with their game's mark."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._folder = SheetFolder(files, folder)
        self.waiting: list[tuple[KeepSheet | WithdrawGame, str | None]] = []

    def add(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> None:
        """Add a sheet at the end, or replace a waiting sheet of the same game."""
        marks = [known for _, known in self.waiting]
        if mark is None or mark not in marks:
            self.waiting.append((sheet, mark))
        else:
            self.waiting[marks.index(mark)] = sheet, mark

    def keep(self) -> NotKept | None:
        """Write or remove all waiting sheets. Stop at the first that the disk refuses, and return the refusal."""
        while self.waiting:
            if refused := self._keep_one(*self.waiting[0]):
                return refused
            del self.waiting[0]
        return None

    def _keep_one(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> NotKept | None:
        if isinstance(sheet, KeepSheet):
            return self._folder.keep(sheet.game, sheet.text, mark)
        return self._folder.withdraw(mark)
