"""Tests that a show whose windows were all skipped by holding START can say so: nobody did what it called for."""

import pytest

from nightcrier.box.show.cues import Call, Say, Show, Window
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import Perform, Tell
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.power_on import boot
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import recorded
from tests.box.table.evening import Evening
from tests.box.table.stage_games import answers_of, pass_time


def called(name: str) -> Show:
    return Call(Word(name)), Say(LineId(name)), Window(name, 30.0, 5.0)


SHOW: Show = (*called("choose"), *called("look"), Call(Word("dawn")), Say(LineId("dawn")))


@pytest.fixture
def show(start_stages):
    return start_stages(Perform(SHOW, skipped="skipped"), Tell(0, (Word("over"),)))


def skip(evening: Evening) -> None:
    evening.at += 1.0
    evening.go("hold-start")


def test_skipped_from_call_to_call_it_says_so(show):
    for _ in range(3):
        skip(show)
    assert answers_of(show) == ("skipped",)


def test_so_it_does_where_its_last_words_are_heard(show):
    for _ in range(2):
        skip(show)
    assert answers_of(show.after("ended")) == ("skipped",)


@pytest.mark.parametrize("seconds", [31.0, 6.0])
def test_a_window_that_ended_by_itself_or_by_a_press_counts(seconds, show):
    show.go("ended")
    if seconds < 30.0:
        show.start()
    pass_time(show, seconds)
    for _ in range(2):
        skip(show)
    assert answers_of(show) == ("",)


def test_the_last_window_alone_counts_too(show):
    skip(show)
    assert answers_of(pass_time(show.after("ended"), 31.0).after("ended")) == ("",)


def test_after_a_power_cut_the_calls_before_it_count(show):
    pass_time(show.after("ended"), 31.0)
    show.table, _ = boot(show.house, Table(show.table.choices), recorded(show), crashed=True)
    for _ in range(2):
        skip(show)
    assert answers_of(show) == ("",)
