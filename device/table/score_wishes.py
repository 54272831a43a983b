"""A wish to mend the last game, or to strike it: the same that becomes of a hand's, once it is sure that whoever wishes
saw the game that is the last now."""

from typing import assert_never

from device.kernel.wishes import MendWish, ScoreWish, StrikeWish
from device.table.amendment import amendment, points_won
from device.table.state import Table, TableStep


def follow_score_wish(table: Table, wish: ScoreWish) -> TableStep:
    """Another game than the one that was shown is left as it is; so is one that would be none the other."""
    standings = table.standings
    if standings is None or not standings.last or (standings.evening, standings.game) != (wish.evening, wish.game):
        return table, ()
    match wish:
        case StrikeWish():
            return table, (amendment(table, None),)
        case MendWish(winners=winners):
            points = points_won(standings, winners)
            mends = standings.last.keys() >= set(winners) and points != standings.last
            return table, (amendment(table, points),) if mends else ()
        case _:
            assert_never(wish)
