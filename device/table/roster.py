"""Who is at the table: the people of the evening, who of them plays the next game and sits where, and what becomes of
the number of players when somebody comes, goes or is out. Pure: what is kept is the bookkeeper's."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from device.kernel.events import PersonStanding, Standings
from device.kernel.people import EveningKind, EveningPerson, Presence, SeatedPerson
from device.show.stages import Scenario
from device.table.effects import Effect, NewEvening, Remember, SeatPeople
from device.table.given_names import is_taken, spelt_names
from device.table.house import Choices, House
from device.table.state import ListingPage, Page, Table, TableStep

KINDS: Mapping[str, tuple[EveningKind, int]] = {
    EveningKind.OPEN.value: (EveningKind.OPEN, 0),
    **{f"{EveningKind.SHORT}-{target}": (EveningKind.SHORT, target) for target in (3, 5, 7, 10)},
    EveningKind.LONG.value: (EveningKind.LONG, 0),
}
"""What people can choose: the kind of the evening, and the points that win it where points do."""
DEFAULT_TARGET = 5


def evening_people(table: Table) -> tuple[PersonStanding, ...]:
    """Everybody of the evening; before the first game, as many nameless ones as sit at this table."""
    standings = table.standings
    if standings is None or (standings.is_fresh and len(standings.playing) != table.choices.sitting):
        return (PersonStanding("", 0, 0, out=False),) * table.choices.sitting
    return standings.people


def seated_people(table: Table) -> tuple[SeatedPerson, ...]:
    """Who sits where in the next game, clockwise; nobody known where not so many play as were chosen."""
    standings = table.standings
    if standings is None or len(standings.playing) != table.choices.setup.players:
        return ()
    return tuple(SeatedPerson(number, standings.people[number - 1].name) for number in standings.playing)


def seating(table: Table) -> Mapping[int, SeatedPerson]:
    """Who sits at each seat as a game counts them, with the name as it is shown: in the game under way, else in the
    next."""
    seated = table.session.setup.seated if table.session else seated_people(table)
    names = spelt_names({each.person: each.name for each in seated if each.name}, table.spelling)
    return {seat: SeatedPerson(each.person, names.get(each.person, "")) for seat, each in enumerate(seated, 1)}


def seats_playing(table: Table) -> int:
    """How many seats the game under way has, else the next."""
    return table.session.setup.players if table.session else table.choices.setup.players


def people_names(table: Table) -> Mapping[int, str]:
    """The names of everybody of the evening, by their numbers."""
    names = {number: person.name for number, person in enumerate(evening_people(table), 1) if person.name}
    return spelt_names(names, table.spelling)


def people_page(page: Page) -> Page:
    """The list of the people under the menus of one of them."""
    while isinstance(page, ListingPage) and page.menu != "people":
        page = page.under
    return page


def person_at(table: Table, page: Page) -> int:
    """Whose menu it is: a list of the people lies under it. Another evening may have fewer."""
    listed = people_page(page)
    return min(listed.index + 1, len(evening_people(table))) if isinstance(listed, ListingPage) else 1


def is_unsettled(table: Table) -> bool:
    """Whether the box has to ask who plays: another number was chosen than there are people, or the evening is won
    and too few are left to go on with it."""
    standings = table.standings
    if standings is None or (standings.is_fresh and not standings.champions):
        return False
    return len(standings.playing) != table.choices.setup.players


def scenario_now(house: House, choices: Choices) -> Scenario:
    game = house.games[choices.game]
    return next(scenario for scenario in game.scenarios() if scenario.id == choices.setup.scenario)


def with_players(choices: Choices, players: int) -> Choices:
    """So many play, with the scenario's own deck."""
    setup = choices.setup
    if setup.players != players:
        setup = replace(setup, players=players, deck=())
    return replace(choices, setups={**choices.setups, choices.game: setup}, players=players)


def follow_standings(house: House, table: Table, standings: Standings) -> TableStep:
    """How the evening stands was told. Where it changed who plays, the number of players goes with it, at once where
    the scenario allows it, else with the next that does."""
    met = _met_again(table.choices, standings)
    followed, effects = _followed(house, replace(table, choices=met), standings)
    return followed, effects or ((Remember(met),) if met != table.choices else ())


