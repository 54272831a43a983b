"""What is known of the scores while their database takes nothing: what could be read of it last, and what waits."""

from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from device.box.change_scores import change_once
from device.box.scores_on_demand import tell_standings
from device.box.waiting_changes import WaitingChange
from device.kernel.events import Standings
from device.kernel.files import NotKept
from device.kernel.people import UNKNOWN_EVENING
from device.memory.standings import GameEvening
from device.table.score_changes import NewEvening

if TYPE_CHECKING:
    from device.memory.scores import ScoreDatabase


class KnownScores:
    """Keeps a picture of the database: what waits is done to that, to tell how the evening will stand."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._picture: bytes | None = None

    def look(self) -> bool:
        """Take a new picture. Whether it shows anything that was not known; what cannot be read leaves the old one."""
        from device.memory.database import kept_picture

        before, now = self._picture, kept_picture(self._path)
        self._picture = now or before
        return self._picture != before

    def tell(self, at: float, waiting: Sequence[WaitingChange]) -> Standings | None:
        """How the evening stands once all that waits is done; None where not even the picture takes that."""
        from device.memory.database import memory_scores, pictured_scores

        pictured = pictured_scores(self._picture, self._path) if self._picture else None
        known = pictured is not None or any(isinstance(each.change, NewEvening) for each in waiting)
        with closing(pictured or memory_scores(self._path)) as scores, suppress(NotKept):
            before = scores.latest()
            stands = _changed(at, scores, waiting)
            return stands and replace(stands, evening=_number(before, stands) if known else UNKNOWN_EVENING)
        return None


def _changed(at: float, scores: "ScoreDatabase", waiting: Sequence[WaitingChange]) -> Standings | None:
    from device.memory.scores import SenselessChange

    for each in waiting:
        with suppress(SenselessChange):  # that is told once it is left out
            change_once(scores, each)
    return tell_standings(at, scores)


def _number(before: GameEvening | None, stands: Standings) -> int:
    """That of an evening which is on the disk already; what waits begins one that has none yet."""
    return stands.evening if before and before.number == stands.evening else 0
