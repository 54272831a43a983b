"""The people at the table: those of the evening, who of them plays the next game, and who sits where."""

from collections.abc import Iterable, Mapping, Sequence

from device.kernel.events import PersonStanding, Standings
from device.kernel.ids import LineId, person_line, screen_line
from device.kernel.people import EveningPerson, NumberedPerson, Presence, SeatedPerson
from device.table.given_names import Spelling, spelt_names
from device.table.state import Table


def evening_people(table: Table) -> tuple[PersonStanding, ...]:
    """Return everybody of the evening; before the first game, as many nameless ones as sit at this table."""
    standings = table.standings
    if standings is None or (standings.is_fresh and how_many_play(standings.people) != table.choices.sitting):
        return (PersonStanding("", 0, 0, out=False),) * table.choices.sitting
    return standings.people


def how_many_play(people: Iterable[PersonStanding | EveningPerson]) -> int:
    """Count who plays the next game. As people of the evening under way those who are out of it do not; as people for a
    new one they do."""
    return sum(person.plays for person in people)


def playing_now(table: Table) -> int:
    """Count who of the evening plays."""
    return how_many_play(evening_people(table))


def seated_people(table: Table) -> tuple[SeatedPerson, ...]:
    """Return who sits where in the next game, clockwise; nobody if not so many play as were chosen."""
    standings = table.standings
    if standings is None or how_many_play(standings.people) != table.choices.setup.players:
        return ()
    return tuple(SeatedPerson(number, standings.people[number - 1].name) for number in standings.playing)


def people_beside(table: Table) -> tuple[SeatedPerson, ...]:
    """Return who is here and does not play the next game: sits out, or is out of a tournament. Nobody if it is not
    known who plays."""
    standings = table.standings
    if standings is None or not seated_people(table):
        return ()
    beside = ((number, person) for number, person in enumerate(standings.people, 1) if not person.plays)
    return tuple(SeatedPerson(n, person.name) for n, person in beside if person.presence is not Presence.LEFT)


def seating(table: Table) -> Mapping[int, SeatedPerson]:
    """Return who sits at each seat as a game counts them, with the name as it is shown: in the game under way, else in
    the next. In a game those beside it have the numbers after the last seat."""
    setup = table.session.setup if table.session else None
    seated = (*setup.seated, *setup.beside) if setup else seated_people(table)
    kind = NumberedPerson if setup and _are_called_by_number(table, setup.seated) else SeatedPerson
    names = spelt_names({each.person: each.name for each in seated if each.name}, table.spelling)
    return {seat: kind(each.person, names.get(each.person, "")) for seat, each in enumerate(seated, 1)}


def _are_called_by_number(table: Table, players: Sequence[SeatedPerson]) -> bool:
    """Whether people are called by number aloud: for want of a voice, of a name, or of names that can be told apart."""
    given = {each.person: each.name for each in players if each.name}
    return table.by_number or len(spelt_names(given, Spelling.WHOLE)) < seats_playing(table)


def seats_playing(table: Table) -> int:
    """Return how many seats the game under way has, else the next."""
    return table.session.setup.players if table.session else table.choices.setup.players


def people_names(table: Table) -> Mapping[int, str]:
    """The names of everybody of the evening, by their numbers."""
    names = {number: person.name for number, person in enumerate(evening_people(table), 1) if person.name}
    return spelt_names(names, table.spelling)


def is_unsettled(table: Table) -> bool:
    """Whether the box has to ask who plays: another number was chosen than there are people, or the evening is won
    and too few are left to go on with it. Where a new evening was agreed to, all are settled."""
    standings = table.standings
    if table.anew or standings is None or (standings.is_fresh and not standings.champions):
        return False
    return how_many_play(standings.people) != table.choices.setup.players


def champion_lines(standings: Standings) -> tuple[LineId, ...]:
    """Say who has won the evening; nothing before anybody has."""
    return (screen_line("score.champion"), *map(person_line, standings.champions)) if standings.champions else ()
