"""Tests that a game from which people left something out is judged even so, with a line that says so."""

from tests.box.games.wherewolf.paper import game_of, round_of, verdict_of

QUIET = round_of()


def test_what_was_left_out_is_judged_with_a_line_for_people():
    possible = ["assassin", "guild-master", "pack-leader", "seer", "hermit", "mage"]
    found = verdict_of(
        game_of(
            "assassin guild-master pack-leader seer hermit",
            round_of("", "1:P2 2:P2 3:P2"),
            round_of("1 assassin P5 in seer"),
            possible=possible,
        )
        | {"rounds": [round_of("", "1:P5 2:P3 3:P5 4:P3", "1:P3 2:P5 4:P3"), round_of("1 assassin P5 in seer", None)]}
    )
    assert [line for line in found["warnings"] if line.startswith("Round")] == [
        "Round 1, seat 4: the Seer must choose and did not: judged as not done.",
        "Round 1, seat 5: a vote is missing, and counts for nobody.",
        "Round 2, seat 4: the Seer must choose and did not: judged as not done.",
        "Round 2, seat 1: the Mystic is in play, so the Assassin's target is ignored.",
    ]


def test_the_vote_of_an_accused_city_role_does_not_hide_that_another_is_missing():
    day = round_of("3 seer P1", "1:P2 2:P1 3:P1 4:P2 5:P2", "1:P2 3:P1 4:P2")
    found = verdict_of(game_of("mayor pack-leader seer hermit sinner", day))
    assert [line for line in found["warnings"] if line.startswith("Round")] == [
        "Round 1, seat 5: a vote is missing, and counts for nobody."
    ]


def test_a_deal_that_leaves_the_set_up_is_judged_with_a_line_for_people():
    assert verdict_of(game_of("seer pack-leader hermit"))["warnings"] == [
        "Wherewolf is for 8 or more players, and this table has 3."
    ]


def test_a_window_power_without_the_target_it_needs_is_spent_for_nothing():
    game = game_of(
        "assassin pack-leader seer hermit", QUIET, round_of("1 assassin in mage", None),
        possible=["assassin", "pack-leader", "seer", "hermit", "mage"],
    )  # fmt: skip
    found = verdict_of(game)
    assert found["nights"][1]["killed"] == []
    assert "spent for nothing" in found["warnings"][-1]
