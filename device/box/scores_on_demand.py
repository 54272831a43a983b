"""Opens the database of the scores when it is needed, and tells what stands in it."""

from pathlib import Path
from typing import TYPE_CHECKING

from device.kernel.clock import Clock
from device.kernel.events import Event, Standings
from device.kernel.files import Files
from device.kernel.statefile import told
from device.memory.standings import evening_champions, game_ledgers, people_standings

if TYPE_CHECKING:
    from device.memory.scores import ScoreDatabase

_MOST_KNOWN = 60
"""Names that are offered again: more, nobody dials through."""
_MOST_GAMES = 50
"""Told one by one: no table plays more in an evening."""


class ScoresOnDemand:
    """A box that never counted a game has no database, and gets none by being asked."""

    def __init__(self, clock: Clock, files: Files, path: Path) -> None:
        self._clock, self._files, self._path = clock, files, path
        self._scores: ScoreDatabase | None = None

    def begun(self) -> bool:
        return self._scores is not None or self._files.exists(self._path)

    def opened(self, events: list[Event]) -> "ScoreDatabase":
        """What was wrong with it is told in `events`."""
        if self._scores is None:
            from device.memory.database import open_kept

            self._scores, faults = open_kept(self._files, self._path)
            events += [told(self._clock.now(), fault) for fault in faults]
        return self._scores

    def close(self) -> None:
        """After a refusal: opened anew, it may be another one."""
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
        scores.known_names(_MOST_KNOWN),
        evening.number,
        judged=scores.judged(evening, results[-1].number) if results else {},
        game=results[-1].number if results else 0,
        games=results[-_MOST_GAMES:],
    )
