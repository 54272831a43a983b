"""Holds a tournament as values: its people, the rounds that were drawn, and the games that were played."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from device.kernel.people import MOST_PEOPLE

_TableSize = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]


class TableBounds(Struct, frozen=True):
    """The number of people at a table: what the rulebooks allow, and what is aimed at."""

    fewest: _TableSize = 4
    most: _TableSize = 10
    wanted: _TableSize = 6


class TournamentPerson(Struct, frozen=True, array_like=True):
    """Somebody who takes part; `here` says whether to seat them in the next round."""

    id: int
    name: str
    here: bool = True


class SeatedTable(Struct, frozen=True, array_like=True):
    """One table of a round, and the ids of its people, clockwise from the first seat."""

    table: str
    people: tuple[int, ...]


class TournamentRound(Struct, frozen=True):
    """A drawn round. `sits_out` are people who were here and found no seat. `mark` is of this draw alone: drawn anew
    after it was undone, a round has the same number and another mark."""

    number: int
    tables: tuple[SeatedTable, ...]
    sits_out: tuple[int, ...] = ()
    mark: int = 0

    def people_at(self, table: str) -> tuple[int, ...]:
        """Return the people of a table; nobody if it is no table of this round."""
        return next((seated.people for seated in self.tables if seated.table == table), ())


class GamePlace(Struct, frozen=True, array_like=True):
    """The points of somebody in a game: by the number and the name at the box, and by the id in the tournament if it is
    known."""

    place: int
    name: str
    points: int
    person: int | None = None


class TournamentGame(Struct, frozen=True):
    """A game as its box has told it. If it is `struck` there it counts no more; the organiser may leave it out, too. A
    game that belongs to no round counts in none."""

    id: str
    table: str
    evening: int
    number: int
    game: str
    title: str
    places: tuple[GamePlace, ...]
    round: int | None = None
    struck: bool = False
    left_out: bool = False

    @property
    def counts(self) -> bool:
        return self.round is not None and not self.struck and not self.left_out


class Tournament(Struct, frozen=True):
    """All of a tournament. `order` is who stands where in the square from which rounds are drawn: see `planes`. `draws`
    counts all draws, also of rounds that were undone. `before` are the games, by table and id, that were played before
    the first round: they are told again, and count in none. `titles` are the names of the tables when a round was
    drawn, by short name: a table that has left the hall has no other."""

    people: tuple[TournamentPerson, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    games: tuple[TournamentGame, ...] = ()
    bounds: TableBounds = TableBounds()
    order: tuple[int, ...] = ()
    draws: int = 0
    before: tuple[tuple[str, str], ...] = ()
    titles: Mapping[str, str] = {}

    @property
    def here(self) -> tuple[int, ...]:
        """The ids of the people to be seated."""
        return tuple(person.id for person in self.people if person.here)

    @property
    def names(self) -> Mapping[int, str]:
        return {person.id: person.name for person in self.people}

    def counted(self) -> Iterator[TournamentGame]:
        return (game for game in self.games if game.counts)
