"""Begins a new evening, of the kind that was chosen, with everybody who has not gone home."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from device.kernel.events import PersonStanding, Standings
from device.kernel.people import DEFAULT_TARGET, HIGHEST_TARGET, EveningKind, EveningPerson, Presence
from device.table.chosen_number import with_number
from device.table.house import House
from device.table.roster import evening_people, how_many_play, playing_now
from device.table.score_changes import NewEvening
from device.table.state import Table, TableStep, step_after

_TARGETS = (3, 5, 7, 10)


def tournament_of(kind: EveningKind, target: int) -> str:
    """Return the kind of an evening as it is chosen, with the points that win it if points do."""
    return f"{kind}-{target}" if kind is EveningKind.SHORT else kind.value


def _every_kind() -> Iterator[tuple[EveningKind, int]]:
    """Go through all kinds with every target; a list of their thousand texts would be held for as long as the box
    runs."""
    for kind in EveningKind:
        yield from ((kind, target) for target in (range(1, HIGHEST_TARGET + 1) if kind is EveningKind.SHORT else (0,)))


def evening_kind(tournament: str) -> tuple[EveningKind, int]:
    """Return the kind and the target of a chosen evening."""
    return next(each for each in _every_kind() if tournament_of(*each) == tournament)


def is_kind(tournament: str) -> bool:
    return any(tournament_of(*each) == tournament for each in _every_kind())


def kinds_offered(tournament: str) -> tuple[str, ...]:
    """Return the kinds that people can choose, and the one that was chosen: by command it may be another."""
    targets = sorted({*_TARGETS, evening_kind(tournament)[1]} - {0})
    return tuple(
        tournament_of(kind, target)
        for kind in EveningKind
        for target in (targets if kind is EveningKind.SHORT else (0,))
    )


def chosen_kind(table: Table) -> tuple[EveningKind, int]:
    """Return the kind of the next evening, with its target."""
    kind, target = evening_kind(table.choices.tournament)
    return kind, target or DEFAULT_TARGET


def new_evening(table: Table, people: Sequence[EveningPerson]) -> NewEvening:
    """Make a new evening of the chosen kind, with these people."""
    kind, target = chosen_kind(table)
    names = tuple(person.name for person in people)
    away = tuple(number for number, person in enumerate(people, 1) if person.presence is Presence.SITS_OUT)
    return NewEvening(kind, target, names, away)


def begun_with(table: Table, people: Sequence[EveningPerson]) -> TableStep:
    """Begin a new evening with these people. Who was out of a tournament plays."""
    begun = new_evening(table, people)
    known = tuple(PersonStanding(person.name, 0, 0, out=False, presence=person.presence) for person in people)
    standings = Standings(table.now, begun.kind, begun.target, known)
    return replace(table, standings=standings, before=replace(table.before, people=()), anew=()), (begun,)


def begun_anew(house: House, table: Table) -> TableStep:
    """Begin a new evening from the menu. The number of players goes with its people, unless another was chosen."""
    people = _staying(table)
    settled = table.choices.players in (0, playing_now(table))
    players = how_many_play(people) if settled and people else table.choices.sitting
    begun, effects = begun_with(table, people_for(table, players))
    if players == table.choices.sitting:
        return begun, effects
    return step_after(effects, with_number(house, begun, players))


def people_for(table: Table, players: int) -> tuple[EveningPerson, ...]:
    """Return everybody who has not gone home, for games of so many: who sits out plays again before somebody nameless
    is added. If more play than that and somebody has a name, they say themselves who sits out."""
    people = _staying(table)
    missing = players - how_many_play(people)
    if missing < 0 and not any(person.name for person in people):
        return (EveningPerson(),) * players
    away = [n for n, person in enumerate(people) if person.presence is Presence.SITS_OUT]
    back = away[: max(missing, 0)]
    here = (replace(person, presence=Presence.PLAYS) if n in back else person for n, person in enumerate(people))
    return (*here, *[EveningPerson()] * (missing - len(back)))


def _staying(table: Table) -> tuple[EveningPerson, ...]:
    return tuple(person.person for person in evening_people(table) if person.presence is not Presence.LEFT)
