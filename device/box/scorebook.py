"""Keeps the scores in the database, made when the first game is counted, and tells how the evening stands; keeps the
sheets of games beside it.

After a power cut a verdict is told again, and with it comes the same effect again: a game counts once, by its mark. So
it does where people took an answer back and were judged anew: then it counts as it was judged last; until then it
counts nothing. And where the disk refuses for a while."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.clock import Clock
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.events import Event, Fault, Part, Standings
from device.kernel.faults import fault_of
from device.kernel.files import Files, remove_safely
from device.kernel.people import SeatedPerson
from device.memory.choices import ChoicesFile
from device.memory.sheets import SheetFolder
from device.memory.standings import (
    GameEvening,
    evening_champions,
    game_ledgers,
    people_standings,
)
from device.memory.statefile import told
from device.table.effects import (
    Amend,
    CountGame,
    KeepSheet,
    LookUp,
    NewEvening,
    ScoreEffect,
    SeatPeople,
    WithdrawGame,
)

if TYPE_CHECKING:
    from device.memory.scores import ScoreDatabase


MOST_KNOWN = 60
"""Names that are offered again: more, nobody dials through."""


_T = TypeVar("_T")


class UncountedGame(Struct, frozen=True):
    """A game that was judged, and could not be counted yet."""

    game: CountGame
    mark: str


class Uncounted(Struct, frozen=True):
    """All of them, as a file keeps them over a power cut while the scores cannot be written."""

    games: tuple[UncountedGame, ...] = ()


TRY_AGAIN = 30.0
"""Seconds until a disk that refused a score is asked again."""


class Scorebook:
    """One evening after the other. A game of unknown people goes to the evening with as many, else to a new one. What
    the disk refuses waits in its order, and is tried again: a mark counts once, however often that is."""

    def __init__(self, clock: Clock, files: Files, path: Path, mark: Callable[[], str | None]) -> None:
        self._clock, self._files, self._path, self._mark = clock, files, path, mark
        self._scores: ScoreDatabase | None = None
        self._sheets = SheetFolder(files, path.with_name("sheets"))
        self._uncounted_path = path.with_name("uncounted.json")
        self._uncounted = ChoicesFile(files, self._uncounted_path, Uncounted)
        kept, self._wrong = self._uncounted.load()
        self._noted = kept or Uncounted()
        # What is to be kept, with the marks of the games.
        self._waiting: list[tuple[ScoreEffect, str | None]] = [(each.game, each.mark) for each in self._noted.games]
        self._sheets_waiting: list[tuple[KeepSheet | WithdrawGame, str | None]] = []
        self._again = clock.now()
        self._stood = False  # how the evening stands on the disk was told
        self._refused: set[str] = set()

    def count(self, effect: ScoreEffect) -> list[Event]:
        """Do it, and tell how the evening stands. What cannot be kept yet is one fault, and the evening goes on."""
        mark = self._mark() if isinstance(effect, CountGame | WithdrawGame | KeepSheet) else None
        sheets: list[Event] = []
        if isinstance(effect, KeepSheet | WithdrawGame):
            _put(self._sheets_waiting, effect, mark)
            sheets = self._keep_sheets()
        if isinstance(effect, KeepSheet) or (isinstance(effect, LookUp) and not self._begun()):
            return sheets
        if not isinstance(effect, LookUp):
            _put(self._waiting, effect, mark)
        return [*sheets, *self._write_down()]

    def due(self) -> float | None:
        return self._again if self._waiting or self._sheets_waiting or self._wrong else None

    def poll(self) -> Sequence[Event]:
        due = self.due()
        return self.flush() if due is not None and due <= self._clock.now() else []

    def flush(self) -> list[Event]:
        """Try what waits at once."""
        wrong, self._wrong = self._wrong, ()
        sheets = self._keep_sheets() if self._sheets_waiting else []
        scores = self._write_down() if self._waiting else []
        return [*(told(self._clock.now(), fault) for fault in wrong), *sheets, *scores]

    def _keep_sheets(self) -> list[Event]:
        self._again = self._clock.now() + TRY_AGAIN
        while self._sheets_waiting:
            sheet, mark = self._sheets_waiting[0]
            if isinstance(sheet, KeepSheet):
                refusal = self._sheets.keep(sheet.game, sheet.text, mark)
            else:
                refusal = self._sheets.withdraw(mark)
            if refusal:
                return self._said("sheets", refusal)
            del self._sheets_waiting[0]
        return self._said("sheets", None)

    def _write_down(self) -> list[Event]:
        """All that waits, in its order, and how the evening stands then."""
        self._again = self._clock.now() + TRY_AGAIN
        events: list[Event] = []
        try:
            stands = self._all_kept(events)
        except NightcrierError as refused:
            self._close()
            self._note()
            return [*events, *self._meanwhile(), *self._said("scores", refused)]
        self._note()
        return [*events, *stands, *self._said("scores", None)]

    def _note(self) -> None:
        """Games that wait outlive a power cut, if the disk takes anything at all: a mark counts once."""
        games = (UncountedGame(game, mark) for game, mark in self._waiting if isinstance(game, CountGame) and mark)
        uncounted = Uncounted(tuple(games))
        if uncounted == self._noted:
            return
        kept = self._uncounted.save(uncounted) if uncounted.games else remove_safely(self._files, self._uncounted_path)
        if kept is None:
            self._noted = uncounted

    def _all_kept(self, events: list[Event]) -> list[Event]:
        """What was spoiled since it was opened is set aside when it is opened anew."""
        try:
            return self._kept(self._opened(events))
        except BadFile:
            self._close()
            return self._kept(self._opened(events))

    def _kept(self, scores: "ScoreDatabase") -> list[Event]:
        scores.check()
        other = False
        while self._waiting:
            first = self._waiting.pop(0)  # what breaks the program is not tried for ever
            if _is_of_another(scores.latest(), first[0]):
                other = True
                continue
            try:
                _keep(scores, *first)
            except NightcrierError:
                self._waiting.insert(0, first)
                raise
        evening = scores.latest()
        self._stood = self._stood or evening is not None
        return [replace(_told(self._clock.now(), evening, scores), other_evening=other)] if evening else []

    def _meanwhile(self) -> list[Event]:
        """How it stands by what waits, where nothing better is known; of an evening that has no number yet."""
        if self._stood or not self._waiting:
            return []
        from device.memory.database import memory_scores

        scores = memory_scores(self._path)
        for each in self._waiting:
            _keep(scores, *each)
        evening = scores.latest()
        told = [replace(_told(self._clock.now(), evening, scores), evening=0)] if evening else []
        scores.close()
        return list(told)

    def _close(self) -> None:
        if self._scores is not None:
            self._scores.close()
            self._scores = None

    def _begun(self) -> bool:
        """A box that never counted a game has no database, and gets none by being asked."""
        return self._scores is not None or self._files.exists(self._path)

    def _said(self, what: str, refusal: NightcrierError | None) -> list[Event]:
        """Once for each change, whatever of the two it is that cannot be kept."""
        before = bool(self._refused)
        self._refused = self._refused | {what} if refusal else self._refused - {what}
        if bool(self._refused) == before:
            return []
        if refusal:
            return [fault_of(self._clock.now(), Part.STATE, refusal, "It is tried again every 30 seconds.")]
        return [Fault(self._clock.now(), Part.STATE, "Scores can be kept again.", mended=True)]

    def _opened(self, events: list[Event]) -> "ScoreDatabase":
        if self._scores is None:
            from device.memory.database import open_kept

            self._scores, faults = open_kept(self._files, self._path)
            events += [told(self._clock.now(), fault) for fault in faults]
        return self._scores


def _put(waiting: list[tuple[_T, str | None]], new: _T, mark: str | None) -> None:
    """At the end; of a game that waits already, what is known last takes its place."""
    marks = [known for _, known in waiting]
    if mark is None or mark not in marks:
        waiting.append((new, mark))
    else:
        waiting[marks.index(mark)] = new, mark


def _keep(scores: "ScoreDatabase", effect: ScoreEffect, mark: str | None) -> None:
    match effect:
        case CountGame():
            _count(scores, effect, mark)
        case WithdrawGame():
            _withdraw(scores, mark)
        case NewEvening(kind, target, names):
            scores.begin(names, kind, target)
        case SeatPeople(people, _, places):
            scores.seat_people(scores.latest() or scores.begin([]), people, places)
        case Amend(points):
            _amend(scores, points)
        case LookUp() | KeepSheet():
            pass
        case _:
            assert_never(effect)


def _is_of_another(latest: GameEvening | None, effect: ScoreEffect) -> bool:
    """Whether it would change an evening after which another has begun."""
    if not isinstance(effect, SeatPeople | Amend) or latest is None:
        return False
    return effect.evening not in {0, latest.number}


def _count(scores: "ScoreDatabase", game: CountGame, mark: str | None) -> None:
    """A game that was counted already counts as it was judged last."""
    if mark is not None and scores.counted(mark):
        scores.recount(mark, game.game, game.scenario, game.points)
        return
    evening, people = _evening_of(scores, game)
    scores.add(evening, game.game, game.scenario, game.points, mark, people)


def _withdraw(scores: "ScoreDatabase", mark: str | None) -> None:
    """A game without a mark is the last that was counted."""
    if mark is None:
        _amend(scores, None)
    else:
        scores.withdraw(mark)


def _evening_of(scores: "ScoreDatabase", game: CountGame) -> tuple[GameEvening, tuple[int, ...]]:
    """The evening it counts in, and who of it sat there: the one in which it began, which had no number yet where the
    game was its first; else the latest, if the same people have come to it; else a new one."""
    latest = scores.latest()
    persons = tuple(seated.person for seated in game.people)
    begun = scores.numbered(game.evening) if game.evening else latest
    if begun and game.people and all(_is_there(begun, seated, named=not game.evening) for seated in game.people):
        return begun, persons
    everybody = tuple(range(1, len(game.points) + 1))
    names = [seated.name for seated in game.people] or [""] * len(game.points)
    if latest and len(latest.people) == len(names) and (not game.people or latest.names == tuple(names)):
        return latest, everybody
    return (scores.begin(names, latest.kind, latest.target) if latest else scores.begin(names)), everybody


def _is_there(evening: GameEvening, seated: SeatedPerson, *, named: bool) -> bool:
    """Whether the evening has this person; of that name, where the number of the evening is not known."""
    return 1 <= seated.person <= len(evening.people) and (not named or evening.names[seated.person - 1] == seated.name)


def _amend(scores: "ScoreDatabase", points: Mapping[int, int] | None) -> None:
    evening = scores.latest()
    games = scores.results(evening) if evening else ()
    if not evening or not games:
        return
    if points is None:
        scores.strike(evening, games[-1].number)
    else:
        scores.correct(evening, games[-1].number, points)


def _told(at: float, evening: GameEvening, scores: "ScoreDatabase") -> Standings:
    results = scores.results(evening)
    return Standings(
        at,
        evening.kind,
        evening.target,
        people_standings(evening, results),
        evening_champions(evening, results),
        results[-1].points if results else None,
        game_ledgers(evening, results),
        scores.known_names(MOST_KNOWN),
        evening.number,
        judged=scores.judged(evening, results[-1].number) if results else {},
    )
