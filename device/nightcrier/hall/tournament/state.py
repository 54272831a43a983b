"""Holds a tournament as values: its people, rounds and games. Also changes who takes part: people come, leave, come
back, and get other names."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from nightcrier.kernel.errors import WrongUse, quote_word
from nightcrier.kernel.people import MOST_PEOPLE, is_taken, name_key, plain_refusal, tidy_name
from nightcrier.kernel.refusal import Refusal

_TableSize = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]


class TableBounds(Struct, frozen=True):
    """The number of people at a table: the fewest and the most that the rulebooks allow, and the wanted number."""

    fewest: _TableSize = 4
    most: _TableSize = 10
    wanted: _TableSize = 6


class TournamentPerson(Struct, frozen=True, array_like=True):
    """A person who takes part. `here` says whether the person gets a seat in the next round."""

    id: int
    name: str
    here: bool = True


class SeatedTable(Struct, frozen=True, array_like=True):
    """One table of a round, and the ids of its people, clockwise from the first seat."""

    table: str
    people: tuple[int, ...]


class TournamentRound(Struct, frozen=True):
    """A drawn round. `sits_out` are people who were here and got no seat. `mark` identifies this draw. If a round is
    undone and drawn again, it has the same number and another mark."""

    number: int
    tables: tuple[SeatedTable, ...]
    sits_out: tuple[int, ...] = ()
    mark: int = 0

    def people_at(self, table: str) -> tuple[int, ...]:
        """Return the people at a table, or an empty tuple if the round has no such table."""
        return next((seated.people for seated in self.tables if seated.table == table), ())


class GamePlace(Struct, frozen=True, array_like=True):
    """The points of one person in a game. `place` and `name` are those at the box, and `person` is the id in the
    tournament, if it is known."""

    place: int
    name: str
    points: int
    person: int | None = None


class TournamentGame(Struct, frozen=True):
    """A game as its box has sent it. A game does not count if it was deleted at the box (`struck`), if the organiser
    left it out, or if it belongs to no round."""

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
    """A whole tournament. `order` is the order of people in the square from which rounds are drawn (`plane_rounds`).
    `draws` counts all draws, including rounds that were undone. `before` are the games, by table and id, that were
    played before the first round; they belong to no round even if they are sent again. `titles` are the titles of the
    tables at the draw of a round, by short name, for tables that have left the hall since."""

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
        """The ids of the people who get a seat in the next round."""
        return tuple(person.id for person in self.people if person.here)

    @property
    def names(self) -> Mapping[int, str]:
        return {person.id: person.name for person in self.people}

    def counted(self) -> Iterator[TournamentGame]:
        return (game for game in self.games if game.counts)


class NameRefused(WrongUse):
    """Raised when a name is refused. `word` is the key of the words for the reason. For a list, `line` is the line of
    the name."""

    def __init__(self, name: str, word: Refusal, line: int = 0) -> None:
        super().__init__(f"{quote_word(name)}: {word}")
        self.name, self.word, self.line = name, word, line


def with_people(tournament: Tournament, names: Iterable[str]) -> Tournament:
    """Return the tournament with these people. A person whose name is known is here again. Nobody is ever removed.
    Raises WrongUse."""
    people = list(tournament.people)
    known = {name_key(person.name): place for place, person in enumerate(people)}
    for name in map(valid_name, names):
        place = known.setdefault(name_key(name), len(people))
        if place == len(people):
            people.append(TournamentPerson(place + 1, name))
        people[place] = replace(people[place], here=True)
    return replace(tournament, people=tuple(people))


def with_presence(tournament: Tournament, person: int, *, here: bool) -> Tournament:
    """Record that a person has left, or has come back. Points and meetings are kept. Raises WrongUse."""
    return _with_person(tournament, replace(find_person(tournament, person), here=here))


def with_name(tournament: Tournament, person: int, name: str) -> Tournament:
    """Return the tournament with another name for a person. Raises WrongUse."""
    named = valid_name(name, [other.name for other in tournament.people if other.id != person])
    return _with_person(tournament, replace(find_person(tournament, person), name=named))


def find_person(tournament: Tournament, person: int) -> TournamentPerson:
    """Return the person with this id. Raises WrongUse."""
    found = next((each for each in tournament.people if each.id == person), None)
    if found is None:
        raise WrongUse(f"Nobody in the tournament has the number {person}; choose somebody of its list.")
    return found


def valid_name(text: str, others: Collection[str] = ()) -> str:
    """Return the name without needless spaces. The name must differ from `others`. Raises NameRefused."""
    name = tidy_name(text)
    if word := Refusal.TAKEN if is_taken(name, others) else plain_refusal(name):
        raise NameRefused(name, word)
    return name


def _with_person(tournament: Tournament, person: TournamentPerson) -> Tournament:
    people = tuple(person if each.id == person.id else each for each in tournament.people)
    return replace(tournament, people=people)
