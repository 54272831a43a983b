"""Mending a game that was dialled in wrong, or striking it: the one that the box knows to be the last, and no other."""

from collections.abc import Collection, Mapping

from device.kernel.events import Standings
from device.table.effects import LookUp
from device.table.score_changes import Amend
from device.table.state import Table


def amendment(table: Table, points: Mapping[int, int] | None) -> Amend | LookUp:
    """These points for the last game, None to strike it. Where no game is known, none can be meant: look first."""
    standings = table.standings
    if standings is None or standings.last is None:
        return LookUp()
    return Amend(points, standings.evening, standings.game)


def points_won(standings: Standings, winners: Collection[int]) -> dict[int, int]:
    """The points of the last game, where these won it: who won by the verdict has the points of it again; who did not
    has one, as nobody can say more here. Who had won anyway keeps them."""
    last, judged = standings.last or {}, standings.judged
    return {n: (had or judged.get(n) or 1) if n in winners else 0 for n, had in last.items()}
