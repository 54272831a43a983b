"""Who leads and who has won an evening, worked out from its games. Pure."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """How an evening is decided."""

    OPEN = "open"
    SHORT = "short"  # one point for a won game, first to `target`; a tie at the top plays on
    LONG = "long"  # who has lost twice is out; the last one in has won


OUT_AFTER = 2
FEWEST = 3
"""No game can be played by fewer: a long evening ends when no more are left in, and who is left has won."""


class Evening(Struct, frozen=True):
    """A table that plays for points. `names` go round clockwise; an empty name is a seat known by its number."""

    number: int
    kind: Kind
    target: int
    names: tuple[str, ...]


class Result(Struct, frozen=True):
    """One game of the evening: the seats that took part, and those of them that won."""

    number: int
    game: str
    scenario: str
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] = ()  # what the game was worth to each winner; one where it is empty

    def earned(self, seat: int) -> int:
        """What this game was worth to a seat; nothing to who lost it."""
        if seat not in self.winners:
            return 0
        return self.points[self.winners.index(seat)] if self.points else 1


class Standing(Struct, frozen=True):
    """Where a seat stands."""

    seat: int
    name: str
    won: int
    lost: int
    out: bool


def standings(evening: Evening, results: Sequence[Result]) -> tuple[Standing, ...]:
    """Seat by seat, clockwise."""
    found = []
    for seat, name in enumerate(evening.names, 1):
        won = sum(result.earned(seat) for result in results)
        lost = sum(seat in result.seats and seat not in result.winners for result in results)
        found.append(Standing(seat, name, won, lost, evening.kind is Kind.LONG and lost >= OUT_AFTER))
    return tuple(found)


def champions(evening: Evening, results: Sequence[Result]) -> tuple[int, ...]:
    """The seats that have won the evening; none while it is undecided."""
    table = standings(evening, results)
    if evening.kind is Kind.SHORT:
        return _first_to(evening.target, table)
    if evening.kind is Kind.LONG:
        return _last_in(table, results)
    return ()


def _first_to(target: int, table: Sequence[Standing]) -> tuple[int, ...]:
    most = max((standing.won for standing in table), default=0)
    leaders = tuple(standing.seat for standing in table if standing.won == most)
    return leaders if most >= target and len(leaders) == 1 else ()


def _last_in(table: Sequence[Standing], results: Sequence[Result]) -> tuple[int, ...]:
    """If the last ones went out together, they share it."""
    left = tuple(standing.seat for standing in table if not standing.out)
    if not results or len(left) >= FEWEST:
        return ()
    return left or results[-1].seats
