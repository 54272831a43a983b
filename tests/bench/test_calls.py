"""Tests that calls are counted for the right page, that real games do equal work, and that wake-ups are counted."""

import os

import pytest

from bench import rest
from bench.calls import count_calls, stands_at
from bench.equal_work import CHOOSING, DAWN, DUSK, DUSKS, MOST_ODDS, READING, play_games, surest_case
from nightcrier.box.show.stages import Tell
from nightcrier.kernel.folders import standard_folders
from tests.box.stage import Stage


def test_a_script_that_stands_elsewhere_says_so(tmp_path):
    box = Stage(standard_folders({}, tmp_path)).rehearsal
    stands_at(box, None, None)
    with pytest.raises(LookupError, match="not at"):
        stands_at(box, None, Tell)


def test_what_is_opened_and_synced_is_counted(tmp_path):
    def work() -> None:
        for name in ("a", "b", "a"):
            with (tmp_path / name).open("w") as file:
                os.fdatasync(file.fileno())
        os.listdir(tmp_path)  # noqa: PTH208 - as some libraries do

    counted = count_calls(work)
    assert (counted.syncs, counted.opened_in(str(tmp_path)), counted.opened_in("/a")) == (3, 4, 2)
    assert counted.calls.total() == 0


def test_at_dusk_everybody_holds_and_presses_equally_often_and_is_done_in_time():
    (game,) = play_games("First Moon", 1)
    assert len(game.rounds[DUSK]) == len(game.rounds[DAWN]) == len(game.nights) == DUSKS
    for turns in game.rounds[DUSK]:
        assert {turn.holds for turn in turns.values()} == {2}
        assert len({turn.presses for turn in turns.values()}) == 1
        assert all(turn.done for turn in turns.values())
    assert len({round(turn.seconds, 3) for turn in game.rounds[DAWN][0].values()}) == 1


def test_in_a_file_everybody_presses_equally_often_and_holds_until_the_glass_goes_dark():
    (game,) = play_games("all of Full Moon", 1)
    assert len(game.rounds[READING]) == len(game.nights) == DUSKS
    for turns in (each for kind in CHOOSING for each in game.rounds[kind]):
        assert len({turn.presses for turn in turns.values()}) == 1
        assert min(turn.held for turn in turns.values()) > 5


def test_a_role_that_is_told_in_one_case_of_forty_is_told_although_the_mean_says_nothing():
    held = [seat % 12 == 0 for seat in range(4800)]
    rare = [[3.0 + (seat % 480 == 0)] for seat in range(4800)]
    assert surest_case(("seer", rare, held, ["presses"]))[0] > MOST_ODDS
    even = [[3.0 + (seat % 41 == 0)] for seat in range(4800)]
    assert surest_case(("seer", even, held, ["presses"]))[0] < MOST_ODDS
    other = [[3.0 + (seat % 12 != 0) * (seat % 3)] for seat in range(4800)]
    assert surest_case(("seer", other, held, ["presses"]))[0] > MOST_ODDS


def test_a_thread_that_ends_takes_no_wake_ups_of_others_away(monkeypatch):
    monkeypatch.setattr(rest, "wakes", lambda _: {"1": 12, "3": 2})
    assert rest.wakes_since({"1": 10, "2": 500}, 1) == 4
