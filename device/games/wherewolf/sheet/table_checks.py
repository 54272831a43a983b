"""Whether the table of a judged game can be one at all: its roles, what is possible, latent identities, items."""

from collections import Counter
from collections.abc import Mapping, Sequence

from device.games.wherewolf.referee.acts import DealtTable
from device.games.wherewolf.rules.refusal import RuleBroken, the_role
from device.games.wherewolf.rules.roles import ITEMS, ROLE_TABLE, card_copies
from device.games.wherewolf.sheet.game_sheet import GameSheet
from device.kernel.errors import near_word, quoted

_MOST_PLAYERS = 36
SEAT_PLACES = tuple(f"P{number}" for number in range(1, _MOST_PLAYERS + 1))
_LATENT_IDENTITIES = ("hero", "descendant")
_SEAT_OF = {place: seat for seat, place in enumerate(SEAT_PLACES)}


def table_of(sheet: GameSheet) -> DealtTable:
    """The table as dealt. Raises `RuleBroken`."""
    roles = tuple(sheet.players)
    if not 1 <= len(roles) <= _MOST_PLAYERS:
        raise RuleBroken(f"a game has 1 to {_MOST_PLAYERS} players, not {len(roles)}")
    _check_roles(roles, "players")
    possible = roles if sheet.possible is None else tuple(sheet.possible)
    _check_roles(possible, "possible")
    missing = next((role for role in roles if role not in possible), None)
    if missing is not None:
        raise RuleBroken(f"{the_role(missing)} is dealt, so possible has to name it", roles.index(missing))
    latent, items = _latent(sheet.latent, roles), _items(sheet.items, roles)
    return DealtTable(roles, possible, latent, items, sheet.house_rules)


def seat_at(place: str, seats: int, rule: str, seat: int | None = None, number: int | None = None) -> int:
    """The seat of a place, counted from 0. `rule` says what names it."""
    found = _SEAT_OF.get(place, seats)
    if found >= seats:
        raise RuleBroken(f"{rule} is one of P1 to P{seats}, not {quoted(place)}", seat, number)
    return found


def _check_roles(roles: Sequence[str], key: str) -> None:
    for index, role in enumerate(roles):
        if role not in ROLE_TABLE:
            rule = f"{key}: there is no role {quoted(role)}{near_word(role, ROLE_TABLE)}"
            raise RuleBroken(rule, index if key == "players" else None)
    for role, cards in Counter(roles).items():
        if cards > card_copies(role):
            last = len(roles) - 1 - roles[::-1].index(role)
            rule = f"{key}: a game has {card_copies(role)} of {the_role(role)} at most, not {cards}"
            raise RuleBroken(rule, last if key == "players" else None)


def _latent(latent: Mapping[str, str | None], roles: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for place, identity in latent.items():
        seat = seat_at(place, len(roles), "the place of a latent identity")
        if roles[seat] != "peasant":
            raise RuleBroken("only a Peasant has a latent identity", seat)
        if identity is not None and identity not in _LATENT_IDENTITIES:
            raise RuleBroken(
                f"a latent identity is one of {', '.join(_LATENT_IDENTITIES)}, not {quoted(identity)}", seat
            )
        if identity is not None:
            found[seat] = identity
    if len(set(found.values())) != len(found):
        raise RuleBroken("the two Peasants never have the same latent identity")
    return found


def _items(items: Mapping[str, str], roles: Sequence[str]) -> dict[str, int]:
    for item in items:
        if item not in ITEMS:
            raise RuleBroken(f"items are {' and '.join(ITEMS)}; there is no {quoted(item)}")
    return {item: seat_at(items[item], len(roles), f"the owner of the {item}") for item in ITEMS if item in items}
