"""Draw a deck at random, then correct the deck with as few changes as possible.

The corrections come in this order. About a quarter of the cards become wolves and their helpers, at least two of them
wolves. Masons come in pairs. A deck with the Insomniac has a role that can move her card. A Bodyguard can be drawn only
if enough people play. All other cards stay random, so similar roles are equally likely. More than ten players need
nearly all cards, so their deck is drawn again until the deck breaks no rule."""

from collections.abc import Callable
from itertools import chain, repeat

from msgspec import Struct

from nightcrier.box.games.one_night.rules.deal import (
    MOST_WITHIN_REACH,
    ONE_NIGHT_MOST,
    Deck,
    deck_size,
    in_order,
    wolves_in,
)
from nightcrier.box.games.one_night.rules.deck_findings import (
    FEW_FOR_A_BODYGUARD,
    INSOMNIACS_MOVERS,
    deck_doubts,
    deck_problems,
)
from nightcrier.box.games.one_night.rules.options import Sets
from nightcrier.box.games.one_night.rules.role_blocks import CardBox, Team
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import WOLVES
from nightcrier.kernel.chance import Chance

_FEWEST_WOLVES = 2
_TRIES = 60
"""How often a deck of the chosen cards is drawn. Without files, one of the first few draws is right."""
_MOST_COPIES = deck_size(ONE_NIGHT_MOST)


class _Draw(Struct, frozen=True):
    """The drawn cards, and the cards that are left. Both are in random order."""

    deck: Deck
    bag: Deck
    book: RoleBook

    def wolfish(self, role: str) -> bool:
        return self.book.rows[role].team is Team.WEREWOLF

    def helper(self, role: str) -> bool:
        return self.wolfish(role) and not _wolf(role)

    def plain(self, role: str) -> bool:
        return not self.wolfish(role) and not _mason(role)


def random_deck(players: int, sets: Sets, chance: Chance, book: RoleBook = PRINTED) -> Deck:
    """Draw a random deck for 3 to 23 players that breaks no rule."""
    if players > MOST_WITHIN_REACH:
        return _big_deck(players, sets, chance, book)
    needed = deck_size(players)
    bag = chance.shuffle(_bag(sets, players, book))
    draw = _Draw(bag[:needed], bag[needed:], book)
    return in_order(_stir(_pair_masons(_balance(draw, chance), chance), chance).deck, book)


def _big_deck(players: int, sets: Sets, chance: Chance, book: RoleBook) -> Deck:
    """Draw a deck for more than ten players. The cards come from the chosen box, or from both boxes if one box has too
    few cards, or if the cards of files are so many that no deck of them comes out right."""
    chosen, both = _cards_of(sets, book), _cards_of("both", book)
    tries = _TRIES if len(chosen) >= deck_size(players) else 0
    bags = chain(repeat(chosen, tries), repeat(both))
    drawn = (in_order(chance.shuffle(bag)[: deck_size(players)], book) for bag in bags)
    return next(deck for deck in drawn if _is_right(deck, players, book))


def _is_right(deck: Deck, players: int, book: RoleBook) -> bool:
    enough = wolves_in(deck) >= _FEWEST_WOLVES
    return enough and not deck_problems(deck, players, book) and not deck_doubts(deck, players)


def _bag(sets: Sets, players: int, book: RoleBook) -> Deck:
    """Return the cards of the chosen boxes. For a large table, Daybreak also gets the Villagers of the other box."""
    few = players <= FEW_FOR_A_BODYGUARD
    bag = tuple(role for role in _cards_of(sets, book) if not (few and role == "bodyguard"))
    return bag + ("villager",) * (deck_size(players) - len(bag))


def _cards_of(sets: Sets, book: RoleBook) -> Deck:
    both = (CardBox.BASE, CardBox.DAYBREAK)
    boxes = {"base": (CardBox.BASE,), "daybreak": (CardBox.DAYBREAK,), "both": both, "all": (*both, None)}[sets]
    return tuple(
        role.id for role in book.cards.values() if role.box in boxes for _ in range(min(role.count, _MOST_COPIES))
    )


def _balance(draw: _Draw, chance: Chance) -> _Draw:
    fewest, most = wolfish_range(len(draw.deck))
    while _wolfish_in(draw) > most:
        draw = _swap(draw, draw.wolfish if wolves_in(draw.deck) > _FEWEST_WOLVES else draw.helper, draw.plain, chance)
    while wolves_in(draw.deck) < _FEWEST_WOLVES:
        draw = _swap(draw, draw.helper if _wolfish_in(draw) == most else draw.plain, _wolf, chance)
    while _wolfish_in(draw) < fewest:
        draw = _swap(draw, draw.plain, draw.wolfish, chance)
    return draw


def wolfish_range(cards: int) -> tuple[int, int]:
    """Return the fewest and the most wolves and helpers of wolves among so many cards."""
    quarter = cards // 4
    return max(_FEWEST_WOLVES, quarter), max(_FEWEST_WOLVES, quarter + 1)


def _pair_masons(draw: _Draw, chance: Chance) -> _Draw:
    """Draw the second Mason for a single Mason, or remove the single Mason, at random. In both cases exactly one card
    changes."""
    if draw.deck.count("mason") != 1:
        return draw
    return _swap(draw, draw.plain, _mason, chance) if chance.below(2) else _swap(draw, _mason, draw.plain, chance)


def _stir(draw: _Draw, chance: Chance) -> _Draw:
    """If nobody can move the Insomniac's card, either add a role that can, or remove the Insomniac, at random. Exactly
    one card changes."""
    if "insomniac" not in draw.deck or not INSOMNIACS_MOVERS.isdisjoint(draw.deck):
        return draw
    if chance.below(2):
        return _swap(draw, "insomniac".__eq__, draw.plain, chance)
    return _swap(draw, lambda role: draw.plain(role) and role != "insomniac", INSOMNIACS_MOVERS.__contains__, chance)


def _swap(draw: _Draw, leaves: Callable[[str], bool], comes: Callable[[str], bool], chance: Chance) -> _Draw:
    """Replace one random card by another random card. `leaves` and `comes` say which cards may be removed and added."""
    out = chance.pick([n for n, role in enumerate(draw.deck) if leaves(role)])
    into = chance.pick([n for n, role in enumerate(draw.bag) if comes(role)])
    deck = (*draw.deck[:out], draw.bag[into], *draw.deck[out + 1 :])
    return _Draw(deck, (*draw.bag[:into], draw.deck[out], *draw.bag[into + 1 :]), draw.book)


def _wolfish_in(draw: _Draw) -> int:
    return sum(map(draw.wolfish, draw.deck))


def _wolf(role: str) -> bool:
    return role in WOLVES


def _mason(role: str) -> bool:
    return role == "mason"
