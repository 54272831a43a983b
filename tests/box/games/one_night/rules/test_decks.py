"""Tests which decks are legal: what is forbidden, what only deserves a warning, and what is said about it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.games.one_night.dealt.game import deal_table
from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, center_wolf, in_order, spare_wolves
from nightcrier.box.games.one_night.rules.deck_findings import deck_problems, deck_warnings, shelf_findings
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_blocks import CardBox
from nightcrier.box.games.one_night.rules.role_book import PRINTED
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.table.core.names import fact_text
from nightcrier.words.catalogue import LAST_RESORT

FIRST = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")


def ids(findings: tuple[Word, ...]) -> list[str]:
    return [finding.key.removeprefix("warning.") for finding in findings]


def test_the_boxes_hold_what_the_rulebooks_print():
    cards = Counter({box: sum(role.count for role in ROLES.values() if role.box is box) for box in CardBox})
    assert cards == {CardBox.BASE: 16, CardBox.DAYBREAK: 11}
    assert len(ROLES) == 23


def test_the_first_deck_has_no_problem():
    assert deck_problems(FIRST, 3) == ()
    assert deck_warnings(FIRST, 3) == ()


@pytest.mark.parametrize(
    ("deck", "players", "expected"),
    [
        ((*FIRST, "villager"), 3, "7 of 6: remove 1"),
        (FIRST[:4], 3, "4 of 6: add 2"),
        ((*FIRST[1:], "seer"), 3, "Only 1: Seer"),
        ((*FIRST[1:], "vampire"), 3, "Leave out: vampire"),
        ((*FIRST[:5], "mason"), 3, "One Mason is missing"),
        (FIRST[:5], 2, "At least 3 players"),
        (("werewolf", "werewolf", "alpha-wolf", "mystic-wolf", "dream-wolf", "seer"), 3, "Keep a wolf for the center"),
    ],
)
def test_a_hard_rule_says_what_is_wrong_and_what_mends_it(english, deck, players, expected):
    assert [fact_text(english, LAST_RESORT, finding) for finding in deck_problems(deck, players)] == [expected]


def test_more_players_than_the_boxes_have_cards_for_play_in_two_groups(english):
    finding = deck_problems(("villager",) * 3, 24)[0]
    assert fact_text(english, LAST_RESORT, finding) == "At most 23 players: play in two groups"


def test_both_masons_or_none_are_right():
    assert deck_problems((*FIRST[:4], "mason", "mason"), 3) == ()


@pytest.mark.parametrize(
    ("deck", "players", "expected"),
    [
        (("seer", "robber", "villager", "villager", "villager", "tanner"), 3, ["no-wolf"]),
        (("werewolf", "insomniac", "seer", "villager", "villager", "villager"), 3, ["quiet-insomniac"]),
        (("werewolf", "insomniac", "robber", "villager", "villager", "villager"), 3, []),
        (("werewolf", "insomniac", "troublemaker", "villager", "villager", "villager"), 3, []),
        (("werewolf", "insomniac", "witch", "villager", "villager", "villager"), 3, []),
        (("werewolf", "insomniac", "village-idiot", "villager", "villager", "villager"), 3, []),
        (("werewolf", "insomniac", "drunk", "villager", "villager", "villager"), 3, ["quiet-insomniac"]),
        ((*FIRST, "bodyguard", "villager"), 5, ["bodyguard-few"]),
        ((*FIRST, "bodyguard", "villager", "villager"), 6, []),
        ((*FIRST, "villager", "villager", "minion", "hunter"), 7, []),
        ((*FIRST, "villager", "villager", "minion", "hunter", "tanner"), 8, ["crowd"]),
        (("alpha-wolf", *FIRST[1:]), 3, ["lay-center-wolf"]),
        (("sentinel", *FIRST[:5]), 3, ["lay-shield"]),
        (("sentinel", "doppelganger", *FIRST[:4]), 3, ["lay-shields"]),
        (("curator", *FIRST[:5]), 3, ["lay-artifacts"]),
    ],
)
def test_soft_rules_warn(deck, players, expected):
    assert ids(deck_warnings(deck, players)) == expected


def test_nothing_is_said_against_the_cards_of_a_rulebook():
    doubted = ("werewolf", "insomniac", "bodyguard", "seer", "curator", "villager")
    assert ids(deck_warnings(doubted, 3)) == ["quiet-insomniac", "bodyguard-few", "lay-artifacts"]
    assert ids(deck_warnings(doubted, 3, trusted=True)) == ["lay-artifacts"]
    assert ids(deck_warnings(doubted, 3, fresh=("witch", *doubted), trusted=True)) == ["lay-artifacts"]


def test_new_roles_come_one_or_two_at_a_time():
    deck = ("werewolf", "minion", "seer", "drunk", "tanner", "hunter")
    assert ids(deck_warnings(deck, 3, fresh=("minion", "drunk"))) == []
    assert ids(deck_warnings(deck, 3, fresh=("minion", "drunk", "hunter", "witch"))) == ["many-new"]


def test_the_roles_of_the_first_decks_are_never_too_new():
    assert deck_warnings(FIRST, 3, fresh=tuple(ROLES)) == ()


def test_the_doppelganger_waits_until_the_others_are_known():
    deck = ("doppelganger", "werewolf", "witch", "seer", "robber", "villager")
    found = deck_warnings(deck, 3, fresh=("doppelganger", "witch"))
    assert [(finding.key, finding.fillings) for finding in found] == [
        ("warning.doppelganger-early", {"role": RoleName("witch")})
    ]
    assert deck_warnings(deck, 3, fresh=("doppelganger",)) == ()


def test_a_first_game_is_without_the_doppelganger_even_among_the_first_roles():
    deck = ("doppelganger", "werewolf", "werewolf", "seer", "robber", "troublemaker")
    (early,) = deck_warnings(deck, 3, fresh=tuple(ROLES))
    assert (early.key, early.fillings["role"]) == ("warning.doppelganger-early", RoleName("werewolf"))


def test_a_new_card_of_a_box_that_is_not_there_is_named():
    deck = ("werewolf", "alpha-wolf", "witch", "seer", "robber", "villager")

    def lacked(*boxes: CardBox, fresh: tuple[str, ...] = tuple(ROLES)) -> list[object]:
        return [finding.fillings["role"] for finding in shelf_findings(deck, boxes, fresh, PRINTED)]

    assert lacked(CardBox.BASE) == [RoleName("alpha-wolf")]
    assert lacked(CardBox.DAYBREAK) == [RoleName("werewolf")]
    assert lacked(CardBox.BASE, CardBox.DAYBREAK) == []
    assert lacked(CardBox.BASE, fresh=("seer",)) == [], "they have the cards of roles that they have played"


def test_any_wolf_that_is_left_over_may_be_the_extra_card():
    deck = ("alpha-wolf", "werewolf", "werewolf", "seer", "robber", "villager")
    assert ids(deck_warnings(deck, 3)) == ["lay-center-wolf"]
    assert spare_wolves(deck) == ("dream-wolf", "mystic-wolf")
    assert spare_wolves(("alpha-wolf", "werewolf")) == ("werewolf", "dream-wolf", "mystic-wolf")
    assert spare_wolves(("werewolf", "seer")) == ()


@pytest.mark.parametrize(
    ("deck", "wolf"),
    [
        (FIRST, None),
        (("alpha-wolf", "seer"), "werewolf"),
        (("alpha-wolf", "werewolf"), "werewolf"),
        (("alpha-wolf", "werewolf", "werewolf"), "dream-wolf"),
        (("alpha-wolf", "werewolf", "werewolf", "dream-wolf"), "mystic-wolf"),
        (("alpha-wolf", "werewolf", "werewolf", "dream-wolf", "mystic-wolf"), None),
    ],
)
def test_the_alpha_wolf_gives_away_the_plainest_wolf_left_in_the_boxes(deck, wolf):
    assert center_wolf(deck) == wolf


@given(
    st.lists(st.sampled_from([*ROLES, "vampire"]), max_size=20), st.integers(-1, 15), st.sets(st.sampled_from([*ROLES]))
)
def test_any_deck_is_judged_and_every_finding_can_be_shown_and_printed(english, deck, players, fresh):
    for finding in deck_problems(tuple(deck), players) + deck_warnings(tuple(deck), players, fresh):
        assert english.has(finding.key)
        assert "{" not in fact_text(english, LAST_RESORT, finding)


@given(st.permutations(("alpha-wolf", *FIRST)), st.integers(0, 10**6))
def test_a_deal_gives_every_card_to_a_seat_or_to_the_center(deck, seed):
    dealt = deal_table(tuple(deck), Options(), seed)
    assert dealt.seats == len(deck) - CENTER_CARDS
    assert Counter(dealt.deck) == Counter(deck)
    assert dealt.printed[len(deck) :] in [("dream-wolf",), ("mystic-wolf",)]


def test_any_card_comes_to_any_place():
    seen = [Counter[str]() for _ in FIRST]
    for seed in range(6000):
        for place, role in enumerate(deal_table(FIRST, Options(), seed).printed):
            seen[place][role] += 1
    assert all(850 < count < 1150 for place in seen for role, count in place.items() if role != "werewolf")
    assert all(1850 < place["werewolf"] < 2150 for place in seen)


def test_cards_stand_in_the_order_of_the_night():
    assert in_order(("villager", "vampire", "robber", "werewolf", "seer")) == (
        "werewolf",
        "seer",
        "robber",
        "villager",
        "vampire",
    )
