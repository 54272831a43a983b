"""Tests what is said in a morning: about the tavern, the talk, and the last two."""

import pytest

from nightcrier.box.show.cues import Say
from nightcrier.box.show.stages import Count, Verdict
from tests.box.games.wherewolf.table.host import bare
from tests.box.games.wherewolf.table.led_evening import LedEvening, led_game

TOWN = "seer pack-leader peasant witch peasant healer vampire hermit"
ON_PYRE = "seer pack-leader peasant witch peasant healer jester hermit"


def said_at_dawn(evening: LedEvening) -> list[str]:
    """Return the lines said in the last morning."""
    dawn = [stage for stage in evening.shows() if stage.page == "dawn"][-1]
    return [bare(line) for cue in dawn.show if isinstance(cue, Say) for line in cue.lines]


def last_of(votes_and_nights: tuple[tuple[str, str], ...], roles: str = TOWN, more: str = "innkeeper") -> LedEvening:
    evening = LedEvening(led_game(roles, more))
    evening.night()
    for votes, night in votes_and_nights:
        evening.after_day(votes).night(night)
    return evening


FOUR_LEFT = (("1=4", "pack-leader 3; witch 8; vampire nobody"), ("4=4", "pack-leader 5; vampire nobody"))
TWO_LEFT = (*FOUR_LEFT, ("6=3", "pack-leader 2; vampire nobody"))


def test_tavern_and_assembly_are_told_while_it_goes_on():
    evening = last_of((("3=4", "pack-leader nobody"),), ON_PYRE)
    assert isinstance(evening.now, Count)
    assert said_at_dawn(evening) == ["dawn", "dead.none", "tavern.none", "assembly"]


def test_nothing_is_said_of_tavern_and_assembly_once_it_is_over():
    evening = last_of((("2=4", ""),), ON_PYRE)
    assert isinstance(evening.now, Verdict)
    assert said_at_dawn(evening) == ["dawn", "dead.none"]
    assert evening.play.state.rounds[-1].night.morning.tavern is None


def test_where_two_are_left_it_is_said_that_there_is_one_vote():
    evening = last_of(TWO_LEFT, more="")
    assert len(evening.play.state.known.in_play) == 2
    assert said_at_dawn(evening)[-2:] == ["assembly", "assembly.rest"]


def test_where_more_are_left_it_is_not():
    evening = last_of(FOUR_LEFT, more="")
    assert len(evening.play.state.known.in_play) == 4
    assert said_at_dawn(evening)[-1] == "assembly"


@pytest.mark.parametrize(("more", "said"), [({"tavern_first_morning": True}, ["tavern.none"]), ({}, [])])
def test_the_tavern_speaks_on_the_first_morning_where_the_table_wants_it(more, said):
    evening = LedEvening(led_game(TOWN, "innkeeper", **more))
    assert [line for line in said_at_dawn(evening.after_night()) if line.startswith("tavern")] == said


def test_the_first_timed_day_shows_its_clock_to_all():
    evening = LedEvening(led_game(ON_PYRE, timed_day=True))
    assert said_at_dawn(evening.after_night())[-1] == "clock"
    assert said_at_dawn(evening.after_day().after_night("pack-leader nobody"))[-1] == "assembly"
