"""Who leads and who has won an evening, worked out from its games. Pure."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from device.kernel.events import SeatStanding


class EveningKind(StrEnum):
    """How an evening is decided."""

    OPEN = "open"
    SHORT = "short"  # first to `target` points; a tie at the top plays on
    LONG = "long"  # who has lost twice is out; the last one in has won


OUT_AFTER = 2
FEWEST_SEATS = 3
"""No game can be played by fewer: a long evening ends when no more are left in, and who is left has won."""


class GameEvening(Struct, frozen=True):
    """A table that plays for points. `names` go round clockwise; an empty name is a seat known by its number."""

    number: int
    kind: EveningKind
    target: int
    names: tuple[str, ...]


class GameResult(Struct, frozen=True):
    """One game of the evening, and its points by seat, of those that took part: nothing to who lost it."""

    number: int
    game: str
    scenario: str
    points: Mapping[int, int]

    def lost_by(self, seat: int) -> bool:
        """Whether this seat took part and did not win."""
        return self.points.get(seat) == 0


def seat_standings(evening: GameEvening, results: Sequence[GameResult]) -> tuple[SeatStanding, ...]:
    """Seat by seat, clockwise."""
    found = []
    for seat, name in enumerate(evening.names, 1):
        points = sum(result.points.get(seat, 0) for result in results)
        losses = sum(result.lost_by(seat) for result in results)
        found.append(SeatStanding(name, points, losses, evening.kind is EveningKind.LONG and losses >= OUT_AFTER))
    return tuple(found)


def seat_points(evening: GameEvening, results: Sequence[GameResult]) -> tuple[int, ...]:
    """What these games were worth to each seat together."""
    return tuple(standing.points for standing in seat_standings(evening, results))


def game_ledgers(evening: GameEvening, results: Sequence[GameResult]) -> Mapping[str, tuple[int, ...]]:
    """The points of each seat, game by game: gold of one game is no gold of another."""
    games = sorted({result.game for result in results})
    return {game: seat_points(evening, [result for result in results if result.game == game]) for game in games}


def evening_champions(evening: GameEvening, results: Sequence[GameResult]) -> tuple[int, ...]:
    """The seats that have won the evening; none while it is undecided."""
    table = seat_standings(evening, results)
    if evening.kind is EveningKind.SHORT:
        return _first_to(evening.target, table)
    if evening.kind is EveningKind.LONG:
        return _last_in(table, results)
    return ()


def _first_to(target: int, table: Sequence[SeatStanding]) -> tuple[int, ...]:
    most = max((standing.points for standing in table), default=0)
    leaders = tuple(seat for seat, standing in enumerate(table, 1) if standing.points == most)
    return leaders if most >= target and len(leaders) == 1 else ()


def _last_in(table: Sequence[SeatStanding], results: Sequence[GameResult]) -> tuple[int, ...]:
    """If the last ones went out together, they share it."""
    left = tuple(seat for seat, standing in enumerate(table, 1) if not standing.out)
    if not results or len(left) >= FEWEST_SEATS:
        return ()
    return left or tuple(results[-1].points)
