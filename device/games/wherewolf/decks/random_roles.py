"""Possible roles by lot: one and a half times as many as there are players, as the rulebook advises those who know the
game, and of the kind that this table can use."""

from collections.abc import Sequence

from device.games.wherewolf.decks.quarter import dark_to_deal, on_dark_side
from device.games.wherewolf.decks.role_draw import MANDATORY
from device.games.wherewolf.decks.role_findings import (
    USELESS_IN_OPEN_VOTE,
    USELESS_REVEALED,
    Variants,
    role_advice,
    role_faults,
)
from device.games.wherewolf.rules.roles import ROLE_TABLE, card_copies, in_table_order
from device.kernel.chance import Chance

DRAWS = 200
"""Tries at most; two in seven or more may be played, and are nothing that the box would warn of."""


def random_roles(players: int, variants: Variants, chance: Chance) -> tuple[str, ...]:
    """A list that may be played, or the last one that was tried."""
    cards = _usable_cards(variants)
    for _ in range(DRAWS):
        drawn = in_table_order(_choose_roles(chance.shuffled(cards), players))
        if not (role_faults(drawn, players, variants) or role_advice(drawn, players)):
            break
    return drawn


def _usable_cards(variants: Variants) -> tuple[str, ...]:
    """The cards of the box, but for those that make no sense in these variants."""
    useless = (*USELESS_REVEALED * variants.role_reveal, *USELESS_IN_OPEN_VOTE * variants.open_vote)
    return tuple(role for role in ROLE_TABLE if role not in useless for _ in range(card_copies(role)))


def _choose_roles(shuffled: Sequence[str], players: int) -> tuple[str, ...]:
    """The Seer, the Pack Leader and as many of the dark side as have to be dealt; then whoever comes."""
    first = [role for role in shuffled if role in MANDATORY]
    dark = [role for role in shuffled if on_dark_side(role) and role not in MANDATORY]
    first += dark[: dark_to_deal(players) - 1]
    rest = [role for role in shuffled if role not in first]
    return (*first, *rest[: players + players // 2 - len(first)])
