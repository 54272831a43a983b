"""A new evening: of the kind that was chosen, with those who are here."""

from collections.abc import Mapping

from msgspec.structs import replace

from device.kernel.events import PersonStanding, Standings
from device.kernel.people import EveningKind, Presence
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


def new_evening(table: Table, players: int) -> NewEvening:
    """Afresh, of the kind that was chosen: with those who are here, where just so many are."""
    kind, target = KINDS[table.choices.tournament]
    here = [person.name for person in evening_people(table) if person.presence is not Presence.LEFT]
    names = tuple(here) if len(here) == players else ("",) * players
    return NewEvening(kind, target or DEFAULT_TARGET, names)


def begun_anew(table: Table) -> TableStep:
    """A new evening for as many as sit at this table."""
    begun = new_evening(table, table.choices.sitting)
    people = tuple(PersonStanding(name, 0, 0, out=False) for name in begun.names)
    standings = Standings(table.now, begun.kind, begun.target, people)
    return replace(table, standings=standings, playing=()), (begun,)
