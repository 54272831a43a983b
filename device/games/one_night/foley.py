"""The sound under a call, where a table wants one: by who is called, and nothing else. A role that lies in the center
sounds like one that sits at the table."""

from device.games.one_night.rules.blocks import Deed
from device.games.one_night.rules.roles import DOPPELGANGER, ROLES, Meets

_LOOKS = frozenset({Deed.LOOK, Deed.LOOK_AT_OWN, Deed.COPY, Deed.INVESTIGATE})
_WOLVES, _LOOK, _MOVE, _STEPS = "paws", "chime", "coins", "steps"


def foley_of(call: str) -> str:
    """The sound of a call: paws for wolves, a chime for who looks, coins for who moves something, steps for all
    others."""
    role = ROLES.get(call, ROLES[DOPPELGANGER])
    if role.wolf or role.meets is Meets.WOLVES:
        return _WOLVES
    if role.power is None:
        return _STEPS
    return _LOOK if role.power.deed in _LOOKS else _MOVE
