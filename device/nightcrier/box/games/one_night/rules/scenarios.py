"""Read the scenarios of One Night: named decks, one file each.

A scenario has the cards for the fewest players, and one card more for each further player:

    game = "one-night"
    level = 1                                  # 1 for beginners to 5 for experts
    printed = true                             # a rulebook prints these cards, so the box says nothing against them
    cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "villager"]
    fillers = ["villager", "villager"]         # in this order, one for each further player

    [names]
    en = "First game"
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, Deck, in_order
from nightcrier.box.games.one_night.rules.deck_findings import deck_problems
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER
from nightcrier.box.show.deck_checks import DeckFile, check_decks
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.errors import BadFile, near_word
from nightcrier.kernel.reading import parse_toml


class _File(DeckFile, frozen=True, forbid_unknown_fields=True):
    game: Literal["one-night"]
    cards: tuple[str, ...]
    fillers: tuple[str, ...] = ()
    printed: bool = False
    order: tuple[str, ...] = ()
    seconds: Mapping[str, Annotated[int, Meta(ge=2, le=120)]] = {}
    boxes: Annotated[int, Meta(ge=1, le=3)] = 1


class NamedDeck(Struct, frozen=True):
    """A scenario with its cards: `cards` for the smallest game, and one card of `fillers` for each further player."""

    scenario: Scenario
    cards: Deck
    fillers: Deck = ()
    printed: bool = False
    order: tuple[str, ...] = ()
    seconds: Mapping[str, int] = {}
    boxes: int = 1

    def book(self, known: RoleBook) -> RoleBook:
        return known.with_deck(self.order, self.seconds, self.boxes)

    def deck(self, players: int, book: RoleBook = PRINTED) -> Deck:
        """Return the cards for this number of players. Return no cards if the scenario does not fit the number."""
        if players not in self.scenario.players:
            return ()
        more = players + CENTER_CARDS - len(self.cards)
        return in_order((*self.cards, *self.fillers[:more]), book)


def deck_scenario(data: bytes, name: str, book: RoleBook = PRINTED) -> NamedDeck:
    """Read a scenario file and check its content. The id of the scenario is the name of the file. Raises BadFile."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    scenario = read.scenario(file, name, len(read.cards) - CENTER_CARDS, len(read.fillers))
    for key, roles in (("cards", read.cards), ("fillers", read.fillers)):
        unknown = next((role for role in roles if role not in book.cards), None)
        if unknown is not None:
            raise BadFile(file, key, f"expected a role, got {unknown!r}; the roles are {', '.join(book.cards)}")
    _check_calls(file, read, book)
    named = NamedDeck(scenario, read.cards, read.fillers, read.printed, read.order, read.seconds, read.boxes)
    known = named.book(book)
    check_decks(file, scenario, "cards", "fillers", lambda players: deck_problems(named.deck(players), players, known))
    return named


def _check_calls(file: str, read: _File, book: RoleBook) -> None:
    """Refuse an order or seconds for roles that nobody calls. The Doppelganger stays first, because roles that she
    copies act in her call. Raises BadFile."""
    called = [row.id for row in book.called]
    for key, roles in (("order", read.order), ("seconds", read.seconds)):
        wrong = next((role for role in roles if role not in called), None)
        if wrong is not None:
            raise BadFile(file, key, f"expected a role that is called, got {wrong!r}{near_word(wrong, called)}")
    if len(set(read.order)) < len(read.order) or DOPPELGANGER in read.order:
        raise BadFile(file, "order", f"must name each role once, and never {DOPPELGANGER}")
