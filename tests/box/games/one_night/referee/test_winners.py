"""Tests the table of winners row by row as the rules text prints it, and then its footnotes."""

import pytest

from nightcrier.box.games.one_night.referee.card_state import HouseRules
from nightcrier.box.games.one_night.referee.verdict import Result, win_result
from nightcrier.box.games.one_night.sheets.judge_report import REASON_SENTENCES

# One letter a seat: Werewolf, Minion, Tanner, Villager. Small letters are dead. The winners follow.
TABLE = [
    # W in play | a W died | a T died | other deaths | village | werewolf team | each dead Tanner
    ("yes, yes, no, none: village", "w W M V V", "4 5"),
    ("yes, yes, no, some: village", "w W m v V", "4 5"),
    ("yes, yes, yes, none: village and the dead Tanner", "w M t V V", "3 4 5"),
    ("yes, yes, yes, some: village and the dead Tanner", "w m t v V", "3 4 5"),
    ("yes, no, no, none at all: werewolf team", "W W M T V", "1 2 3"),
    ("yes, no, no, some: werewolf team", "W M v V V", "1 2"),
    ("yes, no, no, only the Minion: werewolf team", "W m V V V", "1 2"),
    ("yes, no, yes, none: the dead Tanner alone", "W M t V V", "3"),
    ("yes, no, yes, some: the dead Tanner alone", "W m t v V", "3"),
    ("no, -, no, none: village, the Minion loses", "M V V V", "2 3 4"),
    ("no, -, no, a non-Minion: the Minion", "M v V V", "1"),
    ("no, -, no, a non-Minion and the Minion: the Minion, literally", "m v V V", "1"),
    ("no, -, no, only Minions: nobody", "m V V V", ""),
    ("no, -, no, only both Minions: nobody", "m m V V", ""),
    ("no, -, yes, none: the dead Tanner and the Minion", "M t V V", "1 2"),
    ("no, -, yes, some: the dead Tanner and the Minion", "M t v V", "1 2"),
    ("no, -, yes, and no Minion: the dead Tanner alone", "V t V V", "2"),
    ("no, -, no, somebody died, no Minion: nobody", "V v V V", ""),
    ("a living Tanner loses, the dead one wins", "W t T V V", "2"),
    ("a living Tanner loses with the village winning", "w T V V V", "3 4 5"),
]
ROLES = {"w": "werewolf", "m": "minion", "t": "tanner", "v": "villager"}


def judged(table: str, rules: HouseRules | None = None) -> Result:
    seats = table.split()
    dead = frozenset(seat for seat, letter in enumerate(seats) if letter.islower())
    return win_result([ROLES[letter.lower()] for letter in seats], dead, rules or HouseRules())


@pytest.mark.parametrize(("row", "table", "winners"), TABLE, ids=[row for row, _, _ in TABLE])
def test_the_row_of_the_rulebook(row, table, winners):
    assert [seat + 1 for seat in judged(table).winners] == [int(seat) for seat in winners.split()]


@pytest.mark.parametrize(
    ("table", "winners"), [("m v V V", []), ("M v V V", [0]), ("M m v V", [0]), ("m t V V", [1]), ("W m v V", [0, 1])]
)
def test_with_the_switch_a_minion_without_werewolves_must_live(table, winners):
    assert list(judged(table, HouseRules(minion_must_live=True)).winners) == winners


@pytest.mark.parametrize("kind", ["werewolf", "alpha-wolf", "mystic-wolf", "dream-wolf"])
def test_every_kind_of_werewolf_counts_as_one(kind):
    assert win_result([kind, "villager", "villager"], frozenset({0})).winners == (1, 2)
    assert win_result([kind, "villager", "villager"], frozenset({1})).winners == (0,)


RULES = [
    ("w V V", ["village-wolf-died", "werewolf-one-died"]),
    ("W v V", ["village-wolves-live", "werewolf-none-died"]),
    ("W t V", ["village-wolves-live", "werewolf-tanner-died", "tanner-died"]),
    ("W T V", ["village-wolves-live", "werewolf-none-died", "tanner-lives"]),
    ("V V V", ["village-no-wolf-no-death"]),
    ("M V V", ["village-no-wolf-no-death", "minion-nobody-died"]),
    ("M v V", ["village-innocent-died", "minion-other-died"]),
    ("m V V", ["village-outsider-died", "minion-only-died"]),
    ("m v V", ["village-innocent-died", "minion-other-died"]),
    ("t T V", ["village-outsider-died", "tanner-died", "tanner-lives"]),
    ("w W m", ["werewolf-one-died"]),
]


@pytest.mark.parametrize(("table", "rules"), RULES, ids=[table for table, _ in RULES])
def test_each_team_there_is_hears_one_rule(table, rules):
    assert [reason.rule.id for reason in judged(table).reasons] == rules


def test_a_dead_minion_hears_the_house_rule_and_a_living_one_wins():
    reasons = judged("M m v V", HouseRules(minion_must_live=True)).reasons
    assert [(reason.rule.id, reason.seats) for reason in reasons] == [
        ("village-innocent-died", (3 - 1, 3)),
        ("minion-other-died", (0,)),
        ("minion-must-live", (1,)),
    ]


def test_a_reason_names_the_deaths_that_decided():
    assert {reason.rule.id: reason.dead for reason in judged("w w m t V").reasons} == {
        "village-wolf-died": (0, 1),
        "werewolf-one-died": (0, 1),
        "tanner-died": (),
    }
    assert judged("M m v v").reasons[1].dead == (2, 3)
    assert judged("m V V").reasons[1].dead == (0,)
    assert judged("W t v V").reasons[1].dead == (1,)


