"""Decks: what lies on the table, how it is dealt, and at which places. A deck is players + 3 cards in the order people
name them.

Places have numbers inside the referee: the seats from 0, then C1 C2 C3, then CW, the Alpha Wolf's card. A card is
named by the place where it was dealt, so that what it has become can travel with it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ROLES, WOLVES
from device.kernel.chance import Chance

CENTER_CARDS = 3
ONE_NIGHT_FEWEST, ONE_NIGHT_MOST = 3, 23
"""With all cards of both boxes in play, one wolf is left over for the Alpha Wolf, or he is left out."""
MOST_WITHIN_REACH = 10
"""The most players who can reach each other's cards: for more, somebody who does not play moves them."""

Deck: TypeAlias = tuple[str, ...]


class OneNightRules(Struct, frozen=True):
    """The rules, which are the same all game. `fresh` are roles never played at this table; whatever is drawn, is drawn
    from the seed."""

    deck: Deck
    players: int
    options: Options = Options()
    fresh: tuple[str, ...] = ()
    seed: int = 0


_ORDER = {role: n for n, role in enumerate(ROLES)}
_SPARE_WOLVES = ("werewolf", "dream-wolf", "mystic-wolf")


class Dealt(Struct, frozen=True):
    """The cards as dealt: seat 1 first, C1 first, and the extra card of the Alpha Wolf."""

    players: Deck
    center: Deck
    center_wolf: str | None


def deck_size(players: int) -> int:
    """The number of cards that so many players need."""
    return players + CENTER_CARDS


def has_helper(deck: Deck) -> bool:
    """Whether so many play that a helper moves the cards."""
    return len(deck) > deck_size(MOST_WITHIN_REACH)


def in_order(cards: Iterable[str]) -> Deck:
    """The cards in the order of the night; names nobody knows come last."""
    return tuple(sorted(cards, key=lambda role: (_ORDER.get(role, len(_ORDER)), role)))


def center_wolf(deck: Deck) -> str | None:
    """The plainest card that the Alpha Wolf could give away.

    None without an Alpha Wolf, and None when the deck holds every other wolf (such a deck is refused)."""
    return next(iter(spare_wolves(deck)), None)


def spare_wolves(deck: Deck) -> tuple[str, ...]:
    """The wolves that the Alpha Wolf's extra card may be: all of the boxes that are not in the deck, the plainest
    first."""
    if "alpha-wolf" not in deck:
        return ()
    return tuple(wolf for wolf in _SPARE_WOLVES if deck.count(wolf) < ROLES[wolf].count)


def wolves_in(deck: Deck) -> int:
    """The number of Werewolf cards of any kind in the deck."""
    return sum(role in WOLVES for role in deck)


def shuffle_deal(deck: Deck, chance: Chance) -> Dealt:
    """Shuffle, and deal three cards to the center, the others to the seats."""
    cards = chance.shuffled(deck)
    return Dealt(cards[CENTER_CARDS:], cards[:CENTER_CARDS], center_wolf(deck))


_CENTER_PLACES = ("C1", "C2", "C3")
_CENTER_WOLF = "CW"


@lru_cache(maxsize=64)
def place_names(seats: int) -> tuple[str, ...]:
    """The names of all places of a table, in the order of their numbers."""
    return (*(f"P{seat}" for seat in range(1, seats + 1)), *_CENTER_PLACES, _CENTER_WOLF)


@lru_cache(maxsize=64)
def place_numbers(seats: int) -> dict[str, int]:
    """The number of each name."""
    return {name: place for place, name in enumerate(place_names(seats))}
