"""Tests the clock of a timed day, and the warning before its last minute."""

from typing import Any

import pytest

from nightcrier.box.games.wherewolf.table.phrases import wolf_line
from nightcrier.box.show.stages import Count
from tests.box.games.wherewolf.table.led_evening import WAVERLEY, LedEvening, led_game
from tests.box.games.wherewolf.table.led_games import random_led_game

ROOMY = "seer pack-leader peasant witch peasant healer jester hermit bard innkeeper"


def counts_of_days(days: int, **options: Any) -> list[list[Count]]:
    """Return all talks of each of these days."""
    evening, found = LedEvening(led_game(ROOMY, **options)), []
    for number in range(days):
        began = len(evening.after_night("pack-leader nobody" if number else "").stages)
        evening.day("9=3 10=3", "9=3 10=3")
        found.append([stage for stage in evening.stages[began:] if isinstance(stage, Count)])
    return found


def test_one_clock_runs_through_a_timed_day_and_each_day_has_its_own():
    names = [{stage.clock for stage in day} for day in counts_of_days(3, timed_day=True)]
    assert [len(day) for day in names] == [1, 1, 1]
    assert len(set.union(*names) - {""}) == 3


def test_no_clock_goes_on_after_the_talk_of_any_other_day():
    assert {stage.clock for day in counts_of_days(1, assembly=5) for stage in day} == {""}


@pytest.mark.parametrize(
    ("options", "seconds"),
    [({"assembly": 5}, [150.0, 300.0]), ({"assembly": 5, "timed_day": True}, [300.0, 300.0]), ({}, [None, None])],
)
def test_the_first_talk_is_half_as_long_but_on_a_timed_day(options, seconds):
    assert [day[0].seconds for day in counts_of_days(2, **options)] == seconds


MINUTE = ((60.0, wolf_line("minute")),)
HALF_OF_TEN = (300.0, "day.half")  # a shorter talk has none


@pytest.mark.parametrize(
    ("options", "warnings"),
    [({"assembly": 5}, MINUTE), ({"timed_day": True}, (HALF_OF_TEN, *MINUTE)), ({"assembly": "open"}, ())],
)
def test_the_last_minute_of_a_talk_with_a_clock_is_announced(options, warnings):
    evening = LedEvening(led_game(WAVERLEY, **options))
    assert isinstance(evening.after_night().now, Count)
    assert evening.now.warnings == warnings


@pytest.mark.parametrize(("assembly", "warnings"), [(5, MINUTE), ("open", ())])
def test_so_is_that_of_script_and_clock(assembly, warnings):
    evening = LedEvening(random_led_game(8, 3, dealing="unknown", timed_day=False, assembly=assembly))
    assert isinstance(evening.after_night().now, Count)
    assert evening.now.warnings == warnings
