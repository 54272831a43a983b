"""Computes the people of the evening: who plays, who sits where, who comes and goes. Also begins new evenings. The
scorebook saves the results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.table.core.effects import CLEAR_OUT, GUESTS_GO, Effect, ForgetName, NewEvening, Remember, SeatPeople
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import Spelling, number, spelt_names, who_sits
from nightcrier.box.table.core.state import Table, TableStep, step_after
from nightcrier.box.table.drawing.view import Chip
from nightcrier.box.table.evening.scenario import with_number
from nightcrier.kernel.ids import SEAT, Language, LineId, person_line, screen_line
from nightcrier.kernel.people import (
    DEFAULT_TARGET,
    HIGHEST_TARGET,
    EveningKind,
    EveningPerson,
    NumberedPerson,
    Presence,
    SeatedPerson,
    is_taken,
)


def evening_people(table: Table) -> tuple[PersonStanding, ...]:
    """Return all people of the evening. Before the first game, return as many nameless people as sit at the table."""
    standings = table.standings
    if standings is None or (standings.is_fresh and how_many_play(standings.people) != table.choices.people_here):
        return (PersonStanding("", 0, 0, out=False),) * table.choices.people_here
    return standings.people


def how_many_play(people: Iterable[PersonStanding | EveningPerson]) -> int:
    """Return how many people play the next game. A `PersonStanding` does not count if it is out of a tournament. An
    `EveningPerson` counts, because everybody plays again in a new evening."""
    return sum(person.plays for person in people)


def players_now(table: Table) -> int:
    return how_many_play(evening_people(table))


def seated_people(table: Table) -> tuple[SeatedPerson, ...]:
    """Return who sits where in the next game, clockwise, or nobody if their number differs from the chosen one."""
    standings = table.standings
    if standings is None or how_many_play(standings.people) != table.choices.setup.players:
        return ()
    return tuple(SeatedPerson(number, standings.people[number - 1].name) for number in standings.next_players)


def people_beside(table: Table) -> tuple[SeatedPerson, ...]:
    """Return the people who do not play the next game, because they sit out or are out of a tournament. Return nobody
    while the players are unknown."""
    standings = table.standings
    if standings is None or not seated_people(table):
        return ()
    beside = ((number, person) for number, person in enumerate(standings.people, 1) if not person.plays)
    return tuple(SeatedPerson(n, person.name) for n, person in beside if person.presence is not Presence.LEFT)


def seating(table: Table) -> Mapping[int, SeatedPerson]:
    """Return who sits at each seat of the game under way, or else of the next game, with names in the form that the
    screen shows. People who do not play get the numbers after the last seat."""
    setup = table.session.setup if table.session else None
    seated = (*setup.seated, *setup.beside) if setup else seated_people(table)
    kind = NumberedPerson if setup and _are_called_by_number(table, setup.seated) else SeatedPerson
    names = spelt_names({each.person: each.name for each in seated if each.name}, table.spelling)
    return {seat: kind(each.person, names.get(each.person, "")) for seat, each in enumerate(seated, 1)}


def _are_called_by_number(table: Table, players: Sequence[SeatedPerson]) -> bool:
    """Say whether people are called by number, because a voice or a name is missing or two names look alike."""
    given = {each.person: each.name for each in players if each.name}
    return table.by_number or len(spelt_names(given, Spelling.WHOLE)) < seats_playing(table)


def seats_playing(table: Table) -> int:
    """Return the number of seats of the game under way, or else of the next game."""
    return table.session.setup.players if table.session else table.choices.setup.players


MOST_NUMBERED = 12
"""The most seats for which chips have room for numbers."""


def seat_chips(house: House, table: Table, struck: Sequence[int], lit: Sequence[int] = ()) -> tuple[Chip, ...]:
    """Return a chip for each seat in the game, with the number of its person. Return no chips if none would be lit or
    struck out. Return none either if some would only be struck out and there is no room for numbers, because nobody
    could count to the dead ones among many seats."""
    players, known = seats_playing(table), seating(table)
    seats = range(1, players + 1) if lit or (struck and players <= MOST_NUMBERED) else ()
    chips = number_chips(house, table.choices.language, (who_sits(known, seat).person for seat in seats))
    return tuple(Chip(chip.number, seat in lit, seat in struck) for seat, chip in zip(seats, chips, strict=True))


def number_chips(house: House, language: Language, numbers: Iterable[int]) -> tuple[Chip, ...]:
    """Return a chip for each of these numbers, written in the digits of this language."""
    return tuple(Chip(number(house.words, language, str(each)), lit=False, struck=False) for each in numbers)


def people_names(table: Table) -> Mapping[int, str]:
    names = {number: person.name for number, person in enumerate(evening_people(table), 1) if person.name}
    return spelt_names(names, table.spelling)


def is_unsettled(table: Table) -> bool:
    """Say whether the box must ask who plays, because the chosen number is not the number of people who play. This
    happens after a won tournament, for example. Once people have agreed to a new evening, the box does not ask."""
    standings = table.standings
    if table.anew or standings is None or (standings.is_fresh and not standings.champions):
        return False
    return how_many_play(standings.people) != table.choices.setup.players


def champion_lines(standings: Standings) -> tuple[LineId, ...]:
    people = (line for person in standings.champions for line in (SEAT, person_line(person)))
    return (screen_line("score.champion"), *people) if standings.champions else ()


_TARGETS = (3, 5, 7, 10)


def tournament_of(kind: EveningKind, target: int) -> str:
    """Return the kind of an evening as a value of the menu, with the target of a short evening."""
    return f"{kind}-{target}" if kind is EveningKind.SHORT else kind.value


def _every_kind() -> Iterator[tuple[EveningKind, int]]:
    """Yield every kind with every target. A list of these thousands would stay in memory while the box runs."""
    for kind in EveningKind:
        yield from ((kind, target) for target in (range(1, HIGHEST_TARGET + 1) if kind is EveningKind.SHORT else (0,)))


def evening_kind(tournament: str) -> tuple[EveningKind, int]:
    return next(each for each in _every_kind() if tournament_of(*each) == tournament)


def is_tournament(tournament: str) -> bool:
    return any(tournament_of(*each) == tournament for each in _every_kind())


def kinds_offered(tournament: str) -> tuple[str, ...]:
    """Return the kinds that people can choose, including the present one, even if only a command can choose it."""
    targets = sorted({*_TARGETS, evening_kind(tournament)[1]} - {0})
    return tuple(
        tournament_of(kind, target)
        for kind in EveningKind
        for target in (targets if kind is EveningKind.SHORT else (0,))
    )


def next_kind(table: Table) -> tuple[EveningKind, int]:
    kind, target = evening_kind(table.choices.tournament)
    return kind, target or DEFAULT_TARGET


def new_evening(table: Table, people: Sequence[EveningPerson]) -> NewEvening:
    kind, target = next_kind(table)
    names = tuple(person.name for person in people)
    away = tuple(number for number, person in enumerate(people, 1) if person.presence is Presence.SITS_OUT)
    return NewEvening(kind, target, names, away)


def let_guests_go(table: Table, effects: tuple[Effect, ...]) -> TableStep:
    """Make root remove everything that guests brought for the last evening, if these effects begin a new one."""
    if not any(isinstance(effect, NewEvening) for effect in effects):
        return table, effects
    choices = replace(table.choices, guests_play=False)
    return replace(table, choices=choices), (*effects, Remember(choices), GUESTS_GO)


def begin_evening_with(table: Table, people: Sequence[EveningPerson]) -> TableStep:
    """Begin a new evening with these people. People who were out of a tournament play again."""
    begun = new_evening(table, people)
    known = tuple(PersonStanding(person.name, 0, 0, out=False, presence=person.presence) for person in people)
    standings = Standings(table.now, begun.kind, begun.target, known)
    return replace(table, standings=standings, before=table.before.in_new_evening(), anew=()), (begun,)


def begin_evening_anew(house: House, table: Table) -> TableStep:
    """Begin a new evening from the menu. Unless another number of players was chosen, all of its people play."""
    people = _who_stays(table)
    settled = table.choices.players in (0, players_now(table))
    players = how_many_play(people) if settled and people else table.choices.people_here
    begun, effects = begin_evening_with(table, people_for(table, players))
    if players == table.choices.people_here:
        return begun, effects
    return step_after(effects, with_number(house, begun, players))


def people_for(table: Table, players: int) -> tuple[EveningPerson, ...]:
    """Return everybody who has not left, adjusted to this number of players. If there are too few, people who sit out
    play again, and then nameless people are added. If there are too many and nobody has a name, people are removed;
    otherwise the people themselves decide who sits out."""
    people = _who_stays(table)
    missing = players - how_many_play(people)
    if missing < 0 and not any(person.name for person in people):
        return (EveningPerson(),) * players
    away = [n for n, person in enumerate(people) if person.presence is Presence.SITS_OUT]
    back = away[: max(missing, 0)]
    here = (replace(person, presence=Presence.PLAYS) if n in back else person for n, person in enumerate(people))
    return (*here, *[EveningPerson()] * (missing - len(back)))


def _who_stays(table: Table) -> tuple[EveningPerson, ...]:
    return tuple(person.person for person in evening_people(table) if person.presence is not Presence.LEFT)


def follow_standings(house: House, table: Table, standings: Standings) -> TableStep:
    """Accept new standings of the evening. If another number of people plays, change the number of players: now if the
    scenario allows that number, or else with the next scenario that does. If another evening has begun, its kind
    becomes the chosen kind."""
    here = [person.name for person in standings.people]
    not_offered = tuple(name for name in table.choices.not_offered if not is_taken(name, here))
    met = replace(table.choices, not_offered=not_offered)  # a name is offered again once somebody here has it
    begun_elsewhere = _is_begun_elsewhere(table, standings)
    if begun_elsewhere:
        met = replace(met, tournament=tournament_of(standings.kind, standings.target))
    known = replace(table, choices=met, standings=standings)
    if begun_elsewhere:
        known = replace(known, before=known.before.in_new_evening())
    now, before = _next_number(standings), _number_before(table)
    follows = (begun_elsewhere or before not in {None, now}) and not standings.is_fresh
    followed, effects = with_number(house, known, now) if follows else (known, ())
    return followed, effects or ((Remember(met),) if met != table.choices else ())


def _is_begun_elsewhere(table: Table, standings: Standings) -> bool:
    """Say whether these standings are the first of an evening that the table itself has not begun."""
    before = table.standings
    return before is not None and 0 < before.evening != standings.evening > 0


def _number_before(table: Table) -> int | None:
    """Return the previous number of players. After a power cut, this is the number in the game under way."""
    if table.standings:
        return _next_number(table.standings)
    return len(table.session.setup.seated) or None if table.session else None


def _next_number(standings: Standings) -> int:
    """Return how many people play the next game. Once a long evening is won, those who were out count again."""
    if standings.kind is EveningKind.LONG and standings.champions:
        return how_many_play(person.person for person in standings.people)
    return how_many_play(standings.people)


def change_person(
    house: House, table: Table, number: int, *, name: str | None = None, presence: Presence | None = None
) -> TableStep:
    people = [person.person for person in evening_people(table)]
    was = people[number - 1]
    people[number - 1] = EveningPerson(was.name if name is None else name, presence or was.presence)
    return seat_anew(house, table, people)


def seat_anew(house: House, table: Table, people: Sequence[EveningPerson], places: Sequence[int] = ()) -> TableStep:
    """Seat these people. `places` are their old numbers, if their numbers have changed. The table changes at once, and
    the scorebook later reports what was saved."""
    before = evening_people(table)
    standings, first = _evening_of(table, before)
    table = replace(table, standings=standings, before=table.before.in_new_evening() if first else table.before)
    moved = _renumber(standings, tuple(places) or tuple(range(1, len(people) + 1)))
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
    """Return the standings of the evening with these people. If no evening has begun, begin one of the chosen kind."""
    before = table.standings
    if before and len(before.people) <= len(people):
        return replace(before, people=people), ()
    begun = new_evening(table, [person.person for person in people])
    known = before.known if before else ()
    return Standings(table.now, begun.kind, begun.target, people, known=known), (begun,)


def _renumber(standings: Standings, places: Sequence[int]) -> Standings:
    """Give the people with these old numbers the numbers 1, 2 and so on. New people start without points."""
    now = {old: number for number, old in enumerate(places, 1)}
    people, nobody = standings.people, PersonStanding("", 0, 0, out=False)
    last = standings.last
    return replace(
        standings,
        people=tuple(people[old - 1] if old <= len(people) else nobody for old in places),
        champions=tuple(now[old] for old in standings.champions if old in now),
        last=None if last is None else _move_points(last, now),
        judged=_move_points(standings.judged, now),
        games=tuple(replace(game, points=_move_points(game.points, now)) for game in standings.games),
        ledgers={
            game: tuple(points[old - 1] if old <= len(points) else 0 for old in places)
            for game, points in standings.ledgers.items()
        },
    )


def _move_points(points: Mapping[int, int], now: Mapping[int, int]) -> dict[int, int]:
    return {now[old]: got for old, got in points.items() if old in now}


MOST_NOT_OFFERED = 60
"""The number of removed names that the box remembers, so that it does not offer them again."""


def move_person(house: House, table: Table, number: int, place: int) -> TableStep:
    """Move this person to another place. Everybody in between moves by one place, and all keep their points."""
    order = [old for old in range(1, len(evening_people(table)) + 1) if old != number]
    order.insert(place - 1, number)
    return _in_order(house, table, order)


def remove_person(house: House, table: Table, number: int) -> TableStep:
    """Remove a person, with all points, from this evening. The box no longer offers the name."""
    name = evening_people(table)[number - 1].name
    order = [old for old in range(1, len(evening_people(table)) + 1) if old != number]
    removed, effects = _in_order(house, table, order)
    if not name:
        return removed, effects
    choices = replace(removed.choices, not_offered=(*removed.choices.not_offered, name)[-MOST_NOT_OFFERED:])
    return replace(removed, choices=choices), (*effects, Remember(choices))


def forget_person(house: House, table: Table, number: int) -> TableStep:
    """Erase the name of a person wherever the box has saved it: in the scores of all evenings, in the lists of names
    that are offered or no longer offered, in synthesized speech, and in files that phones may fetch. A person who has
    played this evening leaves it without a name, and the points stay. Anybody else is removed. The last person of an
    evening stays, without a name."""
    person, alone = evening_people(table)[number - 1], len(evening_people(table)) == 1
    name = person.name
    if alone or person.points or person.losses:
        presence = None if alone else Presence.LEFT
        gone, effects = change_person(house, table, number, name="", presence=presence)
    else:
        gone, effects = remove_person(house, table, number)
    standings, choices, voice = gone.standings, gone.choices, gone.choices.own_voice
    licences = {each: voice.licences[each] for each in _without(name, voice.licences)}
    own_voice = replace(voice, person="".join(_without(name, [voice.person])), licences=licences)
    choices = replace(choices, not_offered=_without(name, choices.not_offered), own_voice=own_voice)
    unknown = standings and replace(standings, known=_without(name, standings.known))
    fetched = (CLEAR_OUT,) if house.has_root else ()
    return replace(gone, choices=choices, standings=unknown), (*effects, ForgetName(name), Remember(choices), *fetched)


def _without(name: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for each in names if not is_taken(each, (name,)))


def _in_order(house: House, table: Table, order: Sequence[int]) -> TableStep:
    people = evening_people(table)
    return seat_anew(house, table, [people[old - 1].person for old in order], order)
