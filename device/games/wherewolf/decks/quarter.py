"""The quarter rule: about one player in four is on the Shadow's side."""

from collections.abc import Sequence
from functools import lru_cache

from device.games.wherewolf.rules.roles import ROLE_TABLE
from device.games.wherewolf.rules.switches import Switches


def quarter_of(players: int) -> int:
    """A quarter, rounded half up: 2 of 8, 3 of 10, 4 of 14."""
    return (players + 2) // 4


@lru_cache(maxsize=64)
def wanted_dark(players: int, switches: Switches) -> int:
    """How many are dealt: a quarter, or all that the box has. For 22 and more players it has too few."""
    return min(quarter_of(players), dark_side(tuple(ROLE_TABLE), switches))


def on_dark_side(role: str, switches: Switches) -> bool:
    """Wolves of the Pack and Vampire, and the Traitor unless a switch leaves him out."""
    return ROLE_TABLE[role].shadow or (role == "traitor" and switches.traitor_in_quarter)


def dark_side(roles: Sequence[str], switches: Switches) -> int:
    """How many of these roles the quarter rule counts."""
    return sum(on_dark_side(role, switches) for role in roles)
