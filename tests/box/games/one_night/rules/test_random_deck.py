"""Random decks: always legal and balanced, repaired no more than needed, and even-handed beyond that."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.games.one_night.rules.deal import deck_size, in_order, wolves_in
from nightcrier.box.games.one_night.rules.deck_findings import deck_doubts, deck_problems
from nightcrier.box.games.one_night.rules.options import Sets
from nightcrier.box.games.one_night.rules.random_deck import random_deck, wolfish_range
from nightcrier.box.games.one_night.rules.role_blocks import CardBox, Team
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.sheets.deck_sheet import no_wolf
from nightcrier.kernel.chance import SeededChance

SETS: tuple[Sets, ...] = ("base", "daybreak", "both")

SEEDS = 3000


def bag(players: int) -> tuple[str, ...]:
    """All cards that may come, of both boxes."""
    few = players <= 5
    return tuple(role.id for role in ROLES.values() if not (few and role.id == "bodyguard") for _ in range(role.count))


def wolfish(deck: tuple[str, ...]) -> int:
    return sum(ROLES[role].team is Team.WEREWOLF for role in deck)


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_every_random_deck_is_legal_and_sanely_balanced(players: int, sets: Sets, seed: int) -> None:
    deck = random_deck(players, sets, SeededChance(seed))
    fewest, most = wolfish_range(len(deck))
    assert deck_problems(deck, players) == ()
    assert wolves_in(deck) >= 2
    assert fewest <= wolfish(deck) <= most


@given(st.integers(11, 23), st.sampled_from(SETS), st.integers(0, 10**9))
def test_a_random_deck_of_many_is_right_too(players: int, sets: Sets, seed: int) -> None:
    deck = random_deck(players, sets, SeededChance(seed))
    assert deck_problems(deck, players) == () == deck_doubts(deck, players)
    assert wolves_in(deck) >= 2


@pytest.mark.parametrize("players", [11, 13])
def test_a_big_deck_of_the_base_game_needs_no_other_box(players: int) -> None:
    assert {ROLES[role].box for role in random_deck(players, "base", SeededChance(7))} == {CardBox.BASE}


def test_a_quarter_of_the_cards_hunts_or_helps_but_two_at_least() -> None:
    assert [wolfish_range(players + 3) for players in range(3, 11)] == [*[(2, 2)] * 2, *[(2, 3)] * 4, *[(3, 4)] * 2]


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_the_box_has_nothing_to_say_against_its_own_decks(players: int, sets: Sets, seed: int) -> None:
    assert deck_doubts(random_deck(players, sets, SeededChance(seed)), players) == ()


@pytest.mark.parametrize("sets", SETS)
def test_nobody_is_a_wolf_as_seldom_as_in_the_decks_of_the_rulebook(sets: Sets) -> None:
    """One of five deals of its first deck for three, one of seven of that for four; it was every second."""
    for players, most in ((3, Fraction(1, 5)), (4, Fraction(1, 7)), (5, Fraction(3, 28))):
        decks = [random_deck(players, sets, SeededChance(seed)) for seed in range(300)]
        assert max(no_wolf(deck) for deck in decks) <= most


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
    cards = bag(players)
    drawn = in_order(SeededChance(seed).shuffle(cards)[: deck_size(players)])
    deck = random_deck(players, "both", SeededChance(seed))
    fewest, most = wolfish_range(len(drawn))
    balanced = wolves_in(drawn) >= 2 and fewest <= wolfish(drawn) <= most
    if balanced and drawn.count("mason") != 1 and not deck_doubts(drawn, players):
        assert deck == drawn
    else:
        assert deck != drawn


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_no_more_cards_are_changed_than_the_rules_need(players: int, seed: int) -> None:
    cards = bag(players)
    drawn = SeededChance(seed).shuffle(cards)[: deck_size(players)]
    deck = random_deck(players, "both", SeededChance(seed))
    fewest, most = wolfish_range(len(drawn))
    needed = max(fewest - wolfish(drawn), wolfish(drawn) - most, 2 - wolves_in(drawn), 0)
    changed = (Counter(drawn) - Counter(deck)).total()
    assert changed <= needed + 2  # a Mason alone, and an Insomniac whom nobody moves, cost one more each


@pytest.mark.parametrize("players", [6, 10])
def test_roles_of_one_kind_are_equally_likely(players: int) -> None:
    """Chi-square over the single village roles, and over the single wolves: all of one kind have one chance."""
    drawn = Counter(role for seed in range(SEEDS) for role in random_deck(players, "both", SeededChance(seed)))
    singles = [role for role in ROLES.values() if role.count == 1]
    stirring = {"robber", "troublemaker", "insomniac"}  # fetched or left out for each other's sake
    village = [drawn[role.id] for role in singles if role.team is not Team.WEREWOLF and role.id not in stirring]
    wolves = [drawn[role.id] for role in singles if role.wolf]
    # The 99.9 % points of chi-square with 12 and 2 degrees of freedom; a fixed draw misses a pile by far.
    assert len(village) == 13
    assert chi_square(village) < 32.9
    assert chi_square(wolves) < 13.8


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_masons_come_and_stay_away_both() -> None:
    decks = [random_deck(5, "base", SeededChance(seed)) for seed in range(400)]
    assert 60 < sum("mason" in deck for deck in decks) < 340
