"""Who takes part: people come, late or not, leave, come back, and are called otherwise."""

from collections.abc import Iterable

from msgspec.structs import replace

from device.hall.tournament.tournament_state import Tournament, TournamentPerson
from device.kernel.errors import WrongUse, quoted
from device.kernel.names import MOST_LETTERS, same_name, seen_name, tidy_name


def with_people(tournament: Tournament, names: Iterable[str]) -> Tournament:
    """They come. Who is known already by this name is here again, once; nobody is ever removed, so that ids count up.
    Raises WrongUse."""
    people = list(tournament.people)
    known = {same_name(person.name): place for place, person in enumerate(people)}
    for name in map(checked_name, names):
        place = known.setdefault(same_name(name), len(people))
        if place == len(people):
            people.append(TournamentPerson(place + 1, name))
        people[place] = replace(people[place], here=True)
    return replace(tournament, people=tuple(people))


def with_presence(tournament: Tournament, person: int, *, here: bool) -> Tournament:
    """Somebody leaves, or comes back. Points and meetings stay. Raises WrongUse."""
    return _with_person(tournament, replace(find_person(tournament, person), here=here))


def with_name(tournament: Tournament, person: int, name: str) -> Tournament:
    """Somebody is called otherwise. Raises WrongUse."""
    named = checked_name(name)
    for other in tournament.people:
        if other.id != person and same_name(other.name) == same_name(named):
            raise WrongUse(f"{quoted(named)} is somebody else already; add a letter, as in Anna B.")
    return _with_person(tournament, replace(find_person(tournament, person), name=named))


def find_person(tournament: Tournament, person: int) -> TournamentPerson:
    """Raises WrongUse."""
    found = next((each for each in tournament.people if each.id == person), None)
    if found is None:
        raise WrongUse(f"Nobody in the tournament has the number {person}; choose somebody of its list.")
    return found


def checked_name(text: str) -> str:
    """As it is kept. Raises WrongUse."""
    name = tidy_name(text)
    if not name:
        raise WrongUse("A name is empty; write one.")
    if len(name) > MOST_LETTERS:
        raise WrongUse(f"{quoted(name)} has more than {MOST_LETTERS} letters; write it shorter.")
    if seen_name(name) != name:
        raise WrongUse(f"{quoted(name)} has signs that nobody can read; write it with letters.")
    return name


def _with_person(tournament: Tournament, person: TournamentPerson) -> Tournament:
    people = tuple(person if each.id == person.id else each for each in tournament.people)
    return replace(tournament, people=people)
