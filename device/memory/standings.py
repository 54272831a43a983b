"""Who leads and who has won an evening, worked out from its games. Pure."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.kernel.events import PersonStanding
from device.kernel.people import EveningKind, EveningPerson, GameResult, Presence

OUT_AFTER = 2
FEWEST_SEATS = 3
"""No game can be played by fewer: a long evening ends when no more are left in, and who is left has won."""


class GameEvening(Struct, frozen=True):
    """A table that plays for points. Its people go round clockwise; who comes later sits down behind the last."""

    number: int
    kind: EveningKind
    target: int
    people: tuple[EveningPerson, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


def people_standings(evening: GameEvening, results: Sequence[GameResult]) -> tuple[PersonStanding, ...]:
    """Person by person, clockwise."""
    found = []
    for number, person in enumerate(evening.people, 1):
        points = sum(result.points.get(number, 0) for result in results)
        losses = sum(result.lost_by(number) for result in results)
        out = evening.kind is EveningKind.LONG and losses >= OUT_AFTER
        found.append(PersonStanding(person.name, points, losses, out, person.presence))
    return tuple(found)


def game_ledgers(evening: GameEvening, results: Sequence[GameResult]) -> Mapping[str, tuple[int, ...]]:
    """The points of each person, game by game: gold of one game is no gold of another."""
    played = {game: [each for each in results if each.game == game] for game in sorted({each.game for each in results})}
    standings = {game: people_standings(evening, each) for game, each in played.items()}
    return {game: tuple(person.points for person in people) for game, people in standings.items()}


def evening_champions(evening: GameEvening, results: Sequence[GameResult]) -> tuple[int, ...]:
    """The people who have won the evening; none while it is undecided."""
    table = people_standings(evening, results)
    if evening.kind is EveningKind.SHORT:
        return _first_to(evening.target, table)
    if evening.kind is EveningKind.LONG:
        return _last_in(table, results)
    return ()


def _first_to(target: int, table: Sequence[PersonStanding]) -> tuple[int, ...]:
    most = max((standing.points for standing in table), default=0)
    leaders = tuple(number for number, standing in enumerate(table, 1) if standing.points == most)
    return leaders if most >= target and len(leaders) == 1 else ()


def _last_in(table: Sequence[PersonStanding], results: Sequence[GameResult]) -> tuple[int, ...]:
    """Who has left wins nothing, who sits out may. If the last ones went out together, they share it."""
    here = [(number, person) for number, person in enumerate(table, 1) if person.presence is not Presence.LEFT]
    left = tuple(number for number, standing in here if not standing.out)
    if not results or len(left) >= FEWEST_SEATS:
        return ()
    return left or tuple(results[-1].points)
