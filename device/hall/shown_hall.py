"""What the page of all tables is written from: how they stand, whether the broker is reached, and the dusk of all."""

from typing import NamedTuple

from device.hall.dusk_caller import DuskCaller
from device.hall.hall_desk import HallDesk
from device.hall.seen_hall import SeenHall
from device.kernel.ids import Seconds


class ShownHall(NamedTuple):
    """At the moment `now`. `waiting` are the tables of the list that are there and have pressed START, by name."""

    name: str
    hall: SeenHall
    now: Seconds
    is_reached: bool
    waiting: frozenset[str]
    dusk_is_announced: bool


def hall_as_shown(desk: HallDesk, dusk: DuskCaller, now: Seconds) -> ShownHall:
    waiting = dusk.waiting.intersection(name for name, table in desk.hall.tables.items() if table.here)
    return ShownHall(desk.name, desk.hall, now, desk.is_reached, waiting, dusk.left is not None)
