"""Changes who is here: somebody comes, goes, is out, takes another seat, or has another name. Works out the people, and
the number of players. Keeps nothing: the bookkeeper does."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from device.kernel.events import PersonStanding, Standings
from device.kernel.names import is_taken
from device.kernel.people import EveningKind, EveningPerson, Presence
from device.table.chosen_number import with_number
from device.table.effects import Effect, Remember
from device.table.house import House
from device.table.new_evening import new_evening, tournament_of
from device.table.roster import evening_people, how_many_play
from device.table.score_changes import SeatPeople
from device.table.state import Table, TableStep


def follow_standings(house: House, table: Table, standings: Standings) -> TableStep:
    """Follow how the evening stands now. If another number of people plays, the number of players goes with it: at once
    if the scenario allows it, else with the next that does. The kind of an evening that was begun by command is chosen
    now."""
    here = [person.name for person in standings.people]
    forgotten = tuple(name for name in table.choices.forgotten if not is_taken(name, here))
    met = replace(table.choices, forgotten=forgotten)  # a name is offered again once somebody here has it
    if _is_begun_elsewhere(table, standings):
        met = replace(met, tournament=tournament_of(standings.kind, standings.target))
    followed, effects = _followed(house, replace(table, choices=met), standings)
    return followed, effects or ((Remember(met),) if met != table.choices else ())


def _followed(house: House, table: Table, standings: Standings) -> TableStep:
    known = replace(table, standings=standings)
    begun_elsewhere = _is_begun_elsewhere(table, standings)
    if table.standings and begun_elsewhere:
        known = replace(known, before=replace(known.before, people=()))  # nobody has a number yet in it
    now, before = _next_number(standings), _number_before(table)
    follows = begun_elsewhere or before not in {None, now}
    return with_number(house, known, now) if follows and not standings.is_fresh else (known, ())


def _is_begun_elsewhere(table: Table, standings: Standings) -> bool:
    """Whether this is the first that is known of an evening which was begun by command."""
    before = table.standings
    if before is None:
        return standings.by_command
    return 0 < before.evening != standings.evening > 0


def _number_before(table: Table) -> int | None:
    """Return how many were to play by what was known before; after a power cut the game under way knows it."""
    if table.standings:
        return _next_number(table.standings)
    return len(table.session.setup.seated) or None if table.session else None


def _next_number(standings: Standings) -> int:
    """Return how many play the next game: after a long evening that is won, those who are out begin another, too."""
    if standings.kind is EveningKind.LONG and standings.champions:
        return how_many_play(person.person for person in standings.people)
    return how_many_play(standings.people)


def change_person(
    house: House, table: Table, number: int, *, name: str | None = None, presence: Presence | None = None
) -> TableStep:
    """Give this person another name, or another presence; all else stays."""
    people = [person.person for person in evening_people(table)]
    was = people[number - 1]
    people[number - 1] = EveningPerson(was.name if name is None else name, presence or was.presence)
    return seat_anew(house, table, people)


def seat_anew(house: House, table: Table, people: Sequence[EveningPerson], places: Sequence[int] = ()) -> TableStep:
    """Seat these people; `places` are the numbers they had before, if those are others. The table knows at once; what
    is kept comes back as it was kept."""
    before = evening_people(table)
    standings, first = _evening_of(table, before)
    game = replace(table.before, people=()) if first else table.before
    table = replace(table, standings=standings, before=game)
    moved = _renumbered(standings, tuple(places) or tuple(range(1, len(people) + 1)))
    known = tuple(
        replace(place, name=person.name, presence=person.presence)
        for place, person in zip(moved.people, people, strict=True)
    )
    now = replace(moved, people=known)
    followed, effects = follow_standings(house, table, now)
    if first or (now.is_fresh and len(people) != len(before)):  # who came counts without names and games, too
        followed, effects = with_number(house, followed, how_many_play(now.people))
    return followed, (*first, SeatPeople(tuple(people), now.evening, tuple(places)), *effects)


def _evening_of(table: Table, people: tuple[PersonStanding, ...]) -> tuple[Standings, tuple[Effect, ...]]:
    """Return how the evening of these people stands; if there is none yet, begin one of the kind that was chosen."""
    before = table.standings
    if before and len(before.people) <= len(people):
        return replace(before, people=people), ()
    begun = new_evening(table, [person.person for person in people])
    known = before.known if before else ()
    return Standings(table.now, begun.kind, begun.target, people, known=known), (begun,)


def _renumbered(standings: Standings, places: Sequence[int]) -> Standings:
    """Renumber the people of the evening: these become 1, 2 and so on; who had no number in it begins with nothing."""
    now = {old: number for number, old in enumerate(places, 1)}
    people, nobody = standings.people, PersonStanding("", 0, 0, out=False)
    last = standings.last
    return replace(
        standings,
        people=tuple(people[old - 1] if old <= len(people) else nobody for old in places),
        champions=tuple(now[old] for old in standings.champions if old in now),
        last=None if last is None else _moved_points(last, now),
        judged=_moved_points(standings.judged, now),
        games=tuple(replace(game, points=_moved_points(game.points, now)) for game in standings.games),
        ledgers={
            game: tuple(points[old - 1] if old <= len(points) else 0 for old in places)
            for game, points in standings.ledgers.items()
        },
    )


def _moved_points(points: Mapping[int, int], now: Mapping[int, int]) -> dict[int, int]:
    return {now[old]: got for old, got in points.items() if old in now}


MOST_FORGOTTEN = 60
"""Names that are offered no more, the last ones."""


def move_person(house: House, table: Table, number: int, place: int) -> TableStep:
    """Move this person to another place; who is between moves up, and everybody keeps the points."""
    order = [old for old in range(1, len(evening_people(table)) + 1) if old != number]
    order.insert(place - 1, number)
    return _in_order(house, table, order)


def remove_person(house: House, table: Table, number: int) -> TableStep:
    """Remove somebody from this evening, points and all; the name is offered no more."""
    name = evening_people(table)[number - 1].name
    order = [old for old in range(1, len(evening_people(table)) + 1) if old != number]
    removed, effects = _in_order(house, table, order)
    if not name:
        return removed, effects
    choices = replace(removed.choices, forgotten=(*removed.choices.forgotten, name)[-MOST_FORGOTTEN:])
    return replace(removed, choices=choices), (*effects, Remember(choices))


def _in_order(house: House, table: Table, order: Sequence[int]) -> TableStep:
    people = evening_people(table)
    return seat_anew(house, table, [people[old - 1].person for old in order], order)
