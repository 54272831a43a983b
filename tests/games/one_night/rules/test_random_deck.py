"""Random decks: always legal and balanced, repaired no more than needed, and even-handed beyond that."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.one_night.rules.deck_rules import deck_problems
from device.games.one_night.rules.decks import deck_size, in_order, wolves_in
from device.games.one_night.rules.options import Sets
from device.games.one_night.rules.random_deck import random_deck
from device.games.one_night.rules.roles import ROLES, CardBox, Team
from device.kernel.chance import SeededChance

SETS: tuple[Sets, ...] = ("base", "daybreak", "both")

SEEDS = 3000


def wolfish(deck: tuple[str, ...]) -> int:
    return sum(ROLES[role].team is Team.WEREWOLF for role in deck)


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_every_random_deck_is_legal_and_sanely_balanced(players: int, sets: Sets, seed: int) -> None:
    deck = random_deck(players, sets, SeededChance(seed))
    assert deck_problems(deck, players) == ()
    assert wolves_in(deck) >= 1
    assert len(deck) // 4 <= wolfish(deck) <= len(deck) // 4 + 1


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_the_same_seed_draws_the_same_deck_in_the_order_of_the_night(players: int, seed: int) -> None:
    deck = random_deck(players, "both", SeededChance(seed))
    assert deck == random_deck(players, "both", SeededChance(seed)) == in_order(deck)


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_only_the_chosen_boxes_are_drawn_from(players: int, seed: int) -> None:
    assert {ROLES[role].box for role in random_deck(players, "base", SeededChance(seed))} == {CardBox.BASE}
    daybreak = random_deck(players, "daybreak", SeededChance(seed))
    assert {role for role in daybreak if ROLES[role].box is CardBox.BASE} <= {"villager"}
    assert daybreak.count("villager") == max(0, deck_size(players) - 11)


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_a_draw_that_is_right_already_is_left_alone(players: int, seed: int) -> None:
    cards = tuple(role.id for role in ROLES.values() for _ in range(role.count))
    drawn = in_order(SeededChance(seed).shuffled(cards)[: deck_size(players)])
    deck = random_deck(players, "both", SeededChance(seed))
    balanced = wolves_in(drawn) and len(drawn) // 4 <= wolfish(drawn) <= len(drawn) // 4 + 1
    if balanced and drawn.count("mason") != 1:
        assert deck == drawn
    else:
        assert deck != drawn


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_no_more_cards_are_changed_than_the_rules_need(players: int, seed: int) -> None:
    cards = tuple(role.id for role in ROLES.values() for _ in range(role.count))
    drawn = SeededChance(seed).shuffled(cards)[: deck_size(players)]
    deck = random_deck(players, "both", SeededChance(seed))
    least = len(drawn) // 4
    needed = max(least - wolfish(drawn), wolfish(drawn) - least - 1, 0 if wolves_in(drawn) else 1, 0)
    changed = (Counter(drawn) - Counter(deck)).total()
    assert changed <= needed + 1  # a Mason alone, in the draw or left by the balance, costs one more


@pytest.mark.parametrize("players", [3, 6, 10])
def test_roles_of_one_kind_are_equally_likely(players: int) -> None:
    """Chi-square over the single village roles, and over the single wolves: all of one kind have one chance."""
    drawn = Counter(role for seed in range(SEEDS) for role in random_deck(players, "both", SeededChance(seed)))
    singles = [role for role in ROLES.values() if role.count == 1]
    village = [drawn[role.id] for role in singles if role.team is not Team.WEREWOLF]
    wolves = [drawn[role.id] for role in singles if role.wolf]
    # The 99.9 % points of chi-square with 15 and 2 degrees of freedom; a fixed draw misses a pile by far.
    assert len(village) == 16
    assert chi_square(village) < 37.7
    assert chi_square(wolves) < 13.8


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_masons_come_and_stay_away_both() -> None:
    decks = [random_deck(5, "base", SeededChance(seed)) for seed in range(400)]
    assert 60 < sum("mason" in deck for deck in decks) < 340
