"""Whom the lines speak of, as they are said: where everybody here has a name the voices are given all of them, to say
them where they can; else each is a number. So nobody is called in another way than the rest."""

from msgspec.structs import replace

from device.kernel.ids import LineId, person_line
from device.kernel.people import MOST_PEOPLE
from device.show.cues import HeardEffect, Prepare, Speak, WindowOpened
from device.table.pages.names import NO_NAMES, SeatNames
from device.table.roster import evening_people, people_names, seat_names, seats_playing
from device.table.state import Table

_PEOPLE = frozenset(map(person_line, range(1, MOST_PEOPLE + 1)))


def names_heard(table: Table, lines: tuple[LineId, ...]) -> SeatNames:
    """The names of all these lines can speak of, the people of the evening or the seats; none where one has no name."""
    of_people = not _PEOPLE.isdisjoint(lines)
    names = people_names(table) if of_people else seat_names(table)
    here = len(evening_people(table)) if of_people else seats_playing(table)
    return names if len(names) == here else NO_NAMES


def effect_heard(table: Table, effect: HeardEffect | WindowOpened) -> HeardEffect | WindowOpened:
    """What a show asks for, with the names."""
    return replace(effect, names=names_heard(table, effect.lines)) if isinstance(effect, Speak | Prepare) else effect
