"""A wish to mend the last game, or to strike it: the same that becomes of a hand's, once it is sure that whoever wishes
saw the game that is the last now."""

from typing import assert_never

from device.kernel.wishes import MendWish, ScoreWish, StrikeWish
from device.table.amendment import amendment, points_won
from device.table.refused_wish import WishNotDone
from device.table.state import Table, TableStep


def follow_score_wish(table: Table, wish: ScoreWish) -> TableStep:
    """Another game than the one that was shown is left as it is. Raises WishNotDone."""
    standings = table.standings
    if standings is None or not standings.last or (standings.evening, standings.game) != (wish.evening, wish.game):
        raise WishNotDone
    match wish:
        case StrikeWish():
            return table, (amendment(table, None),)
        case MendWish(winners=winners):
            points = points_won(standings, winners)
            if not standings.last.keys() >= set(winners):
                raise WishNotDone
            return table, (amendment(table, points),) if points != standings.last else ()
        case _:
            assert_never(wish)
