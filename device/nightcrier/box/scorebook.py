"""Keeps the scores in the database, made when the first game is counted, and tells how the evening stands; keeps the
sheets of games beside it.

After a power cut a verdict is told again, and with it comes the same effect again: a game counts once, by its mark. So
it does where people took an answer back and were judged anew: then it counts as it was judged last; until then it
counts nothing. And where the disk refuses for a while."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.events import Event, Standings
from nightcrier.box.keeper import DISK_RETRY, Refusals
from nightcrier.box.memory.results import GameEvening, SheetFolder, evening_champions, game_ledgers, people_standings
from nightcrier.box.score_notes import WaitingChange, WaitingChanges, change_once, forget_note, is_noted
from nightcrier.box.table.core.effects import CountGame, KeepSheet, LookUp, NewEvening, ScoreEffect, WithdrawGame
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.errors import BadFile, NightcrierError
from nightcrier.kernel.files import Files, NotKept
from nightcrier.kernel.people import UNKNOWN_EVENING
from nightcrier.kernel.state_file import state_fault

if TYPE_CHECKING:
    from nightcrier.box.memory.scores import ScoreDatabase

_MOST_KNOWN = 60
"""Names that are offered again: more, nobody dials through."""
_MOST_GAMES = 50
"""Told one by one: no table plays more in an evening."""


class ScoresOnDemand:
    """A box that never counted a game has no database, and gets none by being asked."""

    def __init__(self, clock: Clock, files: Files, path: Path) -> None:
        self._clock, self._files, self._path = clock, files, path
        self._scores: ScoreDatabase | None = None

    def has_begun(self) -> bool:
        return self._scores is not None or self._files.exists(self._path)

    def open(self, events: list[Event]) -> "ScoreDatabase":
        """Open the database once. Whatever was wrong with it is told in `events`."""
        if self._scores is None:
            from nightcrier.box.memory.database import open_kept

            self._scores, faults = open_kept(self._files, self._path)
            events += [state_fault(self._clock.now(), fault) for fault in faults]
        return self._scores

    def close(self) -> None:
        """Close the database after a refusal: opened anew, it may be another one."""
        if self._scores is not None:
            self._scores.close()
            self._scores = None


def tell_standings(at: float, scores: "ScoreDatabase") -> Standings | None:
    """How the latest evening stands."""
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
        judged=scores.points_of_verdict(evening, results[-1].number) if results else {},
        game=results[-1].number if results else 0,
        games=results[-_MOST_GAMES:],
    )


_MEANWHILE = f"It is tried again every {DISK_RETRY:g} seconds."
_MENDED = "Scores can be kept again."


class Scorebook:
    """Keeps one evening after the other. A game of unknown people goes to the evening with as many, else to a new one.
    Changes that the disk refuses wait in their order, and are tried again, also after a power cut: each is done
    once."""

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
        if isinstance(effect, KeepSheet) or (isinstance(effect, LookUp) and not self._has_scores()):
            return sheets
        if not isinstance(effect, LookUp):
            self._changes.add(effect, mark)
        return [*sheets, *self._write_down(asked=True)]

    def news(self) -> list[Event]:
        """Tell how an evening stands that was begun by command: a box has to know that before it shows anything."""
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
        """Try what waits at once."""
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
        """Write all that waits, in its order, and tell how the evening stands then. Where the disk refuses, that is
        told if somebody `asked` (counted or looked something up just now), else only if it has changed."""
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
        """Do all that waits. A database that was spoiled since it was opened is opened anew, and so set aside."""
        try:
            return self._keep_one(self._scores.open(events), events)
        except BadFile:
            self._scores.close()
            return self._keep_one(self._scores.open(events), events)

    def _keep_one(self, scores: "ScoreDatabase", events: list[Event]) -> list[Event]:
        scores.check()
        other = False
        while self._changes.waiting:
            other = not self._do_change(scores, self._changes.waiting.pop(0), events) or other
        stands = tell_standings(self._clock.now(), scores)
        self._known.look()
        by_command = is_noted(self._files, self._path.parent)
        forget_note(self._files, self._path.parent)
        return [replace(stands, other_evening=other, by_command=by_command)] if stands else []

    def _do_change(self, scores: "ScoreDatabase", first: WaitingChange, events: list[Event]) -> bool:
        from nightcrier.box.memory.scores import SenselessChange

        try:
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

    def _meanwhile(self, *, asked: bool) -> list[Event]:
        """How it stands by what is known of the disk and by what waits."""
        read = self._scores.has_begun() and self._known.look()
        if not (read or asked):
            return []
        stands = self._known.tell(self._clock.now(), self._changes.waiting)
        return [stands] if stands else []

    def _refusal(self, refused: NightcrierError) -> NightcrierError:
        """Return the refusal to be told; it says so if all that waits is in the note, and nothing is forgotten."""
        if isinstance(refused, NotKept) and self._changes.safe:
            return NotKept(refused.path, refused.why, noted=True)
        return refused


class KnownScores:
    """Keeps a picture of the database: what waits is done to that, to tell how the evening will stand."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._picture: bytes | None = None

    def look(self) -> bool:
        """Take a new picture. Whether it shows anything that was not known; what cannot be read leaves the old one."""
        from nightcrier.box.memory.database import take_picture

        before, now = self._picture, take_picture(self._path)
        self._picture = now or before
        return self._picture != before

    def tell(self, at: float, waiting: Sequence[WaitingChange]) -> Standings | None:
        """How the evening stands once all that waits is done; None where not even the picture takes that."""
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
    """Return the number of an evening which is on the disk already; 0 if it begins only with the changes that wait."""
    return stands.evening if before and before.number == stands.evening else 0


class WaitingSheets:
    """`waiting` is what is still to be kept, or taken away, with the marks of the games."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._folder = SheetFolder(files, folder)
        self.waiting: list[tuple[KeepSheet | WithdrawGame, str | None]] = []

    def add(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> None:
        """Put a sheet at the end; if one of that game waits already, it takes its place."""
        marks = [known for _, known in self.waiting]
        if mark is None or mark not in marks:
            self.waiting.append((sheet, mark))
        else:
            self.waiting[marks.index(mark)] = sheet, mark

    def keep(self) -> NotKept | None:
        """Keep all that wait, up to one that the disk refuses."""
        while self.waiting:
            if refused := self._keep_one(*self.waiting[0]):
                return refused
            del self.waiting[0]
        return None

    def _keep_one(self, sheet: KeepSheet | WithdrawGame, mark: str | None) -> NotKept | None:
        if isinstance(sheet, KeepSheet):
            return self._folder.keep(sheet.game, sheet.text, mark)
        return self._folder.withdraw(mark)
