"""How many tables play, and how many sit at each: within the bounds, and as even as can be."""

from device.hall.tournament.tournament_state import TableBounds


def table_sizes(people: int, tables: int, bounds: TableBounds) -> tuple[int, ...]:
    """One for each table that plays, the largest first; together fewer than `people` where some find no seat, and none
    where nobody does. Whoever can sit does; then sizes come as near to the wanted one as the tables allow."""

    def worth(count: int) -> tuple[int, float]:
        seated = _seated(people, count, bounds)
        return seated, -abs(seated / count - bounds.wanted)

    best = max(range(1, tables + 1), key=worth, default=0)
    seated = _seated(people, best, bounds) if best else 0
    if not seated:
        return ()
    each, over = divmod(seated, best)
    return (each + 1,) * over + (each,) * (best - over)


def _seated(people: int, tables: int, bounds: TableBounds) -> int:
    """How many find a seat at so many tables; none where these cannot be filled."""
    return min(people, tables * bounds.most) if people >= tables * bounds.fewest else 0
