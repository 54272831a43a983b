"""Tests that random decks are always legal, balanced and of a good length, and favor no role beyond that."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.games.one_night.rules.calls import calls_of_cards
from nightcrier.box.games.one_night.rules.deal import deck_size, in_order, wolves_in
from nightcrier.box.games.one_night.rules.deck_findings import deck_doubts, deck_problems
from nightcrier.box.games.one_night.rules.options import Sets
from nightcrier.box.games.one_night.rules.random_deck import MOST_CALLS, random_deck, wolfish_range
from nightcrier.box.games.one_night.rules.role_blocks import CardBox, Team
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.sheets.deck_sheet import no_wolf
from nightcrier.kernel.chance import SeededChance

SETS: tuple[Sets, ...] = ("base", "daybreak", "both")

SEEDS = 3000


def bag(players: int) -> tuple[str, ...]:
    """Return all cards of both boxes that a random deck for this many players may contain."""
    out = {"bodyguard"} if players <= 5 else {"village-idiot"} if players == 6 else {"village-idiot", "doppelganger"}
    return tuple(role.id for role in ROLES.values() if role.id not in out for _ in range(role.count))


def wolfish(deck: tuple[str, ...]) -> int:
    return sum(ROLES[role].team is Team.WEREWOLF for role in deck)


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_every_random_deck_is_legal_and_sanely_balanced(players, sets, seed):
    deck = random_deck(players, sets, SeededChance(seed))
    fewest, most = wolfish_range(len(deck))
    assert deck_problems(deck, players) == ()
    assert wolves_in(deck) >= 2
    assert fewest <= wolfish(deck) <= most


@given(st.integers(11, 23), st.sampled_from(SETS), st.integers(0, 10**9))
def test_a_random_deck_of_many_is_right_too(players, sets, seed):
    deck = random_deck(players, sets, SeededChance(seed))
    assert deck_problems(deck, players) == () == deck_doubts(deck, players)
    assert wolves_in(deck) >= 2


@pytest.mark.parametrize("players", [11, 13])
def test_a_big_deck_of_the_base_game_needs_no_other_box(players):
    for fresh in ((), tuple(ROLES)):
        deck = random_deck(players, "base", SeededChance(7), fresh=fresh)
        assert {ROLES[role].box for role in deck} == {CardBox.BASE}


def test_a_quarter_of_the_cards_hunts_or_helps_but_two_at_least():
    assert [wolfish_range(players + 3) for players in range(3, 11)] == [*[(2, 2)] * 2, *[(2, 3)] * 4, *[(3, 4)] * 2]


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_the_box_has_nothing_to_say_against_its_own_decks(players, sets, seed):
    assert deck_doubts(random_deck(players, sets, SeededChance(seed)), players) == ()


@pytest.mark.parametrize("sets", SETS)
def test_nobody_is_a_wolf_as_seldom_as_in_the_decks_of_the_rulebook(sets):
    """The rulebook's first deck has no wolf among three players in one deal of five, among four in one of seven."""
    for players, most in ((3, Fraction(1, 5)), (4, Fraction(1, 7)), (5, Fraction(3, 28))):
        decks = [random_deck(players, sets, SeededChance(seed)) for seed in range(300)]
        assert max(no_wolf(deck) for deck in decks) <= most


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_the_same_seed_draws_the_same_deck_in_the_order_of_the_night(players, seed):
    deck = random_deck(players, "both", SeededChance(seed))
    assert deck == random_deck(players, "both", SeededChance(seed)) == in_order(deck)


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_only_the_chosen_boxes_are_drawn_from(players, seed):
    assert {ROLES[role].box for role in random_deck(players, "base", SeededChance(seed))} == {CardBox.BASE}
    daybreak = random_deck(players, "daybreak", SeededChance(seed))
    assert {role for role in daybreak if ROLES[role].box is CardBox.BASE} <= {"villager"}
    assert daybreak.count("villager") == max(0, deck_size(players) - 10)


LEARNING = {"seer", "apprentice-seer", "paranormal-investigator", "revealer", "insomniac", "mason"}
MOVING = {"alpha-wolf", "robber", "witch", "troublemaker", "village-idiot", "drunk"}


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_somebody_learns_something_and_somebody_moves_cards_but_few_do(players, sets, seed):
    deck = random_deck(players, sets, SeededChance(seed))
    assert not LEARNING.isdisjoint(deck)
    assert not MOVING.isdisjoint(deck)
    assert players > 8 or sum(role in MOVING for role in deck) <= 3


@given(st.integers(3, 10), st.sampled_from(SETS), st.integers(0, 10**9))
def test_a_night_has_at_most_nine_calls(players, sets, seed):
    assert len(calls_of_cards(random_deck(players, sets, SeededChance(seed)))) <= MOST_CALLS == 9


