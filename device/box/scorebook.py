"""Keeps the scores in the database, made when the first game is counted, and tells how the evening stands.

After a power cut a verdict is told again, and with it comes the same effect again: a game counts once, by its mark."""

from collections.abc import Callable, Sequence
from pathlib import Path

from device.kernel.clock import Clock
from device.kernel.errors import NightcrierError
from device.kernel.events import Event, Fault, Part, Place, Standings
from device.memory.database import open_scores
from device.memory.files import Files
from device.memory.scores import Scores
from device.memory.standings import Evening, Kind, champions, standings
from device.memory.statefile import told
from device.table.effects import Amend, Count, LookUp, NewEvening, Scored


class Scorebook:
    """One evening after the other. A game with another number of seats opens a new one by itself."""

    def __init__(self, clock: Clock, files: Files, path: Path, mark: Callable[[], str | None]) -> None:
        self._clock, self._files, self._path, self._mark = clock, files, path, mark
        self._scores: Scores | None = None
        self._refused = False

    def count(self, effect: Count) -> list[Event]:
        """Do it, and tell how the evening stands. What cannot be kept is one fault, and the evening goes on."""
        if isinstance(effect, LookUp) and not self._begun():
            return []
        events: list[Event] = []
        try:
            scores = self._opened(events)
            mark = self._mark() if isinstance(effect, Scored) else None
            if mark is not None and scores.counted(mark):
                effect = LookUp()
            evening = self._evening(scores, effect)
            if evening:
                _write(scores, evening, effect, mark)
                events.append(_told(self._clock.now(), evening, scores))
        except NightcrierError as refused:
            return [*events, *self._said(str(refused), refused=True)]
        return [*events, *self._said("Scores can be kept again.", refused=False)]

    def _begun(self) -> bool:
        """A box that never counted a game has no database, and gets none by being asked."""
        return self._scores is not None or self._files.exists(self._path)

    def _said(self, what: str, *, refused: bool) -> list[Event]:
        """Once for each change."""
        if refused == self._refused:
            return []
        self._refused = refused
        return [Fault(self._clock.now(), Part.STATE, what, "Count on paper until it is mended.", mended=not refused)]

    def _opened(self, events: list[Event]) -> Scores:
        if self._scores is None:
            self._scores, faults = open_scores(self._files, self._path)
            events += [told(self._clock.now(), fault) for fault in faults]
        return self._scores

    def _evening(self, scores: Scores, effect: Count) -> Evening | None:
        if isinstance(effect, NewEvening):
            return scores.begin([""] * effect.seats, Kind(effect.kind), effect.target)
        latest = scores.latest()
        if isinstance(effect, Scored) and (latest is None or len(latest.names) != effect.seats):
            return scores.begin([""] * effect.seats, latest.kind if latest else Kind.OPEN)
        return latest


def _write(scores: Scores, evening: Evening, effect: Count, mark: str | None) -> None:
    match effect:
        case Scored(game, scenario, _, winners, points):
            scores.add(evening, game, scenario, winners, points, mark)
        case Amend(winners):
            _amend(scores, evening, winners)
        case NewEvening() | LookUp():
            pass


def _amend(scores: Scores, evening: Evening, winners: Sequence[int] | None) -> None:
    games = scores.results(evening)
    if not games:
        return
    if winners is None:
        scores.strike(evening, games[-1].number)
    else:
        scores.correct(evening, games[-1].number, winners)


def _told(at: float, evening: Evening, scores: Scores) -> Standings:
    results = scores.results(evening)
    seats = tuple(Place(row.name, row.won, row.lost, row.out) for row in standings(evening, results))
    last = results[-1].winners if results else None
    return Standings(at, evening.kind, evening.target, seats, champions(evening, results), last)
