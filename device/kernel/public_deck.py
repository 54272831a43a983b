"""The cards of the next game, as the box tells them to a second program: how many of each, and what is to be said of
the deck."""

from collections.abc import Mapping

from msgspec import Struct


class OfferedCard(Struct, frozen=True):
    """A card of the game: how many are in the deck, and how many there are."""

    id: str
    name: str
    count: int
    most: int


class OfferedDeck(Struct, frozen=True):
    """The deck of a scenario for so many, or what became of it. `told` is what the glass says of it: what is missing,
    or that it is ready and what to know before it is played; `odds` are of the deal, in percent."""

    title: str
    players: int
    cards: tuple[OfferedCard, ...]
    told: tuple[str, ...] = ()
    odds: Mapping[str, int] = {}
