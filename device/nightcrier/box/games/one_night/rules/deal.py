"""Says what a deck needs, and numbers the places of the table.

A deck has three cards more than players. The referee numbers the places: the seats from 0, then C1 C2 C3, then CW for
the Alpha Wolf's card. A card is named by the place to which it was dealt. So a new role of the card moves together with
the card."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import WOLVES

CENTER_CARDS = 3
ONE_NIGHT_FEWEST, ONE_NIGHT_MOST = 3, 23
"""The minimum and the maximum number of players. The maximum uses all cards of both boxes, except one wolf card for the
Alpha Wolf or the Alpha Wolf itself."""
MOST_WITHIN_REACH = 10
"""The maximum number of players who can reach each other's cards. In a larger game a helper moves the cards."""

Deck: TypeAlias = tuple[str, ...]


class OneNightRules(Struct, frozen=True):
    """The rules and facts that stay unchanged during a game. `fresh` are the roles that this table has never played.
    Roles of `taught` are explained within their calls. `seed` is the source of all random values. `result` says how
    people want to enter results, if they have said so this evening."""

    deck: Deck
    players: int
    options: Options = Options()
    fresh: tuple[str, ...] = ()
    taught: tuple[str, ...] = ()
    seed: int = 0
    book: RoleBook = PRINTED
    result: str = ""


CENTER_WOLVES = ("werewolf", "mystic-wolf", "dream-wolf")
"""The wolves that may be the Alpha Wolf's extra center card."""
_SPARE_WOLVES = ("werewolf", "dream-wolf", "mystic-wolf")


def deck_size(players: int) -> int:
    return players + CENTER_CARDS


def has_helper(deck: Deck) -> bool:
    """Say whether the game has so many players that a helper moves the cards."""
    return len(deck) > deck_size(MOST_WITHIN_REACH)


def in_order(cards: Iterable[str], book: RoleBook = PRINTED) -> Deck:
    """Return the cards sorted by the order of the night. Unknown names come last."""
    return tuple(sorted(cards, key=lambda role: (book.places.get(role, len(book.places)), role)))


def center_wolf(deck: Deck, book: RoleBook = PRINTED) -> str | None:
    """Return the plainest wolf card that can be the extra card of the Alpha Wolf. Return None if the deck has no Alpha
    Wolf, or if it uses every other wolf card; such a deck is refused."""
    return next(iter(spare_wolves(deck, book)), None)


def spare_wolves(deck: Deck, book: RoleBook = PRINTED) -> tuple[str, ...]:
    """Return each wolf card outside the deck that may be the Alpha Wolf's extra card. The plainest comes first."""
    if "alpha-wolf" not in deck:
        return ()
    return tuple(wolf for wolf in _SPARE_WOLVES for _ in range(book.rows[wolf].count - deck.count(wolf)))


def wolves_in(deck: Deck) -> int:
    return sum(role in WOLVES for role in deck)


_CENTER_PLACES = ("C1", "C2", "C3")
_CENTER_WOLF = "CW"


@lru_cache(maxsize=64)
def place_names(seats: int) -> tuple[str, ...]:
    """Return the names of all places of a table, in the order of the place numbers."""
    return (*(f"P{seat}" for seat in range(1, seats + 1)), *_CENTER_PLACES, _CENTER_WOLF)


@lru_cache(maxsize=64)
def place_numbers(seats: int) -> dict[str, int]:
    return {name: place for place, name in enumerate(place_names(seats))}
