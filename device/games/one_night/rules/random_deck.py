"""A deck drawn from the bag by lot, then repaired with as little change as possible.

Repairs, in order: the wolves and their helpers are about a quarter of the cards, at least one of them a wolf;
Masons come in pairs. All else is left to the lot, so that roles of one kind are equally likely."""

from collections.abc import Callable

from msgspec import Struct

from device.games.one_night.rules.decks import Deck, deck_size, in_order, wolves_in
from device.games.one_night.rules.options import Sets
from device.games.one_night.rules.roles import ROLES, CardBox, Team
from device.kernel.chance import Chance


class _Draw(Struct, frozen=True):
    """What was drawn, and what is still in the bag, both in the order of the lot."""

    deck: Deck
    bag: Deck


def random_deck(players: int, sets: Sets, chance: Chance) -> Deck:
    """A legal deck for 3 to 10 players."""
    needed = deck_size(players)
    bag = chance.shuffled(_bag(sets, needed))
    draw = _Draw(bag[:needed], bag[needed:])
    return in_order(_pair_masons(_balance(draw, chance), chance).deck)


def _bag(sets: Sets, needed: int) -> Deck:
    """The cards of the chosen boxes. Daybreak alone is short for a big table: Villagers of the other box fill it."""
    boxes = {"base": (CardBox.BASE,), "daybreak": (CardBox.DAYBREAK,), "both": (CardBox.BASE, CardBox.DAYBREAK)}[sets]
    bag = tuple(role.id for role in ROLES.values() if role.box in boxes for _ in range(role.count))
    return bag + ("villager",) * (needed - len(bag))


def _balance(draw: _Draw, chance: Chance) -> _Draw:
    fewest = len(draw.deck) // 4
    while _wolfish_in(draw) < fewest:
        draw = _swap(draw, _plain, _wolfish if wolves_in(draw.deck) else _wolf, chance)
    while _wolfish_in(draw) > fewest + 1:
        draw = _swap(draw, _wolfish, _plain, chance)  # there is one helper, so at least two are wolves, and one stays
    return draw if wolves_in(draw.deck) else _swap(draw, _helper, _wolf, chance)


def _pair_masons(draw: _Draw, chance: Chance) -> _Draw:
    """One Mason alone: fetch the other or leave both out, by lot. Either changes one card."""
    if draw.deck.count("mason") != 1:
        return draw
    return _swap(draw, _plain, _mason, chance) if chance.below(2) else _swap(draw, _mason, _plain, chance)


def _swap(draw: _Draw, leaves: Callable[[str], bool], comes: Callable[[str], bool], chance: Chance) -> _Draw:
    """One card for another, each drawn from those that will do."""
    out = chance.pick([n for n, role in enumerate(draw.deck) if leaves(role)])
    into = chance.pick([n for n, role in enumerate(draw.bag) if comes(role)])
    deck = (*draw.deck[:out], draw.bag[into], *draw.deck[out + 1 :])
    return _Draw(deck, (*draw.bag[:into], draw.deck[out], *draw.bag[into + 1 :]))


def _wolfish_in(draw: _Draw) -> int:
    return sum(_wolfish(role) for role in draw.deck)


def _wolfish(role: str) -> bool:
    return ROLES[role].team is Team.WEREWOLF


def _wolf(role: str) -> bool:
    return ROLES[role].wolf


def _helper(role: str) -> bool:
    return _wolfish(role) and not _wolf(role)


def _mason(role: str) -> bool:
    return ROLES[role].pairs


def _plain(role: str) -> bool:
    return not _wolfish(role) and not _mason(role)
