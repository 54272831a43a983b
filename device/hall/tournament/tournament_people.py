"""Changes who takes part: people come, late or not, leave, come back, and get other names."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from device.hall.tournament.tournament_state import Tournament, TournamentPerson
from device.kernel.errors import WrongUse, quoted
from device.kernel.names import is_taken, plain_refusal, same_name, tidy_name
from device.kernel.refusal import Refusal


class NameRefused(WrongUse):
    """Refuses a name, with the word for why; in a list it stands in `line`."""

    def __init__(self, name: str, word: Refusal, line: int = 0) -> None:
        super().__init__(f"{quoted(name)}: {word}")
        self.name, self.word, self.line = name, word, line


def with_people(tournament: Tournament, names: Iterable[str]) -> Tournament:
    """Let people come. A known name is here again, once; nobody is ever removed, so that ids count up. Raises
    WrongUse."""
    people = list(tournament.people)
    known = {same_name(person.name): place for place, person in enumerate(people)}
    for name in map(valid_name, names):
        place = known.setdefault(same_name(name), len(people))
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
    """Return the person of a number. Raises WrongUse."""
    found = next((each for each in tournament.people if each.id == person), None)
    if found is None:
        raise WrongUse(f"Nobody in the tournament has the number {person}; choose somebody of its list.")
    return found


def valid_name(text: str, others: Collection[str] = ()) -> str:
    """Tidy a name that differs from these others. Raises NameRefused."""
    name = tidy_name(text)
    if word := Refusal.TAKEN if is_taken(name, others) else plain_refusal(name):
        raise NameRefused(name, word)
    return name


def _with_person(tournament: Tournament, person: TournamentPerson) -> Tournament:
    people = tuple(person if each.id == person.id else each for each in tournament.people)
    return replace(tournament, people=people)
