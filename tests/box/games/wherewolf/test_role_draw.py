"""Tests possible and actual roles: the quarter, senseless choices, and draws that can always be played."""

from collections import Counter
from itertools import combinations

import pytest

from nightcrier.box.games.wherewolf.decks.role_checks import (
    Variants,
    deal_warnings,
    random_roles,
    role_advice,
    role_faults,
)
from nightcrier.box.games.wherewolf.decks.role_draw import (
    MANDATORY,
    dark_allowed,
    dark_side,
    draw_roles,
    number_of_choices,
    quarter_of,
)
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Switches
from nightcrier.box.games.wherewolf.table.village import WolfRules, propose_roles
from nightcrier.box.library import shipped_words
from nightcrier.box.show.facts import Number, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.names import fact_text
from nightcrier.kernel.chance import SeededChance
from nightcrier.words.catalogue import LAST_RESORT
from tests.box.games.facts import keys_of
from tests.sampling import so_many

POSSIBLE = (
    *("seer", "pack-leader", "pack-wolf", "young-wolf", "traitor", "peasant", "peasant"),
    *("monk", "hermit", "bard", "innkeeper"),
)
DRAWS = so_many(60_000, 12_000)


def legal(actual: tuple[str, ...]) -> bool:
    """Say whether a choice of eight is legal, by rules written out a second time."""
    absent = set(POSSIBLE) - set(actual)
    return (
        {"seer", "pack-leader"} <= set(actual)
        and sum(role in ("pack-leader", "pack-wolf", "young-wolf", "traitor") for role in actual) == 2
        and ("monk" not in actual or len(absent) >= 2)
    )


def all_choices() -> set[tuple[str, ...]]:
    return {tuple(sorted(actual)) for actual in combinations(POSSIBLE, 8) if legal(actual)}


@pytest.mark.parametrize(
    ("players", "quarter"), [(8, 2), (9, 2), (10, 3), (13, 3), (14, 4), (17, 4), (18, 5), (22, 6), (36, 9)]
)
def test_the_quarter_is_rounded_half_up(players, quarter):
    assert quarter_of(players) == quarter


def test_the_traitor_counts_unless_a_switch_leaves_him_out():
    roles = ("pack-leader", "vampire", "traitor", "seer")
    assert dark_side(roles) == 3
    assert dark_side(roles, traitor=False) == 2


def test_the_choices_are_counted_as_they_are_when_written_out():
    assert number_of_choices(POSSIBLE, 8, 2) == len(all_choices())


@pytest.mark.untraced
def test_every_legal_choice_is_drawn_equally_often():
    chance = SeededChance(7)
    drawn = Counter(tuple(sorted(draw_roles(POSSIBLE, 8, 2, chance))) for _ in range(DRAWS))
    choices = all_choices()
    assert set(drawn) == choices
    expected = DRAWS / len(choices)
    chi_square = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = len(choices) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_of_some_roles_no_choice_is_legal():
    for possible in (("seer", "pack-leader", "peasant", "peasant", "hermit", "bard", "witch", "mage"), ("seer",) * 8):
        assert number_of_choices(possible, 8, 2) == 0


GOOD = ("seer", "pack-leader", "pack-wolf", "peasant", "peasant", "hermit", "witch", "mage")
TEN = ("seer", "pack-leader", "pack-wolf", "young-wolf", "hermit", "mage")
PROBLEMS = [
    (("x", *GOOD), 8, "wherewolf.x makes no sense here"),
    (GOOD, 7, "8 to 36 players"),
    ((*GOOD, "mage"), 8, "Mage makes no sense here"),
    (GOOD, 9, "9 to 36 roles, not 8"),
    (("healer", *GOOD[1:]), 8, "Seer is missing"),
    (("young-wolf", "seer", *GOOD[2:]), 8, "Pack Leader is missing"),
    ((*GOOD, "ghoul"), 8, "Ghoul makes no sense here"),
    ((*GOOD, "priest"), 8, "Priest makes no sense here"),
    ((*GOOD, "monk"), 8, "The Monk needs 1 more roles"),
    ((*TEN, "vampire", "traitor"), 8, "1 to 3 of the Shadow's side"),
]


@pytest.mark.parametrize(("possible", "players", "problem"), PROBLEMS, ids=[case[2] for case in PROBLEMS])
def test_what_makes_no_sense_is_a_problem(possible, players, problem):
    assert fact_text(shipped_words(), LAST_RESORT, role_faults(possible, players)[0]) == problem


def test_what_the_glass_counts_is_said_too():
    (few,), (monk,) = role_faults(GOOD, 7), role_faults((*GOOD, "monk"), 8)
    assert few.said == ("deck.players", "number.8", "number.36")
    assert monk.said == ("screen.wherewolf.monk", "deck.missing", "number.1")