def test_a_table_of_many_is_called_no_longer_than_its_cards_ask_for():
    """The boxes hold seven cards that sleep, and nine calls cover at most eleven others."""
    for players, most in ((11, 9), (12, 9), (14, 11)):
        calls = [len(calls_of_cards(random_deck(players, "both", SeededChance(seed)))) for seed in range(100)]
        assert max(calls) <= most


@pytest.mark.parametrize(("role", "most"), [("doppelganger", 6), ("village-idiot", 5)])
def test_two_roles_come_by_the_number_of_players(role, most):
    for players in (most, most + 1, 10):
        decks = [random_deck(players, "both", SeededChance(seed)) for seed in range(60)]
        assert any(role in deck for deck in decks) is (players <= most)


@pytest.mark.parametrize(("sets", "least", "most"), [("base", 60, 160), ("both", 30, 100)])
def test_three_players_get_the_doppelganger_by_lot(sets, least, most):
    decks = [random_deck(3, sets, SeededChance(seed)) for seed in range(300)]
    assert least < sum("doppelganger" in deck for deck in decks) < most


FIRST = {"werewolf", "villager", "seer", "robber", "troublemaker"}


def learned(deck: tuple[str, ...], met: set[str]) -> int:
    """Count the roles that a table with this deck has to learn beside those of the rulebook's first decks."""
    return len(set(deck) - met - FIRST)


@given(st.integers(3, 8), st.sampled_from(["base", "both"]), st.integers(0, 10**9))
def test_a_new_table_gets_two_new_roles_at_most_and_no_doppelganger(players, sets, seed):
    deck = random_deck(players, sets, SeededChance(seed), fresh=tuple(ROLES))
    assert learned(deck, set()) <= 2
    assert "doppelganger" not in deck


@given(
    st.integers(3, 6), st.sets(st.sampled_from(sorted(ROLES))), st.sampled_from([*SETS, "all"]), st.integers(0, 10**9)
)
def test_the_doppelganger_comes_only_among_roles_that_the_table_knows(players, met, sets, seed):
    deck = random_deck(players, sets, SeededChance(seed), fresh=tuple(ROLES.keys() - met))
    assert "doppelganger" not in deck or set(deck) <= met | {"doppelganger"}


def test_one_new_role_after_the_other_comes_to_a_table_that_plays_on():
    met = set(FIRST)
    for seed in range(200):
        deck = random_deck(5, "both", SeededChance(seed), fresh=tuple(ROLES.keys() - met))
        assert learned(deck, met) <= 2
        met |= set(deck)
    assert met == set(ROLES) - {"bodyguard"}, "which comes for six players and more"


def test_more_players_than_known_cards_learn_as_few_as_they_must():
    """Nine players need twelve cards. The table knows eight, and two Masons are one role."""
    decks = [random_deck(9, "base", SeededChance(seed), fresh=tuple(ROLES)) for seed in range(60)]
    assert {learned(deck, set()) for deck in decks} <= {3, 4}


@given(st.integers(3, 10), st.integers(0, 10**9))
def test_a_draw_that_is_right_already_is_left_alone(players, seed):
    drawn = in_order(SeededChance(seed).shuffle(bag(players))[: deck_size(players)])
    fewest, most = wolfish_range(len(drawn))
    balanced = wolves_in(drawn) >= 2 and fewest <= wolfish(drawn) <= most
    moving = sum(role in MOVING for role in drawn)
    told = not LEARNING.isdisjoint(drawn) and moving > 0 and (moving <= 3 or players > 8)
    short = len(calls_of_cards(drawn)) <= MOST_CALLS
    right = balanced and told and short and not deck_problems(drawn, players) and not deck_doubts(drawn, players)
    deck = random_deck(players, "both", SeededChance(seed))
    assert not right or deck == drawn


ALIKE = [
    {"seer", "apprentice-seer", "paranormal-investigator", "revealer"},
    {"robber", "witch", "troublemaker"},
    {"tanner", "hunter", "bodyguard"},
    {"sentinel", "curator"},
]


@pytest.mark.parametrize("players", [6, 10])
def test_roles_of_one_kind_are_equally_likely(players):
    """A chi-square test checks that single village roles of the same kind are drawn equally often."""
    drawn = Counter(role for seed in range(SEEDS) for role in random_deck(players, "both", SeededChance(seed)))
    # The 99.9 % points of chi-square with 1, 2 and 3 degrees of freedom; a fixed draw misses a pile by far.
    for roles in ALIKE:
        assert chi_square([drawn[role] for role in roles]) < {2: 10.8, 3: 13.8, 4: 16.3}[len(roles)]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_masons_come_and_stay_away_both():
    decks = [random_deck(5, "base", SeededChance(seed)) for seed in range(400)]
    assert 60 < sum("mason" in deck for deck in decks) < 340
