"""Mending a game that was dialled in wrong, or striking it: the one that the box knows to be the last, and no other."""

from collections.abc import Mapping

from device.table.effects import LookUp
from device.table.score_changes import Amend
from device.table.state import Table


def amendment(table: Table, points: Mapping[int, int] | None) -> Amend | LookUp:
    """These points for the last game, None to strike it. Where no game is known, none can be meant: look first."""
    standings = table.standings
    if standings is None or standings.last is None:
        return LookUp()
    return Amend(points, standings.evening, standings.game)
