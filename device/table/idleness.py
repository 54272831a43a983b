"""A box that nobody touches: when its loudspeaker dozes, its screen dims, and it sleeps.

Each moment is worked out in one place, for the wake-up and for what is done then: worked out twice it may differ in its
last bit, and the box would be woken for something that it never finds due."""

from msgspec.structs import replace

from device.table.effects import Doze
from device.table.house import House
from device.table.state import Table, TableStep


def is_dimmed(house: House, table: Table) -> bool:
    """Whether the screen glows only faintly, because nobody looks at it."""
    return table.session is None and table.now >= _dim_at(house, table)


def idle_due(house: House, table: Table) -> float | None:
    """The next of these moments; None while a game is under way, and once the box sleeps."""
    if table.session is not None or table.asleep:
        return None
    moments = [_sleep_at(house, table)]
    if not table.dozing:
        moments.append(_doze_at(house, table))
    if not is_dimmed(house, table):
        moments.append(_dim_at(house, table))
    return min(moments)


def pass_idle(house: House, table: Table, at: float) -> TableStep:
    """Time went by at home."""
    doze = not table.dozing and at >= _doze_at(house, table)
    asleep = at >= _sleep_at(house, table)
    return replace(table, dozing=table.dozing or doze, asleep=asleep), ((Doze(),) if doze else ())


def _doze_at(house: House, table: Table) -> float:
    return table.touched + house.doze_after


def _dim_at(house: House, table: Table) -> float:
    return table.touched + house.dim_after


def _sleep_at(house: House, table: Table) -> float:
    return table.touched + 60.0 * house.settings.screen.sleep_minutes
