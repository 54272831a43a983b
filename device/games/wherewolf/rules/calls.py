"""The calls of a night: one for every role that may be in play, whether or not it is."""

from collections.abc import Collection

from device.games.wherewolf.rules.roles import FIRST, FIRST_NIGHT, ITEMS, LATER, LATER_NIGHTS, ROLE_TABLE

FREE_CALLS = ("wolves", "vampire", *ITEMS)
"""The calls in which somebody may choose nobody, so that nothing follows."""
RAISES_HAND = {"priest": "sinner", "wolves": "traitor"}
"""The roles that keep their eyes shut in a call of the first night, and raise a hand for those who wake."""


def _roles_called(call: str, when: str) -> frozenset[str]:
    """A call in a role's own name is that role's alone: the Ghoul only opens his eyes with the Vampire."""
    if call in ROLE_TABLE:
        return frozenset({call})
    return frozenset(card.id for card in ROLE_TABLE.values() if call in (card.first if when == FIRST else card.later))


_CALLED_FIRST = {call: _roles_called(call, FIRST) for call in FIRST_NIGHT}
_CALLED_LATER = {call: _roles_called(call, LATER) for call in LATER_NIGHTS}


def first_calls(possible: Collection[str], items: Collection[str]) -> tuple[str, ...]:
    """The calls of the first night."""
    return tuple([call for call in FIRST_NIGHT if call in items or not _CALLED_FIRST[call].isdisjoint(possible)])


def later_calls(possible: Collection[str], items: Collection[str]) -> tuple[str, ...]:
    """The calls of every later night."""
    return tuple([call for call in LATER_NIGHTS if call in items or not _CALLED_LATER[call].isdisjoint(possible)])


def roles_called_first(call: str) -> frozenset[str]:
    """The roles that this call of the first night wakes."""
    return _CALLED_FIRST[call]
