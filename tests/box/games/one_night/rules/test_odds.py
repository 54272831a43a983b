"""Tests the odds against an enumeration of every deal."""

from fractions import Fraction
from itertools import combinations

import pytest

from nightcrier.box.games.one_night.rules.roles import WOLVES
from nightcrier.box.games.one_night.sheets import deck_sheet

FIRST = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")


def counted(deck: tuple[str, ...], roles: set[str] | frozenset[str], wanted: int) -> Fraction:
    """Return the odds by enumerating every possible center."""
    centers = list(combinations(deck, 3))
    return Fraction(sum(sum(role in roles for role in center) == wanted for center in centers), len(centers))


def test_the_first_game_is_without_wolves_in_one_of_five_deals():
    assert deck_sheet.no_wolf(FIRST) == Fraction(1, 5)
    assert deck_sheet.one_wolf(FIRST) == Fraction(3, 5)
    assert deck_sheet.some_in_center(FIRST, {"seer"}) == Fraction(1, 2)


def test_both_masons_lie_in_the_center_in_one_of_twelve_deals_of_nine_cards():
    deck = ("mason", "mason", "werewolf", "werewolf", "seer", "robber", "drunk", "villager", "villager")
    assert deck_sheet.all_in_center(deck, {"mason"}) == Fraction(1, 12)


@pytest.mark.parametrize("players", range(3, 11))
def test_the_odds_are_those_of_counting_every_deal(players, shipped):
    for deck in [named.deck(players) for named in shipped.values() if players in named.scenario.players]:
        wolves = sum(role in WOLVES for role in deck)
        assert deck_sheet.no_wolf(deck) == counted(deck, WOLVES, wolves)
        assert deck_sheet.one_wolf(deck) == counted(deck, WOLVES, wolves - 1)
        for role in set(deck):
            assert deck_sheet.some_in_center(deck, {role}) == 1 - counted(deck, {role}, 0)


def test_four_wolves_never_all_lie_in_the_center():
    assert deck_sheet.no_wolf(("werewolf", "werewolf", "mystic-wolf", "dream-wolf", "seer", "robber", "villager")) == 0


def test_a_deck_without_wolves_always_leaves_the_players_without():
    deck = ("seer", "robber", "villager", "villager", "villager", "tanner")
    assert (deck_sheet.no_wolf(deck), deck_sheet.one_wolf(deck)) == (1, 0)
