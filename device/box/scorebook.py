"""Keeps the scores in the database, made when the first game is counted, and tells how the evening stands; keeps the
sheets of games beside it.

After a power cut a verdict is told again, and with it comes the same effect again: a game counts once, by its mark. So
it does where people took an answer back and were judged anew: then it counts as it was judged last; until then it
counts nothing. And where the disk refuses for a while."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from device.box.begun_evening import forget_note, is_noted
from device.box.change_scores import change_once
from device.box.keeper import DISK_RETRY
from device.box.known_scores import KnownScores
from device.box.refusals import Refusals
from device.box.scores_on_demand import ScoresOnDemand, tell_standings
from device.box.waiting_changes import WaitingChange, WaitingChanges
from device.box.waiting_sheets import WaitingSheets
from device.kernel.clock import Clock
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.events import Event
from device.kernel.files import Files, NotKept
from device.kernel.statefile import told
from device.table.effects import KeepSheet, LookUp, ScoreEffect
from device.table.score_changes import CountGame, WithdrawGame

if TYPE_CHECKING:
    from device.memory.scores import ScoreDatabase

_MEANWHILE = f"It is tried again every {DISK_RETRY:g} seconds."
_MENDED = "Scores can be kept again."


class Scorebook:
    """One evening after the other. A game of unknown people goes to the evening with as many, else to a new one. What
    the disk refuses waits in its order, and is tried again, also after a power cut: each change is done once."""

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
        """Do it, and tell how the evening stands. What cannot be kept yet is one fault, and the evening goes on."""
        mark = self._mark() if isinstance(effect, CountGame | WithdrawGame | KeepSheet) else None
        sheets: list[Event] = []
        if isinstance(effect, KeepSheet | WithdrawGame):
            self._sheets.add(effect, mark)
            sheets = self._keep_sheets()
        if isinstance(effect, KeepSheet) or (isinstance(effect, LookUp) and not self._begun()):
            return sheets
        if not isinstance(effect, LookUp):
            self._changes.add(effect, mark)
        return [*sheets, *self._write_down(asked=True)]

    def news(self) -> list[Event]:
        """What a box has to know before it shows anything: how an evening stands that was begun by command."""
        return self.count(LookUp()) if is_noted(self._files, self._path.parent) else []

    def _begun(self) -> bool:
        return self._scores.begun() or bool(self._changes.waiting)

    def due(self) -> float | None:
        scores = [self._again] if self._changes.left or self._wrong else []
        return min([*scores, self._sheets_again] if self._sheets.waiting else scores, default=None)

    def poll(self) -> Sequence[Event]:
        due = self.due()
        return self.flush() if due is not None and due <= self._clock.now() else []

    def flush(self) -> list[Event]:
        """Try what waits at once."""
        self._again = self._clock.now() + DISK_RETRY
        wrong, self._wrong = self._wrong, ()
        sheets = self._keep_sheets() if self._sheets.waiting else []
        scores = self._write_down() if self._changes.waiting else []
        self._changes.note()
        return [*(told(self._clock.now(), fault) for fault in wrong), *sheets, *scores]

    def _keep_sheets(self) -> list[Event]:
        self._sheets_again = self._clock.now() + DISK_RETRY
        return self._refusals.told("sheets", self._sheets.keep())

    def _write_down(self, *, asked: bool = False) -> list[Event]:
        """Write all that waits, in its order, and tell how the evening stands then. Where the disk refuses, that is
        told if somebody `asked` (counted or looked something up just now), else only if it has changed."""
        self._again = self._clock.now() + DISK_RETRY
        events: list[Event] = []
        try:
            stands = self._all_kept(events)
        except NightcrierError as refused:
            self._scores.close()
            self._changes.note()
            return [*events, *self._meanwhile(asked=asked), *self._refusals.told("scores", self._refusal(refused))]
        self._changes.note()
        return [*events, *stands, *self._refusals.told("scores", None)]

    def _all_kept(self, events: list[Event]) -> list[Event]:
        """What was spoiled since it was opened is set aside when it is opened anew."""
        try:
            return self._kept(self._scores.opened(events), events)
        except BadFile:
            self._scores.close()
            return self._kept(self._scores.opened(events), events)

    def _kept(self, scores: "ScoreDatabase", events: list[Event]) -> list[Event]:
        scores.check()
        other = False
        while self._changes.waiting:
            other = not self._done(scores, self._changes.waiting.pop(0), events) or other
        stands = tell_standings(self._clock.now(), scores)
        self._known.look()
        by_command = is_noted(self._files, self._path.parent)
        forget_note(self._files, self._path.parent)
        return [replace(stands, other_evening=other, by_command=by_command)] if stands else []

    def _done(self, scores: "ScoreDatabase", first: WaitingChange, events: list[Event]) -> bool:
        from device.memory.scores import SenselessChange

        try:
            return change_once(scores, first)
        except SenselessChange as wrong:
            events.append(told(self._clock.now(), wrong))
            return True
        except NightcrierError:
            self._changes.waiting.insert(0, first)
            raise
        except Exception:
            self._changes.note()  # without it: what breaks the program is not tried for ever
            raise

    def _meanwhile(self, *, asked: bool) -> list[Event]:
        """How it stands by what is known of the disk and by what waits."""
        read = self._scores.begun() and self._known.look()
        if not (read or asked):
            return []
        stands = self._known.tell(self._clock.now(), self._changes.waiting)
        return [stands] if stands else []

    def _refusal(self, refused: NightcrierError) -> NightcrierError:
        """Nothing is forgotten of what stands in the note."""
        if isinstance(refused, NotKept) and self._changes.safe:
            return NotKept(refused.path, refused.why, noted=True)
        return refused
