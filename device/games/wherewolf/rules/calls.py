"""Which calls a night has: one for every role that may be in play, whether or not it is."""

from collections.abc import Collection

from device.games.wherewolf.rules.roles import FIRST_NIGHT, LATER_NIGHTS, ROLE_TABLE

_WOKEN_FIRST = {call: frozenset(card.id for card in ROLE_TABLE.values() if call in card.first) for call in FIRST_NIGHT}
_WOKEN_LATER = {call: frozenset(card.id for card in ROLE_TABLE.values() if call in card.later) for call in LATER_NIGHTS}


def first_calls(possible: Collection[str], items: Collection[str]) -> tuple[str, ...]:
    """The calls of the first night."""
    return tuple([call for call in FIRST_NIGHT if call in items or not _WOKEN_FIRST[call].isdisjoint(possible)])


def later_calls(possible: Collection[str], items: Collection[str]) -> tuple[str, ...]:
    """The calls of every later night."""
    return tuple([call for call in LATER_NIGHTS if call in items or not _WOKEN_LATER[call].isdisjoint(possible)])
