"""What is known of the scores while their database takes nothing: what could be read of it last, and what waits."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from device.box.change_scores import change_once
from device.box.scores_on_demand import tell_standings
from device.box.waiting_changes import WaitingChange
from device.kernel.events import Standings
from device.kernel.people import UNKNOWN_EVENING
from device.memory.standings import GameEvening
from device.table.score_changes import NewEvening


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
        """How the evening stands once all that waits is done."""
        from device.memory.database import memory_scores, pictured_scores
        from device.memory.scores import SenselessChange

        pictured = pictured_scores(self._picture, self._path) if self._picture else None
        scores = pictured or memory_scores(self._path)
        before = scores.latest()
        for each in waiting:
            with suppress(SenselessChange):  # that is told once it is left out
                change_once(scores, each)
        stands = tell_standings(at, scores)
        scores.close()
        if stands is None:
            return None
        known = pictured is not None or any(isinstance(each.change, NewEvening) for each in waiting)
        return replace(stands, evening=_number(before, stands) if known else UNKNOWN_EVENING)


def _number(before: GameEvening | None, stands: Standings) -> int:
    """That of an evening which is on the disk already; what waits begins one that has none yet."""
    return stands.evening if before and before.number == stands.evening else 0
