"""Holds one evening of the scores: its people, its games and their points. Finds out who leads and who has won.

An evening has a number and no date, because the clock of a box without a network may be wrong."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from nightcrier.box.events import PersonStanding
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence

OUT_AFTER = 2
FEWEST_SEATS = 3
"""The fewest seats of any game. A long evening ends when fewer people than this can still play, and they win."""
NOBODY_HERE = 0
"""The number that replaces the number of a person who is no longer in the evening."""
MOST_GAMES = 1_000
"""The most games of an evening. The next game begins another evening with the same people."""


class Counts(StrEnum):
    """Says whether a game counts. A game whose verdict was taken back waits for its next verdict. People can also
    remove a game from the scores for good."""

    YES = "yes"
    TAKEN_BACK = "taken-back"
    STRUCK = "struck"


class KeptGame(Struct, frozen=True):
    """A game that was judged. It stays here even if it no longer counts; otherwise it could be counted twice. `judged`
    are the points by the verdict, seat by seat, and `seats` the numbers of the people there. So a new verdict corrects
    the points of the same people."""

    result: GameResult
    judged: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    counts: Counts = Counts.YES


class Evening(Struct, frozen=True):
    """An evening with points. Its people are numbered clockwise; a person who joins later gets the last number."""

    number: int
    kind: EveningKind
    target: int
    people: tuple[EveningPerson, ...]
    games: tuple[KeptGame, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that count, oldest first."""
        return tuple(game.result for game in self.games if game.counts is Counts.YES)

    @property
    def is_full(self) -> bool:
        return len(self.games) >= MOST_GAMES

    def has_judged(self, mark: str) -> bool:
        """Say whether this evening has the game with this mark, even if that game no longer counts."""
        return any(game.result.id == mark for game in self.games)

    def judged_points(self, mark: str) -> Mapping[int, int]:
        """Return the points that the verdict of this game gave each person, before any correction."""
        return next((earned_by_person(game.seats, game.judged) for game in self.games if game.result.id == mark), {})


def earned_by_person(seats: Iterable[int], points: Iterable[int]) -> dict[int, int]:
    """Return the points by person, without those who have left this evening."""
    return {person: earned for person, earned in zip(seats, points, strict=True) if person != NOBODY_HERE}


def people_standings(evening: Evening, results: Sequence[GameResult]) -> tuple[PersonStanding, ...]:
    found = []
    for number, person in enumerate(evening.people, 1):
        points = sum(result.points.get(number, 0) for result in results)
        losses = sum(result.has_lost(number) for result in results)
        out = evening.kind is EveningKind.LONG and losses >= OUT_AFTER
        found.append(PersonStanding(person.name, points, losses, out, person.presence))
    return tuple(found)


def game_ledgers(evening: Evening) -> Mapping[str, tuple[int, ...]]:
    """Return the points of each person separately for each game, because points of different games cannot be added."""
    results = evening.results
    played = {game: [each for each in results if each.game == game] for game in sorted({each.game for each in results})}
    standings = {game: people_standings(evening, each) for game, each in played.items()}
    return {game: tuple(person.points for person in people) for game, people in standings.items()}


def evening_champions(evening: Evening) -> tuple[int, ...]:
    """Return the people who have won the evening. Return nobody while the evening is undecided."""
    results = evening.results
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
    """Return the last people who have not lost too often. A person who has left the evening cannot win, but a person
    who sits out can. If the last people were eliminated in the same game, they share the win."""
    here = [(number, person) for number, person in enumerate(table, 1) if person.presence is not Presence.LEFT]
    left = tuple(number for number, standing in here if not standing.out)
    if not results or len(left) >= FEWEST_SEATS:
        return ()
    return left or tuple(results[-1].points)
