"""Tests a speaker that is unplugged at night: the show waits and says why, until somebody goes on without it."""

from collections.abc import Sequence

import pytest

from nightcrier.box.events import Gesture
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import TABLE, Count, Perform, Tell
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.look import lamp
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import BACK, HOLD, START, page, sound_ends, spoken
from tests.box.table.evening import Evening
from tests.box.table.reached import QUESTION
from tests.box.table.stage_games import pass_time

WAIT = Perform((Window("call", 5.0),), back=True, still=True)


def pull(evening: Evening) -> Sequence[Effect]:
    return evening.send(Fault(evening.at, Part.SOUND, "The speaker is gone."))


def plug(evening: Evening) -> Sequence[Effect]:
    return evening.send(Fault(evening.at + 5, Part.SOUND, "The speaker is back.", mended=True))


@pytest.fixture
def night(evening):
    """Return an evening in which the first call is being said."""
    return sound_ends(evening.after("start"))


def test_the_night_waits_and_the_line_comes_again(night):
    pull(night)
    assert (page(night), lamp(night.house, night.table)) == ("fault", "fault")
    assert night.due() is None
    assert spoken(plug(night)) == ["seer.wake"]
    assert page(night) == "night"


@pytest.mark.parametrize(
    "hand",
    [(START, Gesture.PRESS), (BACK, Gesture.PRESS), (START, HOLD)],
    ids=["goes on", "says the call again", "skips it"],
)
def test_whoever_goes_on_without_it_sees_the_night(night, hand):
    pull(night)
    night.hand(*hand)
    assert page(night) == "night"
    assert spoken(plug(night)) == []
    assert page(night) == "night"


def test_one_that_is_pulled_during_a_pause_changes_nothing(night):
    pull(night.after("start"))
    assert page(night) == "pause"


def test_a_show_that_would_begin_without_one_lost_in_the_talk_waits_for_it(start_stages):
    evening = start_stages(Count(90.0), Perform((Say(LineId("vote")),), "vote"))
    pull(evening)
    assert page(evening, "start") == "fault"
    assert spoken(plug(evening)) == ["vote"]


def test_so_does_one_before_which_people_are_only_told_more(start_stages):
    laid, dealt = (Tell(TABLE, (Word(word),)) for word in ("lay.cards", "lay.next"))
    evening = start_stages(laid, dealt, Perform((Say(LineId("vote")),), "vote"))
    pull(evening)
    assert page(pass_time(evening, 5.0), "start") == "tell"
    assert page(evening, "start") == "fault"
    assert spoken(plug(evening)) == ["vote"]


def test_people_who_went_on_without_it_are_not_stopped_again(start_stages):
    show, told = Perform((Say(LineId("vote")),), "vote"), Tell(TABLE, (Word("lay.next"),))
    evening = start_stages(told, show, show, told, show)
    pull(evening)
    assert page(pass_time(evening, 5.0), "start") == "fault"
    assert page(sound_ends(pass_time(evening.after("start"), 5.0))) == "vote"
    plug(evening)
    pull(evening)
    assert page(evening) == "fault"
    assert page(sound_ends(pass_time(evening.after("start"), 5.0))) == "tell"
    assert page(evening, "start") == "vote"


def test_a_wait_for_nobody_goes_on_without_it_as_a_question_does(start_stages):
    evening = start_stages(WAIT, Perform((Say(LineId("close")),)))
    pull(evening)
    assert page(evening) == "night"
    assert page(pass_time(evening, 5.0)) == "fault"
    assert spoken(plug(evening)) == ["close"]


def test_a_show_that_hands_cannot_stop_goes_on_by_start(start_stages):
    evening = start_stages(Perform((Say(LineId("seat")),), "vote", still=True), QUESTION)
    pull(evening)
    assert page(evening) == "fault"
    assert spoken(evening.start()) == ["seat"]
    assert evening.start() == ()


class TestWhileTheEndIsAsked:
    def test_one_that_is_back_waits_for_the_answer(self, night):
        pull(night)
        assert spoken(plug(night.after("hold-back"))) == []
        assert page(night) == "question"
        assert spoken(night.back()) == ["seer.wake"]
        assert page(night) == "night"

    def test_no_waits_for_one_that_is_gone(self, night):
        pull(night.after("hold-back"))
        assert spoken(night.back()) == []
        assert page(night) == "fault"
        assert spoken(plug(night)) == ["seer.wake"]
