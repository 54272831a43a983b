"""Whom the lines speak of, as they are said: a seat by the number its person has in the evening; and where everybody
here has a name the voices are given all of them, to say them where they can. So nobody is called in another way than
the rest, nor by another number than in the list."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from device.kernel.ids import LineId, person_line, seat_line
from device.kernel.people import MOST_PEOPLE, SeatedPerson
from device.show.cues import HeardEffect, Prepare, Speak, WindowOpened
from device.table.roster import evening_people, people_names, seating, seats_playing
from device.table.state import Table

Spoken = TypeVar("Spoken", Speak, Prepare)
_PEOPLE = frozenset(map(person_line, range(1, MOST_PEOPLE + 1)))


def effect_heard(table: Table, effect: HeardEffect | WindowOpened) -> HeardEffect | WindowOpened:
    """What a show asks for, with numbers and names."""
    match effect:
        case Speak():
            return with_numbers(table, effect)
        case Prepare():
            return with_numbers(table, effect)
        case _:
            return effect


def with_numbers(table: Table, effect: Spoken) -> Spoken:
    """The lines of a game, which counts its seats, as people count them."""
    return replace(effect, lines=_numbered(table, effect.lines), names=_names(table, effect.lines))


def _numbered(table: Table, lines: tuple[LineId, ...]) -> tuple[LineId, ...]:
    places = {seat_line(seat): seat_line(sitting.person) for seat, sitting in seating(table).items()}
    return tuple(places.get(line, line) for line in lines)


def _names(table: Table, lines: tuple[LineId, ...]) -> Mapping[int, str]:
    """The names of all these lines can speak of, the people of the evening or who plays, by their numbers; none where
    one has no name."""
    if not _PEOPLE.isdisjoint(lines):
        names, here = people_names(table), len(evening_people(table))
    else:
        seats = _seats_spoken_of(table, lines)
        names, here = {each.person: each.name for each in seats if each.name}, len(seats)
    return names if len(names) == here else {}


def _seats_spoken_of(table: Table, lines: tuple[LineId, ...]) -> Sequence[SeatedPerson]:
    """Who plays; those beside the game as well, where a line is of one of them."""
    seats, playing = seating(table), seats_playing(table)
    beside = any(seat_line(seat) in lines for seat in seats if seat > playing)
    return [each for seat, each in seats.items() if beside or seat <= playing]
