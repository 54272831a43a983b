"""Who dies: the rulebook's five points in order, from the roles at dawn and where every seat points."""

from collections.abc import Sequence

from msgspec import Struct

NO_SEATS: frozenset[int] = frozenset()


class Tally(Struct, frozen=True):
    """The vote counted: votes by seat, who stands under a Bodyguard's hand, who is dead."""

    counts: tuple[int, ...]
    protected: frozenset[int]
    dead: frozenset[int]


def deaths(roles: Sequence[str], votes: Sequence[int | None]) -> Tally:
    """`votes`: the seat each seat points at, or None. A Bodyguard's pointing protects and is no vote."""
    counts = [0] * len(roles)
    protected = set()
    for seat, pointed in enumerate(votes):
        if pointed is None:
            continue
        if roles[seat] == "bodyguard":
            protected.add(pointed)
        else:
            counts[pointed] += 1
    dead = _most_votes(counts, protected)
    return Tally(tuple(counts), frozenset(protected), frozenset(_shots(roles, votes, dead, protected)))


def _most_votes(counts: Sequence[int], protected: set[int]) -> list[int]:
    """All who share the highest count among the unprotected die, but nobody dies of a single vote."""
    most = max((count for seat, count in enumerate(counts) if seat not in protected), default=0)
    if most < 2:
        return []
    return [seat for seat, count in enumerate(counts) if count == most and seat not in protected]


def _shots(roles: Sequence[str], votes: Sequence[int | None], dead: Sequence[int], protected: set[int]) -> list[int]:
    """A dead Hunter takes along whom he points at; one who dies so and is a Hunter shoots too. Nobody dies twice."""
    falling = list(dead)
    for seat in falling:
        shot = votes[seat]
        if roles[seat] == "hunter" and shot is not None and shot not in protected and shot not in falling:
            falling.append(shot)
    return falling
