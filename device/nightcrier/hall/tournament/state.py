"""Holds a tournament as values: its people, rounds and games; and changes who takes part. People come, late or not,
leave, come back, and get other names."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from nightcrier.kernel.errors import WrongUse, quote_word
from nightcrier.kernel.people import MOST_PEOPLE, is_taken, name_key, plain_refusal, tidy_name
from nightcrier.kernel.refusal import Refusal

_TableSize = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]


class TableBounds(Struct, frozen=True):
    """The number of people at a table: what the rulebooks allow, and what is aimed at."""

    fewest: _TableSize = 4
    most: _TableSize = 10
    wanted: _TableSize = 6


class TournamentPerson(Struct, frozen=True, array_like=True):
    """Somebody who takes part; `here` says whether the next round seats the person."""

    id: int
    name: str
    here: bool = True


class SeatedTable(Struct, frozen=True, array_like=True):
    """One table of a round, and the ids of its people, clockwise from the first seat."""

    table: str
    people: tuple[int, ...]


class TournamentRound(Struct, frozen=True):
    """A drawn round. `sits_out` are people who were here and found no seat. `mark` belongs to this draw alone: a round
    that is drawn again after it was undone keeps the number and gets another mark."""

    number: int
    tables: tuple[SeatedTable, ...]
    sits_out: tuple[int, ...] = ()
    mark: int = 0

    def people_at(self, table: str) -> tuple[int, ...]:
        """Return the people of a table; nobody if the round has no such table."""
        return next((seated.people for seated in self.tables if seated.table == table), ())


class GamePlace(Struct, frozen=True, array_like=True):
    """The points of somebody in a game, with number and name at the box, and the id in the tournament, if known."""

    place: int
    name: str
    points: int
    person: int | None = None


class TournamentGame(Struct, frozen=True):
    """A game as its box has told it. A game that is `struck` there does not count, nor does a game that the organiser
    left out, or that belongs to no round."""

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
    """All of a tournament. `order` is who stands where in the square from which rounds are drawn (`plane_rounds`).
    `draws` counts all draws, also of rounds that were undone. `before` are the games, by table and id, that were played
    before the first round, and count in none when they are told again. `titles` are the names of the tables when a
    round was drawn, by short name; for a table that has left the hall no other name is known."""

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


class NameRefused(WrongUse):
    """Refuses a name, with the word for why. In a list the name stands in `line`."""

    def __init__(self, name: str, word: Refusal, line: int = 0) -> None:
        super().__init__(f"{quote_word(name)}: {word}")
        self.name, self.word, self.line = name, word, line


def with_people(tournament: Tournament, names: Iterable[str]) -> Tournament:
    """Let people come. Somebody with a known name is here again. Nobody is ever removed. Raises WrongUse."""
    people = list(tournament.people)
    known = {name_key(person.name): place for place, person in enumerate(people)}
    for name in map(valid_name, names):
        place = known.setdefault(name_key(name), len(people))
        if place == len(people):
            people.append(TournamentPerson(place + 1, name))
        people[place] = replace(people[place], here=True)
    return replace(tournament, people=tuple(people))


def with_presence(tournament: Tournament, person: int, *, here: bool) -> Tournament:
    """Let somebody leave, or come back. Points and meetings stay. Raises WrongUse."""
    return _with_person(tournament, replace(find_person(tournament, person), here=here))


def with_name(tournament: Tournament, person: int, name: str) -> Tournament:
    """Give somebody another name. Raises WrongUse."""
    named = valid_name(name, [other.name for other in tournament.people if other.id != person])
    return _with_person(tournament, replace(find_person(tournament, person), name=named))


def find_person(tournament: Tournament, person: int) -> TournamentPerson:
    """Return the person with this id. Raises WrongUse."""
    found = next((each for each in tournament.people if each.id == person), None)
    if found is None:
        raise WrongUse(f"Nobody in the tournament has the number {person}; choose somebody of its list.")
    return found


def valid_name(text: str, others: Collection[str] = ()) -> str:
    """Return a name tidied up, which has to differ from the others. Raises NameRefused."""
    name = tidy_name(text)
    if word := Refusal.TAKEN if is_taken(name, others) else plain_refusal(name):
        raise NameRefused(name, word)
    return name


def _with_person(tournament: Tournament, person: TournamentPerson) -> Tournament:
    people = tuple(person if each.id == person.id else each for each in tournament.people)
    return replace(tournament, people=people)