ONE_WOLF = ("bard", *GOOD[:2], *GOOD[3:])


def test_a_table_that_wants_a_quarter_does_not_play_with_one_wolf_of_eight():
    (found,) = role_faults(ONE_WOLF, 8, Variants(shadow="quarter"))
    assert (found.key, found.fillings) == ("problem.wherewolf-quarter", {"n": Number(2)})
    assert role_faults(ONE_WOLF, 8, Variants(shadow="less")) == ()


def test_two_wolves_of_ten_can_be_played_without_a_moderator():
    deck = ("seer", "pack-leader", "pack-wolf", "hermit", "mage", "witch", "healer", "bard", "jester", "madman")
    setup = Setup("", 10, deck, {"host": "box"})
    assert Wherewolf(()).problems(setup) == ()
    assert dark_side(propose_roles(WolfRules(deck, 10, seed=3))) == 2


@pytest.mark.parametrize(("shadow", "counts"), [("about", {1, 2, 3}), ("less", {1}), ("quarter", {2}), ("more", {3})])
def test_the_number_of_the_shadow_is_drawn_as_the_table_wants(shadow, counts):
    options = WherewolfOptions(shadow=shadow)
    drawn = Counter(dark_side(propose_roles(WolfRules(POSSIBLE, 8, options, seed))) for seed in range(300))
    assert set(drawn) == counts
    assert min(drawn.values()) > 60


@pytest.mark.parametrize(("players", "counts"), [(10, (2, 3, 4)), (22, (4, 5)), (36, (4, 5))])
def test_about_a_quarter_never_asks_for_more_cards_than_there_are(players, counts):
    assert dark_allowed(players, "about") == counts
    assert dark_allowed(36, "more") == (5,)


def test_good_roles_have_no_problem():
    assert role_faults(GOOD, 8) == ()
    assert role_advice(GOOD, 8) == ()


def test_roles_that_a_variant_makes_useless_are_a_problem():
    possible = (*GOOD, "medium", "orator")
    assert role_faults(possible, 8) == ()
    assert role_faults(possible, 8, Variants(role_reveal=True))[0].fillings == {"role": Word("wherewolf.medium")}
    assert role_faults(possible, 8, Variants(open_vote=True))[0].fillings == {"role": Word("wherewolf.orator")}


def test_what_is_worth_knowing_is_a_warning():
    assert keys_of(role_advice((*GOOD, "guard"), 8)) == ["warning.wherewolf-quiet"]
    assert keys_of(role_advice((*GOOD, "thief"), 8)) == ["warning.wherewolf-no-guard"]
    assert keys_of(role_advice(tuple(ROLE_TABLE)[:14], 8))[-1:] == ["warning.wherewolf-many"]


def test_more_than_twice_as_many_roles_as_players_is_advised_against_and_played():
    many = tuple(role for role in ROLE_TABLE if role not in ("priest", "ghoul"))
    assert role_faults(many, 8) == ()
    assert keys_of(role_advice(many, 8))[-1:] == ["warning.wherewolf-twice"]


def test_a_deal_that_leaves_the_set_up_is_remarked():
    assert deal_warnings(GOOD, Switches()) == ()
    assert len(deal_warnings(("hermit", "witch"), Switches())) == 4


ALL_VARIANTS = [Variants(reveal, open_vote) for reveal in (False, True) for open_vote in (False, True)]


@pytest.mark.parametrize("variants", ALL_VARIANTS, ids=str)
@pytest.mark.parametrize("players", range(8, 25))
def test_they_may_be_played_in_every_variant(players, variants):
    for seed in range(20):
        roles = random_roles(players, variants, SeededChance(seed))
        assert role_faults(roles, players, variants) == ()
        assert role_advice(roles, players) == ()


@pytest.mark.parametrize("players", range(25, 37))
def test_as_many_as_the_box_has_cards_for(players):
    assert role_faults(random_roles(players, Variants(), SeededChance(players)), players) == ()


def test_other_seeds_draw_other_roles():
    assert len({random_roles(12, Variants(), SeededChance(seed)) for seed in range(50)}) == 50


@pytest.mark.parametrize("met", [0, 10, 16, 25])
def test_few_of_them_are_new_to_a_table_that_knows_enough(met):
    """Eight players have twelve possible roles, and the roles that are always in are among these."""
    known = [*MANDATORY, *(role for role in ROLE_TABLE if role not in MANDATORY)][:met]
    for seed in range(30):
        roles = Wherewolf(()).random_deck(Setup("", 8, fresh=tuple(ROLE_TABLE.keys() - known)), seed)
        assert role_faults(roles, 8) == ()
        if met >= 16:
            assert len(set(roles).difference(known)) <= 2