def _met_again(choices: Choices, standings: Standings) -> Choices:
    """A name that was removed is offered again once somebody here has it."""
    here = [person.name for person in standings.people]
    return replace(choices, forgotten=tuple(name for name in choices.forgotten if not is_taken(name, here)))


def _followed(house: House, table: Table, standings: Standings) -> TableStep:
    before, known = table.standings, replace(table, standings=standings)
    now = _next_number(standings)
    begun_elsewhere = before is None and standings.last is None
    follows = (
        begun_elsewhere or standings.kind is EveningKind.LONG or (before is not None and len(before.playing) != now)
    )
    return _with_number(house, known, now) if follows and not standings.is_fresh else (known, ())


def _with_number(house: House, table: Table, now: int) -> TableStep:
    """So many sit at this table."""
    allowed = now in scenario_now(house, table.choices).players
    choices = with_players(table.choices, now) if allowed else replace(table.choices, players=now)
    if choices == table.choices:
        return table, ()
    return replace(table, choices=choices), (Remember(choices),)


def _next_number(standings: Standings) -> int:
    """How many play the next game: after a long evening that is won, all who are here begin another."""
    if standings.kind is EveningKind.LONG and standings.champions:
        return sum(person.presence is not Presence.LEFT for person in standings.people)
    return len(standings.playing)


def seat_anew(house: House, table: Table, people: Sequence[EveningPerson], places: Sequence[int] = ()) -> TableStep:
    """These are the people now; `places` are the numbers they had before, where those are others. The table knows at
    once; what is kept comes back as it was kept."""
    before = evening_people(table)
    standings = table.standings or Standings(table.now, EveningKind.OPEN, DEFAULT_TARGET, ())
    first: tuple[Effect, ...] = ()
    if table.standings is None or len(table.standings.people) > len(before):
        first = (new_evening(table, len(before)),)
        standings = replace(standings, ledgers={}, last=None, champions=(), evening=0)
    came_from = tuple(places) or tuple(range(1, len(people) + 1))
    moved = _renumbered(replace(standings, people=before), came_from)
    known = tuple(
        replace(place, name=person.name, presence=person.presence)
        for place, person in zip(moved.people, people, strict=True)
    )
    now = replace(moved, people=known)
    followed, effects = follow_standings(house, table, now)
    if now.is_fresh and len(people) != len(before):  # who came counts in an evening without names and games, too
        followed, effects = _with_number(house, followed, len(now.playing))
    return followed, (*first, SeatPeople(tuple(people), now.evening, tuple(places)), *effects)


def _renumbered(standings: Standings, places: Sequence[int]) -> Standings:
    """The same evening, once these have become 1, 2 and so on; who had none of its numbers begins with nothing."""
    now = {old: number for number, old in enumerate(places, 1)}
    people, nobody = standings.people, PersonStanding("", 0, 0, out=False)
    last = standings.last
    return replace(
        standings,
        people=tuple(people[old - 1] if old <= len(people) else nobody for old in places),
        champions=tuple(now[old] for old in standings.champions if old in now),
        last=None if last is None else {now[old]: points for old, points in last.items() if old in now},
        judged={now[old]: points for old, points in standings.judged.items() if old in now},
        ledgers={
            game: tuple(points[old - 1] if old <= len(points) else 0 for old in places)
            for game, points in standings.ledgers.items()
        },
    )


def present_people(people: Sequence[PersonStanding], number: int, presence: Presence) -> tuple[EveningPerson, ...]:
    """The same people, this one present or not."""
    changed = EveningPerson(people[number - 1].name, presence)
    return tuple(changed if n == number else each.person for n, each in enumerate(people, 1))


def named_people(people: Sequence[PersonStanding], number: int, name: str) -> tuple[EveningPerson, ...]:
    """The same people, this one under another name."""
    changed = EveningPerson(name, people[number - 1].presence)
    return tuple(changed if n == number else each.person for n, each in enumerate(people, 1))


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
    return replace(table, standings=Standings(table.now, begun.kind, begun.target, people)), (begun,)
