"""The sound under a call, where a table wants one: by who is called, and nothing else. It is the same whether or not
anybody has the role."""

from device.games.wherewolf.rules.roles import ITEMS

_SHADOW = frozenset({"wolves", "vampire"})
_LEARN = frozenset({"seer", "mage", "medium", "monk", "vampire-hunter", "priest"})
_PROTECT = frozenset({"witch", "healer", *ITEMS})


def call_foley(call: str) -> str:
    """The sound of a call: paws for creatures of the Shadow, a chime for who learns something, coins for who protects
    and for what lies on the table, steps for all others."""
    if call in _SHADOW:
        return "paws"
    if call in _LEARN:
        return "chime"
    return "coins" if call in _PROTECT else "steps"
