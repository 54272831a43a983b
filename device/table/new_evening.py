"""A new evening: of the kind that was chosen, with everybody who has not gone home."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from device.kernel.events import PersonStanding, Standings
from device.kernel.people import EveningKind, EveningPerson, Presence
from device.table.chosen_number import with_number
from device.table.house import House
from device.table.roster import evening_people
from device.table.score_changes import NewEvening
from device.table.state import Table, TableStep

KINDS: Mapping[str, tuple[EveningKind, int]] = {
    EveningKind.OPEN.value: (EveningKind.OPEN, 0),
    **{f"{EveningKind.SHORT}-{target}": (EveningKind.SHORT, target) for target in (3, 5, 7, 10)},
    EveningKind.LONG.value: (EveningKind.LONG, 0),
}
"""What people can choose: the kind of the evening, and the points that win it where points do."""
DEFAULT_TARGET = 5


def new_evening(table: Table, people: Sequence[EveningPerson]) -> NewEvening:
    """Afresh, of the kind that was chosen, with these."""
    kind, target = KINDS[table.choices.tournament]
    names = tuple(person.name for person in people)
    away = tuple(number for number, person in enumerate(people, 1) if person.presence is Presence.SITS_OUT)
    return NewEvening(kind, target or DEFAULT_TARGET, names, away)


def begun_with(table: Table, people: Sequence[EveningPerson]) -> TableStep:
    """Their new evening. Who was out of a tournament plays."""
    begun = new_evening(table, people)
    known = tuple(PersonStanding(person.name, 0, 0, out=False, presence=person.presence) for person in people)
    standings = Standings(table.now, begun.kind, begun.target, known)
    return replace(table, standings=standings, playing=(), anew=()), (begun,)


def begun_anew(house: House, table: Table) -> TableStep:
    """A new evening from the menu. The number of players goes with its people, unless another was chosen."""
    people, known = _staying(table), evening_people(table)
    settled = table.choices.players in (0, sum(person.plays for person in known))
    players = players_of(people) if settled and people else table.choices.sitting
    begun, effects = begun_with(table, people_for(table, players))
    if players == table.choices.sitting:
        return begun, effects
    followed, more = with_number(house, begun, players)
    return followed, (*effects, *more)


def people_for(table: Table, players: int) -> tuple[EveningPerson, ...]:
    """Everybody who has not gone home, for games of so many: who sits out plays again before somebody nameless is
    added. Where more play than that and somebody has a name, it is for them to say who sits out."""
    people = _staying(table)
    missing = players - players_of(people)
    if missing < 0 and not any(person.name for person in people):
        return (EveningPerson(),) * players
    away = [n for n, person in enumerate(people) if person.presence is Presence.SITS_OUT]
    back = away[: max(missing, 0)]
    here = (replace(person, presence=Presence.PLAYS) if n in back else person for n, person in enumerate(people))
    return (*here, *[EveningPerson()] * (missing - len(back)))


def players_of(people: Sequence[EveningPerson]) -> int:
    """How many of them play."""
    return sum(person.presence is Presence.PLAYS for person in people)


def _staying(table: Table) -> tuple[EveningPerson, ...]:
    return tuple(person.person for person in evening_people(table) if person.presence is not Presence.LEFT)
