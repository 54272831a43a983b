"""A wish to mend the last game, or to strike it: the same that becomes of a hand's, once it is sure that whoever wishes
saw the game that is the last now."""

from collections.abc import Mapping

from device.kernel.events import Standings
from device.kernel.ids import Seconds
from device.kernel.wishes import MendWish, StrikeWish
from device.table.amendment import amendment, points_won
from device.table.house import House
from device.table.refused_wish import WishNotDone
from device.table.state import Table, TableStep


def strike_game(house: House, table: Table, wish: StrikeWish, at: Seconds) -> TableStep:
    _shown_game(table, wish)
    return table, (amendment(table, None),)


def mend_game(house: House, table: Table, wish: MendWish, at: Seconds) -> TableStep:
    standings, last = _shown_game(table, wish)
    if not last.keys() >= set(wish.winners):
        raise WishNotDone
    points = points_won(standings, wish.winners)
    return table, (amendment(table, points),) if points != last else ()


def _shown_game(table: Table, wish: MendWish | StrikeWish) -> tuple[Standings, Mapping[int, int]]:
    """Another game than the one that was shown is left as it is. Raises WishNotDone."""
    standings = table.standings
    if standings is None or not standings.last or (standings.evening, standings.game) != (wish.evening, wish.game):
        raise WishNotDone
    return standings, standings.last
