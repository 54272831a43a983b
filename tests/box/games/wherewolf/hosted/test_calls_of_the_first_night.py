"""Tests what a moderator is asked and told in each call of the first night."""

from itertools import pairwise

import pytest

from nightcrier.box.show.cues import Say
from tests.box.games.wherewolf.table.led_evening import LedEvening, led_game

FULL = (
    "seer pack-leader assassin guild-master thief witch madman young-wolf traitor guard corrupt-guard vampire ghoul"
    " juliet guardian-angel vampire-hunter priest sinner monk mage courtesan"
)
"""The roles of seats 1 to 21: everybody who is called, and who raises a hand."""
ABSENT = "medium healer mayor bard innkeeper"


def first_night(roles: str = FULL, more: str = ABSENT, written: str = "", **items: int) -> dict[str, list[str]]:
    return LedEvening(led_game(roles, more, items=items)).night(written)


@pytest.mark.parametrize(
    ("call", "read"),
    [
        ("call.criminals", ["awake seats=3, 4, 5, 11"]),
        ("call.guards", ["awake seats=10, 11 · fingers n=4"]),
        ("monk", ["awake seats=19 · not-in-play roles=bard, healer"]),
        ("vampire-hunter", ["awake seats=16 · yes"]),
        ("priest", ["awake seats=17 · raises role=sinner n=18 · raises role=courtesan n=yes"]),
        ("call.wolves", ["awake seats=2, 8 · raises role=traitor n=9"]),
        ("vampire", ["awake seats=12, 13"]),
    ],
)
def test_who_only_looks_is_named_with_what_to_show(call, read):
    assert first_night()[call] == read


@pytest.mark.parametrize(
    ("written", "call", "read"),
    [
        ("seer 2", "seer", ["ask.whom role=seer n=1", "yes"]),
        ("seer 6", "seer", ["ask.whom role=seer n=1", "no"]),
        ("mage 1", "mage", ["ask.whom role=mage n=20", "yes"]),
        ("mage 2", "mage", ["ask.whom role=mage n=20", "no"]),
        ("juliet 7", "juliet", ["ask.whom role=juliet n=14", "touch seats=7 · both-open"]),
        ("guardian-angel 9", "guardian-angel", ["ask.whom role=guardian-angel n=15", "touch seats=9"]),
    ],
)
def test_who_points_is_asked_for_and_then_answered(written, call, read):
    assert first_night(written=written)[call] == read


def test_first_owners_of_amulet_and_sword_are_touched():
    night = first_night(amulet=6, sword=7)
    assert (night["amulet"], night["sword"]) == (["touch seats=6"], ["touch seats=7"])


def test_absent_roles_are_called_and_nothing_is_asked_for_them():
    few = "seer pack-leader peasant witch peasant healer jester hermit"
    night = first_night(few, "mage thief guard monk vampire-hunter priest sinner juliet guardian-angel vampire ghoul")
    called = [call for call in night if not night[call]]
    others = ["mage", "call.criminals", "call.guards", "monk", "vampire-hunter", "priest", "juliet", "guardian-angel"]
    assert called == [*others, "vampire", "no-dead"]


def test_the_answers_are_no_where_hunter_and_priest_find_nobody():
    night = first_night("seer pack-leader vampire-hunter priest peasant peasant jester hermit", "vampire courtesan")
    assert night["vampire-hunter"] == ["awake seats=3 · no"]
    assert night["priest"] == ["awake seats=4 · raises role=courtesan n=no"]


def test_a_monk_of_whose_possible_roles_all_are_in_play_is_shown_nothing():
    night = first_night("seer pack-leader monk peasant peasant jester hermit bard", "")
    assert night["monk"] == ["awake seats=3 · nothing"]


def test_a_ghoul_alone_opens_his_eyes_when_the_vampire_is_called():
    night = first_night("seer pack-leader ghoul peasant peasant jester hermit bard", "vampire")
    assert night["vampire"] == ["awake seats=3"]


def test_witch_medium_and_healer_are_not_called_in_the_first_night():
    assert not {"witch", "medium", "healer"} & first_night().keys()


def test_the_night_begins_with_a_start_of_the_moderator_and_nobody_is_dead_after_it():
    night = LedEvening(led_game("seer pack-leader peasant witch peasant healer jester hermit")).night("seer 2")
    assert (night["moment.nightfall"], night["no-dead"]) == (["night n=1"], [])


@pytest.mark.parametrize(
    ("more", "calls"),
    [("", []), ("sinner", ["priest"]), ("traitor", ["wolves"]), ("sinner traitor", ["priest", "wolves"])],
)
def test_hands_go_down_before_the_eyes_of_those_close_for_whom_they_may_be_raised(more, calls):
    evening = LedEvening(led_game("seer pack-leader priest peasant peasant jester hermit bard", more))
    assert down_before(evening.after_night()) == [f"wherewolf.{call}.close" for call in calls]
    evening.after_day().night()
    assert len(down_before(evening)) == len(calls), "nobody raises a hand in later nights"


def down_before(evening: LedEvening) -> list[str]:
    """Return each line that follows a request to lower hands."""
    said = [line for stage in evening.shows() for cue in stage.show if isinstance(cue, Say) for line in cue.lines]
    return [after for line, after in pairwise(said) if line == "wherewolf.hands-down"]
