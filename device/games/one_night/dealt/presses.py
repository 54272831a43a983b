"""The number of presses at a call, and the length of the list at each, by roles and number of seats alone, as all know
them. So nobody who listens knows what was chosen, nor what came of it."""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from math import comb

from device.games.one_night.referee.night_choices import DIRECTIONS
from device.games.one_night.rules.blocks import Deed, PlaceKind, Power, Shape
from device.games.one_night.rules.roles import COPIED_AT_ONCE, DOPPELGANGER, ROLES


def list_lengths(role: str, roles: Collection[str], seats: int, center: int) -> tuple[int, ...]:
    """The lengths of the lists at a call, one for each press. A Doppelganger goes on as one of these `roles`; `center`
    is the number of cards in the center."""
    own = _lengths(role, seats, center)
    if role != DOPPELGANGER:
        return own
    copied = [_lengths(other, seats, center) for other in COPIED_AT_ONCE if other in roles]
    return (*own, *map(max, zip_longest(*copied, fillvalue=0)))


def _lengths(role: str, seats: int, center: int) -> tuple[int, ...]:
    """The lengths of the lists of a role, one entry longer wherever the choice may end there."""
    power, must = ROLES[role].power, ROLES[role].must
    if power is None:
        return ()
    rooms = {PlaceKind.OTHER: seats - 1, PlaceKind.PLAYER: seats, PlaceKind.CENTER: center, PlaceKind.OWN: 1}
    if power.deed is Deed.SHIFT:
        return (len(DIRECTIONS) + (not must),)
    if power.deed is Deed.LOOK:
        return (sum(comb(rooms[shape[0]], len(shape)) for shape in power.shapes.values()) + (not must),)
    longest = power.shapes[max(power.shapes)]
    return tuple(
        rooms[kind] - longest[:step].count(kind) + _may_end(power, longest[:step], must=must)
        for step, kind in enumerate(longest)
    )


def _may_end(power: Power, chosen: Sequence[PlaceKind], *, must: bool) -> bool:
    ends: Shape | None = power.shapes.get(len(chosen))
    return ends == tuple(chosen) if chosen else not must