CUDGEL_ON_P2 = {
    "players": ["minion", "villager", "curator", "villager"],
    "center": ["werewolf", "werewolf", "seer"],
    "night": [{"seat": 3, "as": "curator", "targets": ["P2"], "artifact": "cudgel-of-the-tanner"}],
}
"""A game in which nobody is a Werewolf, and the Cudgel lies on seat 2."""

CUDGEL_SAID = "(P1) loses: with the house rule cudgel_stops_team the death of whoever held the Cudgel"


@pytest.mark.parametrize(
    ("dead", "printed", "on_the_token"),
    [
        ([2], ["P1", "P2"], ["P2"]),
        ([2, 4], ["P1", "P2"], ["P2"]),
        ([4], ["P1"], ["P1"]),
        ([1, 2], ["P1", "P2"], ["P2"]),
    ],
)
def test_with_the_switch_the_death_by_the_cudgel_stops_the_whole_team(dead, printed, on_the_token, verdict):
    """Ruling 22 of One Night lets a switch stop the whole team if somebody dies by the Cudgel."""
    assert verdict(**CUDGEL_ON_P2, dead=dead)["winners"] == printed
    found = verdict(**CUDGEL_ON_P2, dead=dead, house_rules={"cudgel_stops_team": True})
    assert found["winners"] == on_the_token
    assert any(CUDGEL_SAID in reason for reason in found["reasons"]) is (dead != [4])


def test_a_tanner_by_his_card_stops_no_minion():
    assert judged("M t V V", HouseRules(cudgel_stops_team=True)).winners == (0, 1)


def test_a_cudgel_that_fell_changes_nothing_where_a_werewolf_died():
    rules = HouseRules(cudgel_stops_team=True)
    roles = ["werewolf", "minion", "tanner", "villager"]
    for dead in ({0, 2}, {2}):
        assert win_result(roles, frozenset(dead), rules, cudgel_died=True) == win_result(roles, frozenset(dead))


def test_every_rule_has_a_sentence_and_every_sentence_a_rule():
    said = {reason.rule.id for _, table, _ in TABLE for reason in judged(table).reasons}
    assert said | {"minion-must-live", "minion-cudgel-died", "village-unharmed"} == set(REASON_SENTENCES)


UNHARMED = [
    ("m V V V", "", "2 3 4", ["village-unharmed", "minion-only-died"]),
    ("M t V V", "1 2", "2 3 4", ["village-unharmed", "werewolf-tanner-died", "tanner-died"]),
    ("m t V V", "1 2", "2 3 4", ["village-unharmed", "werewolf-tanner-died", "tanner-died"]),
    ("V t V V", "2", "1 2 3 4", ["village-unharmed", "tanner-died"]),
    ("m v V V", "1", "1", ["village-innocent-died", "minion-other-died"]),
    ("M t v V", "1 2", "1 2", ["village-innocent-died", "minion-other-died", "tanner-died"]),
    ("W m V V", "1 2", "1 2", ["village-wolves-live", "werewolf-none-died"]),
    ("W t V V", "2", "2", ["village-wolves-live", "werewolf-tanner-died", "tanner-died"]),
]


@pytest.mark.parametrize(("table", "printed", "other", "rules"), UNHARMED, ids=[table for table, *_ in UNHARMED])
def test_by_the_other_reading_only_a_death_of_its_own_costs_the_village_the_win(table, printed, other, rules):
    """Ruling 19 of One Night allows a reading in which only a death of its own costs the village the win."""
    assert [seat + 1 for seat in judged(table).winners] == [int(seat) for seat in printed.split()]
    read = judged(table, HouseRules(unharmed_village_wins=True))
    assert [seat + 1 for seat in read.winners] == [int(seat) for seat in other.split()]
    assert [reason.rule.id for reason in read.reasons] == rules


def test_where_the_readings_differ_the_village_hears_of_the_other_one(verdict):
    found = verdict(players=["minion", "seer", "villager"], dead=[1])
    assert "by the other reading (house rule unharmed_village_wins) the village wins" in found["reasons"][0]
    assert "other reading" not in verdict(players=["minion", "seer", "villager"], dead=[1, 2])["reasons"][0]
    read = verdict(players=["minion", "seer", "villager"], dead=[1], house_rules={"unharmed_village_wins": True})
    assert read["winners"] == ["P2", "P3"]


def test_the_reasons_are_sentences_that_name_the_seats(verdict):
    found = verdict(players=["tanner", "werewolf", "villager"], votes=[2, 1, 1])
    assert found["reasons"] == [
        "The village team (P3) loses: a Werewolf was in play, and no Werewolf died.",
        "The werewolf team (P2) loses: no Werewolf died, but the death of a Tanner (P1) takes the win away.",
        "The Tanner (P1) wins: a Tanner wins by dying.",
    ]


def test_the_dead_may_stand_in_for_votes(verdict):
    for dead in ([2, 3], ["P2", "P3"], [3, "P2"]):
        found = verdict(players=["hunter", "werewolf", "villager"], dead=dead)
        assert (found["dead"], found["winners"]) == (["P2", "P3"], ["P1", "P3"])
        assert "counts" not in found


def test_a_dead_hunter_among_the_dead_does_not_shoot_once_more(verdict):
    assert verdict(players=["hunter", "werewolf", "villager"], dead=[1])["dead"] == ["P1"]


def test_without_votes_only_the_night_is_told(verdict):
    assert set(verdict(players=["hunter", "werewolf", "villager"])) == {"players", "center", "told"}
