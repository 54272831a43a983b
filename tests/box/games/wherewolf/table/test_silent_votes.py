"""Tests that no bed plays under a vote, whoever counts it."""

from typing import Any

import pytest

from nightcrier.box.games.wherewolf.table.village import in_the_morning
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Show
from nightcrier.box.show.stages import Ask, Perform, Stage
from nightcrier.kernel.chance import SeededChance
from tests.box.games.wherewolf.dealt.playing import dialling, night, night_falls, rules_of, table_of, vote
from tests.box.games.wherewolf.table.host import play_through, random_host
from tests.box.games.wherewolf.table.led_evening import WAVERLEY, LedEvening, call_of, led_game, noted
from tests.box.games.wherewolf.table.led_games import random_led_game

VOTES = ["moment.accusation", "moment.run-off"]


def beds(show: Show) -> list[Bed]:
    return [cue for cue in show if isinstance(cue, Bed)]


def opened(stages: list[Stage]) -> dict[str, list[Bed]]:
    """Return the beds of the shows that begin a vote, by title."""
    return {call_of(one): beds(one.show) for one in stages if isinstance(one, Perform) and call_of(one) in VOTES}


def led_day(**options: Any) -> list[Stage]:
    """Return every stage of a day with both votes."""
    return LedEvening(led_game(WAVERLEY, **options)).after_night().after_day("3=3 5=3", "3=3").stages


@pytest.mark.parametrize("open_vote", [False, True])
def test_silence_falls_before_both_votes_with_hands(open_vote):
    assert opened(led_day(open_vote=open_vote)) == {title: [SILENCE] for title in VOTES}


def test_silence_falls_before_both_votes_of_script_and_clock():
    for seed in range(6):
        _, asked = play_through(random_led_game(12, seed, dealing="unknown"), random_host(SeededChance(seed)))
        found = opened([one.stage for one in asked])
        assert found == {title: [SILENCE] for title in found}
        assert VOTES[0] in found


@pytest.mark.parametrize("accused", [(), (1, 2)])
def test_silence_falls_before_a_secret_ballot(accused):
    table = table_of(WAVERLEY)
    rules = rules_of(table)
    village = in_the_morning(night(rules, night_falls(table), dialling({})).village)
    shows = vote(rules, village, dialling({}), accused).shows
    assert [beds(show) for show in shows] == [[SILENCE, Bed(CHOSEN), SILENCE]]  # the bed of the box, where people dial


def test_no_bed_lies_under_what_a_vote_asks():
    asked = [stage for stage in led_day() if isinstance(stage, Ask) and noted(stage).startswith("ask.hands")]
    assert {stage.night for stage in asked} == {None}
    assert len(asked) == 10


def test_no_bed_lies_under_the_questions_of_script_and_clock():
    _, asked = play_through(random_led_game(12, 1, dealing="unknown"), random_host(SeededChance(1)))
    votes = [one.stage for one in asked if noted(one.stage).startswith(("seat-called", "ask.accused", "ask.burns"))]
    assert {getattr(stage, "night", "none") for stage in votes} == {None}


def test_no_bed_lies_under_whose_card_was_raised():
    evening = LedEvening(led_game("seer pack-leader mayor orator peasant peasant jester hermit"))
    evening.after_night().day("5=3 6=3", "5=3 mayor>6")
    asked = [stage for stage in evening.stages if noted(stage).startswith("ask.card")]
    assert [getattr(stage, "night", "none") for stage in asked] == [None]
