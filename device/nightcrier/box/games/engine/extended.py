"""Lists the roles of One Night, for files that add roles to its decks."""

from collections.abc import Mapping

from nightcrier.box.games.engine.model import GameFile, RoleRow

EXTENDED = "one-night"
"""The game that a file may extend."""
WOLF = "wolf"
COPIER = "doppelganger"
"""The role of One Night that copies another role, including a role from a file."""
_WOLVES = ("werewolf", "alpha-wolf", "mystic-wolf", "dream-wolf")
_ORDER = (
    *_WOLVES,
    *("minion", "villager", "mason", "seer", "apprentice-seer", "paranormal-investigator", "robber", "witch"),
    *("troublemaker", "village-idiot", "drunk", "insomniac", "tanner", "hunter", "bodyguard", "sentinel"),
    *("doppelganger", "curator", "revealer"),
)
CALLERS = frozenset(_ORDER) - {"dream-wolf", "villager", "tanner", "hunter", "bodyguard"}
"""The roles that are called. A role from a file can be called after any of them."""
_COPIES = {"werewolf": 2, "mason": 2, "villager": 3}
SIDES = ("village", "werewolf", "tanner")
BASE_ROLES: Mapping[str, RoleRow] = {
    role: RoleRow(role, "", tags=(WOLF,) if role in _WOLVES else (), max=_COPIES.get(role, 1)) for role in _ORDER
}
"""All roles of One Night, in the order in which they are listed. `max` is the number of their cards."""
BASE_DECK = tuple(role.id for role in BASE_ROLES.values() for _ in range(role.max))


def roles_of(game: GameFile) -> Mapping[str, RoleRow]:
    """Return all roles that a deck of this game may have, in order."""
    return {**BASE_ROLES, **game.roles} if game.extends else game.roles
