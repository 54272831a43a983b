"""The exact odds of a deal: how likely cards are to lie in the center. Counted, never simulated."""

from collections.abc import Collection
from fractions import Fraction
from math import comb

from device.games.one_night.rules.decks import CENTER_CARDS, Deck
from device.games.one_night.rules.roles import WOLVES


def in_center(deck: Deck, roles: Collection[str], count: int) -> Fraction:
    """The chance that exactly so many cards of these roles lie in the center."""
    those = sum(role in roles for role in deck)
    if not 0 <= count <= min(CENTER_CARDS, those):
        return Fraction(0)
    return Fraction(comb(those, count) * comb(len(deck) - those, CENTER_CARDS - count), comb(len(deck), CENTER_CARDS))


def all_in_center(deck: Deck, roles: Collection[str]) -> Fraction:
    """The chance that no player was dealt one of these roles."""
    return in_center(deck, roles, sum(role in roles for role in deck))


def some_in_center(deck: Deck, roles: Collection[str]) -> Fraction:
    """The chance that at least one card of these roles was dealt to nobody."""
    return 1 - in_center(deck, roles, 0)


def no_wolf(deck: Deck) -> Fraction:
    """The chance that no player was dealt a Werewolf of any kind."""
    return all_in_center(deck, WOLVES)


def one_wolf(deck: Deck) -> Fraction:
    """The chance that exactly one player was dealt a Werewolf of any kind."""
    return in_center(deck, WOLVES, sum(role in WOLVES for role in deck) - 1)
