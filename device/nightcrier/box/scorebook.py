"""Keeps the scores in the database, keeps the sheets of games, and reports how the evening stands. The database is
created when the first game is counted.

After a power cut a verdict and its effects are repeated. The identifier of the game ensures that the game counts only
once, even if the disk refuses for a while. If people take an answer back, the game does not count until the next
verdict, and only its last verdict counts."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.events import Event, Standings
from nightcrier.box.keeper import DISK_RETRY, Refusals
from nightcrier.box.memory.results import GameEvening, SheetFolder, evening_champions, game_ledgers, people_standings
from nightcrier.box.score_notes import WaitingChange, WaitingChanges, change_once, forget_note, is_noted
from nightcrier.box.table.core.effects import (
    CountGame,
    ForgetName,
    KeepSheet,
    LookUp,
    NewEvening,
    ScoreEffect,
    WithdrawGame,
)
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.errors import BadFile, NightcrierError
from nightcrier.kernel.files import Files, NotKept, wipe_set_aside
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.people import UNKNOWN_EVENING
from nightcrier.kernel.state_file import name_left_fault, state_fault

if TYPE_CHECKING:
    from nightcrier.box.memory.scores import ScoreDatabase

_MOST_KNOWN = 60
"""The most names that the menus offer again. People would not turn the dial through more names."""
_MOST_GAMES = 50
"""The most games of an evening that are reported one by one. No table plays more games."""


class ScoresOnDemand:
    """Opens the database when somebody needs the scores. Only a change creates a database, never a question."""

    def __init__(self, clock: Clock, files: Files, path: Path) -> None:
        self._clock, self._files, self._path = clock, files, path
        self._scores: ScoreDatabase | None = None

    def has_begun(self) -> bool:
        return self._scores is not None or self._files.exists(self._path)

    def open(self, events: list[Event], damage: BadFile | None = None) -> "ScoreDatabase":
        """Open the database once. All faults of the database are added to `events`. A database with `damage` is set
        aside."""
        if self._scores is not None:
            self._scores.check()
        else:
            from nightcrier.box.memory.database import open_kept

            self._scores, faults = open_kept(self._files, self._path, damage=damage)
            events += [state_fault(self._clock.now(), fault) for fault in faults]
        return self._scores

    def close(self) -> None:
        """Close the database after a refusal, because the file may have been replaced when it is opened again."""
        if self._scores is not None:
            self._scores.close()
            self._scores = None


def tell_standings(at: float, scores: "ScoreDatabase") -> Standings | None:
    evening = scores.latest()
    if evening is None:
        return None
    results = scores.results(evening)
    return Standings(
        at,
        evening.kind,
        evening.target,
        people_standings(evening, results),
        evening_champions(evening, results),
        results[-1].points if results else None,
        game_ledgers(evening, results),
        scores.past_names(_MOST_KNOWN),
        evening.number,
        judged=scores.points_of_verdict(results[-1]) if results else {},
        game=results[-1].number if results else 0,
        games=results[-_MOST_GAMES:],
    )


_LONGEST: Seconds = 2.0
"""Seconds that changes which wait may hold up the box at a time."""
_MEANWHILE = f"It is tried again every {DISK_RETRY:g} seconds."
_MENDED = "Scores can be kept again."


class Scorebook:
    """Keeps the scores of all evenings. A game of unknown people goes to the latest evening if that evening has as many
    people, or else to a new evening. Changes that the disk refuses wait in their order, even over a power cut, and each
    is made once."""

    def __init__(self, clock: Clock, files: Files, path: Path, mark: Callable[[], str | None]) -> None:
        self._clock, self._files, self._path, self._mark = clock, files, path, mark
        self._scores = ScoresOnDemand(clock, files, path)
        self._changes = WaitingChanges(files, path.with_name("uncounted.json"))
        self._sheets = WaitingSheets(files, path.with_name("sheets"))
        self._known = KnownScores(path)
        self._wrong = self._changes.wrong
        self._again = self._sheets_again = clock.now()
        self._refusals = Refusals(clock, _MEANWHILE, _MENDED)

    def count(self, effect: ScoreEffect) -> list[Event]:
        """Make a change, and return how the evening stands. If the change cannot be kept yet, one fault is reported,
        and the evening continues."""
        mark = self._mark() if isinstance(effect, CountGame | WithdrawGame | KeepSheet) else None
        sheets: list[Event] = []
        if isinstance(effect, KeepSheet | WithdrawGame):
            self._sheets.add(effect, mark)
            sheets = self._keep_sheets()
        if isinstance(effect, KeepSheet) or (isinstance(effect, LookUp) and not self._has_scores()):
            return sheets
        if not isinstance(effect, LookUp):
            self._changes.add(effect, mark)
        return [*sheets, *self._write_down(asked=True)]

    def news(self) -> list[Event]:
        """Return the standing of an evening that a command began. The box must know it before its first picture."""
        return self.count(LookUp()) if is_noted(self._files, self._path.parent) else []

    def _has_scores(self) -> bool:
        return self._scores.has_begun() or bool(self._changes.waiting)

    def due(self) -> float | None:
        scores = [self._again] if self._changes.has_work or self._wrong else []
        return min([*scores, self._sheets_again] if self._sheets.waiting else scores, default=None)

    def poll(self) -> Sequence[Event]:
        due = self.due()
        return self.flush() if due is not None and due <= self._clock.now() else []

    def flush(self) -> list[Event]:
        self._again = self._clock.now() + DISK_RETRY
        wrong, self._wrong = self._wrong, ()
        sheets = self._keep_sheets() if self._sheets.waiting else []
        scores = self._write_down() if self._changes.waiting else []
        self._changes.note()
        return [*(state_fault(self._clock.now(), fault) for fault in wrong), *sheets, *scores]

    def _keep_sheets(self) -> list[Event]:
        self._sheets_again = self._clock.now() + DISK_RETRY
        return self._refusals.news("sheets", self._sheets.keep())

    def _write_down(self, *, asked: bool = False) -> list[Event]:
        """Write all waiting changes in their order, and return how the evening stands. A refusal is reported if the
        table `asked` for a change or for the standing just now. Otherwise only a changed refusal is reported."""
        self._again = self._clock.now() + DISK_RETRY
        events: list[Event] = []
        try:
            stands = self._all_kept(events)
        except NightcrierError as refused:
            self._scores.close()
            self._changes.note()
            return [*events, *self._meanwhile(asked=asked), *self._refusals.news("scores", self._refusal(refused))]
        self._changes.note()
        return [*events, *stands, *self._refusals.news("scores", None)]

    def _all_kept(self, events: list[Event]) -> list[Event]:
        """Make all waiting changes. If the open database is damaged, set it aside and open a new one."""
        try:
            return self._keep_one(self._scores.open(events), events)
        except BadFile as wrong:
            from nightcrier.box.memory.score_tables import DamagedScores

            self._scores.close()
            damage = wrong if isinstance(wrong, DamagedScores) else None
            return self._keep_one(self._scores.open(events, damage), events)

    def _keep_one(self, scores: "ScoreDatabase", events: list[Event]) -> list[Event]:
        other, until = False, self._clock.now() + _LONGEST
        while self._changes.waiting and self._clock.now() <= until:  # the rest is done when it is due again
            other = not self._do_change(scores, self._changes.waiting.pop(0), events) or other
        stands = tell_standings(self._clock.now(), scores)
        self._known.look()
        by_command = is_noted(self._files, self._path.parent)
        forget_note(self._files, self._path.parent)
        return [replace(stands, other_evening=other, by_command=by_command)] if stands else []

    def _do_change(self, scores: "ScoreDatabase", first: WaitingChange, events: list[Event]) -> bool:
        from nightcrier.box.memory.scores import SenselessChange

        try:
            if isinstance(first.change, ForgetName):
                events += self._wipe_set_aside()
            return change_once(scores, first)
        except SenselessChange as wrong:
            events.append(state_fault(self._clock.now(), wrong))
            return True
        except NightcrierError:
            self._changes.waiting.insert(0, first)
            raise
        except Exception:
            self._changes.note()  # without it: what breaks the program is not tried for ever
            raise

    def _wipe_set_aside(self) -> list[Event]:
        """Wipe all damaged files that were kept: the forgotten name may be in them."""
        if refused := wipe_set_aside(self._files, self._path.parent):
            return [name_left_fault(self._clock.now(), refused)]
        return []

    def _meanwhile(self, *, asked: bool) -> list[Event]:
        """Return the standing while the disk refuses, from the last copy of the database and the waiting changes."""
        read = self._scores.has_begun() and self._known.look()
        if not (read or asked):
            return []
        stands = self._known.tell(self._clock.now(), self._changes.waiting)
        return [stands] if stands else []

    def _refusal(self, refused: NightcrierError) -> NightcrierError:
        """Return the refusal to show. If all changes that the database has not taken are safe in a file of their own,
        the refusal says that nothing is lost."""
        if isinstance(refused, NotKept) and self._changes.safe:
            return NotKept(refused.path, refused.why, noted=True)
        return refused


class KnownScores:
    """Keeps a copy of the recent evenings in memory. The waiting changes are made in the copy, to find out how the
    evening will stand."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._picture: bytes | None = None

    def look(self) -> bool:
        """Make a new copy, and say whether it differs from the old one. If the disk cannot be read, the old copy
        stays."""
        from nightcrier.box.memory.database import take_recent

        before, now = self._picture, take_recent(self._path)
        self._picture = now or before
        return self._picture != before

    def tell(self, at: float, waiting: Sequence[WaitingChange]) -> Standings | None:
        """Return how the evening stands after all waiting changes. Return None if the copy refuses a change, too."""
        from nightcrier.box.memory.database import memory_scores, scores_of_picture

        pictured = scores_of_picture(self._picture, self._path) if self._picture else None
        known = pictured is not None or any(isinstance(each.change, NewEvening) for each in waiting)
        with closing(pictured or memory_scores(self._path)) as scores, suppress(NotKept):
            before = scores.latest()
            stands = _standings_after(at, scores, waiting)
            return stands and replace(stands, evening=_number(before, stands) if known else UNKNOWN_EVENING)
        return None


def _standings_after(at: float, scores: "ScoreDatabase", waiting: Sequence[WaitingChange]) -> Standings | None:
    from nightcrier.box.memory.scores import SenselessChange

    for each in waiting:
        with suppress(SenselessChange):  # that is told once it is left out
            change_once(scores, each)
    return tell_standings(at, scores)


def _number(before: GameEvening | None, stands: Standings) -> int:
    """Return the number of an evening that is already on the disk. Return 0 if the evening begins with one of the
    waiting changes."""
    return stands.evening if before and before.number == stands.evening else 0


class WaitingSheets:
    """The sheets that wait for the disk. `waiting` lists the sheets to write or remove, with the mark of their game."""

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
        """Write all waiting sheets. Stop at the first sheet that the disk refuses, and return the refusal."""
        while self.waiting:
            if refused := self._keep_one(*self.waiting[0]):
                return refused
            del self.waiting[0]
        return None

    def _keep_one(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> NotKept | None:
        if isinstance(sheet, KeepSheet):
            return self._folder.keep(sheet.game, sheet.text, mark)
        return self._folder.withdraw(mark)
