"""Keeps the scores in the database, made when the first game is counted, and tells how the evening stands; keeps the
sheets of games beside it.

After a power cut a verdict is told again, and with it comes the same effect again: a game counts once, by its mark. So
it does where people took an answer back and were judged anew: then it counts as it was judged last."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from device.kernel.clock import Clock
from device.kernel.errors import NightcrierError
from device.kernel.events import Event, Fault, Part, Standings
from device.kernel.faults import fault_of
from device.kernel.files import Files
from device.memory.sheets import SheetFolder
from device.memory.standings import (
    EveningKind,
    GameEvening,
    evening_champions,
    game_ledgers,
    people_standings,
)
from device.memory.statefile import told
from device.table.effects import Amend, CountGame, KeepSheet, LookUp, NewEvening, ScoreEffect, SeatPeople

if TYPE_CHECKING:
    from device.memory.scores import ScoreDatabase


MOST_KNOWN = 60
"""Names that are offered again: more, nobody dials through."""


class Scorebook:
    """One evening after the other. A game of unknown people goes to the evening with as many, else to a new one."""

    def __init__(self, clock: Clock, files: Files, path: Path, mark: Callable[[], str | None]) -> None:
        self._clock, self._files, self._path, self._mark = clock, files, path, mark
        self._scores: ScoreDatabase | None = None
        self._sheets = SheetFolder(files, path.with_name("sheets"))
        self._refused: set[str] = set()

    def count(self, effect: ScoreEffect) -> list[Event]:
        """Do it, and tell how the evening stands. What cannot be kept is one fault, and the evening goes on."""
        if isinstance(effect, KeepSheet):
            refusal = self._sheets.keep(effect.game, effect.text, self._mark())
            return self._said("sheets", refusal)
        if isinstance(effect, LookUp) and not self._begun():
            return []
        events: list[Event] = []
        try:
            scores = self._opened(events)
            mark = self._mark() if isinstance(effect, CountGame) else None
            if isinstance(effect, CountGame) and mark is not None and scores.counted(mark):
                scores.recount(mark, effect.points, _persons(effect, effect.evening))
                effect = LookUp()
            evening = self._evening(scores, effect)
            if evening:
                _write(scores, evening, effect, mark)
                events.append(_told(self._clock.now(), scores.latest() or evening, scores))
        except NightcrierError as refused:
            return [*events, *self._said("scores", refused)]
        return [*events, *self._said("scores", None)]

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
            return [fault_of(self._clock.now(), Part.STATE, refusal, "Count on paper until it is mended.")]
        return [Fault(self._clock.now(), Part.STATE, "Scores can be kept again.", mended=True)]

    def _opened(self, events: list[Event]) -> "ScoreDatabase":
        if self._scores is None:
            from device.memory.database import open_scores

            self._scores, faults = open_scores(self._files, self._path)
            events += [told(self._clock.now(), fault) for fault in faults]
        return self._scores

    def _evening(self, scores: "ScoreDatabase", effect: ScoreEffect) -> GameEvening | None:
        match effect:
            case NewEvening(kind, target, names):
                return scores.begin(names, EveningKind(kind), target)
            case SeatPeople():
                return scores.latest() or scores.begin([])
            case CountGame():
                return _evening_of(scores, effect)
            case Amend() | LookUp() | KeepSheet():
                return scores.latest()
            case _:
                assert_never(effect)


def _evening_of(scores: "ScoreDatabase", game: CountGame) -> GameEvening:
    """The one in which it began; without a number, the latest if just as many people have come to it."""
    begun = scores.numbered(game.evening)
    if begun and all(1 <= seated.person <= len(begun.people) for seated in game.people):
        return begun
    latest = scores.latest()
    if latest and len(latest.people) == len(game.points):
        return latest
    names = [seated.name for seated in game.people] or [""] * len(game.points)
    return scores.begin(names, latest.kind, latest.target) if latest else scores.begin(names)


def _persons(game: CountGame, evening: int) -> list[int]:
    """Who sat at its seats, by the numbers of the evening in which it began; in another nobody knows."""
    return [seated.person for seated in game.people] if evening and evening == game.evening else []


def _write(scores: "ScoreDatabase", evening: GameEvening, effect: ScoreEffect, mark: str | None) -> None:
    match effect:
        case CountGame(game, scenario, points):
            scores.add(evening, game, scenario, points, mark, _persons(effect, evening.number))
        case SeatPeople(people):
            scores.seat_people(evening, people)
        case Amend(points):
            _amend(scores, evening, points)
        case NewEvening() | LookUp() | KeepSheet():
            pass
        case _:
            assert_never(effect)


def _amend(scores: "ScoreDatabase", evening: GameEvening, points: Mapping[int, int] | None) -> None:
    games = scores.results(evening)
    if not games:
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
    )
