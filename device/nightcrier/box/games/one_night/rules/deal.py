"""Deal a deck, and number the places of the table.

A deck has three cards more than players, in the order in which people name them. The referee numbers the places: the
seats from 0, then C1 C2 C3, then CW, the Alpha Wolf's card. A card is named by the place to which it was dealt, so that
its new role travels with it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ROLES, WOLVES
from nightcrier.kernel.chance import Chance

CENTER_CARDS = 3
ONE_NIGHT_FEWEST, ONE_NIGHT_MOST = 3, 23
"""The fewest and the most players. The most players use all cards of both boxes: one wolf is left over for the Alpha
Wolf, or the Alpha Wolf is left out."""
MOST_WITHIN_REACH = 10
"""The most players who can reach each other's cards. If more play, somebody who does not play moves the cards."""

Deck: TypeAlias = tuple[str, ...]


class OneNightRules(Struct, frozen=True):
    """The rules and facts that stay the same during a game. `fresh` are roles never played at this table. All draws
    come from `seed`."""

    deck: Deck
    players: int
    options: Options = Options()
    fresh: tuple[str, ...] = ()
    seed: int = 0


_ORDER = {role: n for n, role in enumerate(ROLES)}
CENTER_WOLVES = ("werewolf", "mystic-wolf", "dream-wolf")
"""The wolves that may be the Alpha Wolf's extra center card."""
_SPARE_WOLVES = ("werewolf", "dream-wolf", "mystic-wolf")


class Dealt(Struct, frozen=True):
    """The cards as dealt: seat 1 first, C1 first, and the extra card of the Alpha Wolf."""

    players: Deck
    center: Deck
    center_wolf: str | None


def deck_size(players: int) -> int:
    """Return the number of cards that so many players need."""
    return players + CENTER_CARDS


def has_helper(deck: Deck) -> bool:
    """Say whether so many play that a helper moves the cards."""
    return len(deck) > deck_size(MOST_WITHIN_REACH)


def in_order(cards: Iterable[str]) -> Deck:
    """Return the cards in the order of the night; unknown names come last."""
    return tuple(sorted(cards, key=lambda role: (_ORDER.get(role, len(_ORDER)), role)))


def center_wolf(deck: Deck) -> str | None:
    """Return the plainest wolf card that the Alpha Wolf could give away. Return None without an Alpha Wolf, and None if
    the deck holds every other wolf (then the deck is refused)."""
    return next(iter(spare_wolves(deck)), None)


def spare_wolves(deck: Deck) -> tuple[str, ...]:
    """Return the wolf cards that may be the Alpha Wolf's extra card, as they are not in the deck; plainest first."""
    if "alpha-wolf" not in deck:
        return ()
    return tuple(wolf for wolf in _SPARE_WOLVES if deck.count(wolf) < ROLES[wolf].count)


def wolves_in(deck: Deck) -> int:
    """Return the number of Werewolf cards of any kind in the deck."""
    return sum(role in WOLVES for role in deck)


def shuffle_deal(deck: Deck, chance: Chance) -> Dealt:
    """Shuffle, and deal three cards to the center and the others to the seats."""
    cards = chance.shuffle(deck)
    return Dealt(cards[CENTER_CARDS:], cards[:CENTER_CARDS], center_wolf(deck))


_CENTER_PLACES = ("C1", "C2", "C3")
_CENTER_WOLF = "CW"


@lru_cache(maxsize=64)
def place_names(seats: int) -> tuple[str, ...]:
    """Return the names of all places of a table, in the order of their numbers."""
    return (*(f"P{seat}" for seat in range(1, seats + 1)), *_CENTER_PLACES, _CENTER_WOLF)


@lru_cache(maxsize=64)
def place_numbers(seats: int) -> dict[str, int]:
    return {name: place for place, name in enumerate(place_names(seats))}
