"""The quarter rule: about one player in four is on the Shadow's side."""

from collections.abc import Iterable

from device.games.wherewolf.rules.roles import ROLE_TABLE


def quarter_of(players: int) -> int:
    """A quarter, rounded half up: 2 of 8, 3 of 10, 4 of 14."""
    return (players + 2) // 4


def dark_to_deal(players: int) -> int:
    """The number of dark cards that are dealt: a quarter, or all that the box has. For 22 and more players it has too
    few."""
    return min(quarter_of(players), _DARK_CARDS)


def on_dark_side(role: str, *, traitor: bool = True) -> bool:
    """Whether the quarter rule counts a role: wolves of the Pack, Vampire, and the Traitor unless left out."""
    return ROLE_TABLE[role].shadow or (role == "traitor" and traitor)


def dark_side(roles: Iterable[str], *, traitor: bool = True) -> int:
    """The number of these roles that the quarter rule counts."""
    return sum(on_dark_side(role, traitor=traitor) for role in roles)


_DARK_CARDS = dark_side(ROLE_TABLE)
