"""Seats as they are said: the number always, then the name of who sits there, which not every voice can say."""

from msgspec.structs import replace

from device.kernel.ids import LineId, seat_line
from device.kernel.people import MOST_PEOPLE
from device.show.cues import HeardEffect, Prepare, Speak, WindowOpened
from device.table.pages.names import SeatNames, person_lines
from device.table.roster import seat_names
from device.table.state import Table

_SEATS = {seat_line(seat): seat for seat in range(1, MOST_PEOPLE + 1)}


def lines_heard(table: Table, lines: tuple[LineId, ...]) -> tuple[LineId, ...]:
    """What is said for these lines at this table."""
    names = seat_names(table)
    return tuple(heard for line in lines for heard in _heard(line, names))


def effect_heard(table: Table, effect: HeardEffect | WindowOpened) -> HeardEffect | WindowOpened:
    """The same for what a show asks for."""
    return replace(effect, lines=lines_heard(table, effect.lines)) if isinstance(effect, Speak | Prepare) else effect


def _heard(line: LineId, names: SeatNames) -> tuple[LineId, ...]:
    seat = _SEATS.get(line)
    return (line,) if seat is None else person_lines(seat, names.get(seat, ""))
