"""Tests that a wait that nobody answers ends like an answer: at START, once half of it is over."""

import pytest

from nightcrier.box.events import Control
from nightcrier.box.games.wherewolf.hosted.night import AbsentWait
from nightcrier.box.show.cues import Window
from nightcrier.box.show.stages import Ask, Tell
from nightcrier.box.table.look import look
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands

POSSIBLE = (
    *("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "peasant"),
    *("jester", "assassin"),
)


@pytest.fixture
def waiting(tmp_path):
    """Return a box in a call of the first night that no role answers, as its window opens."""
    box = WolfBox(tmp_path, POSSIBLE, 8, 1, files=ForgetfulDisk(), host="moderator")
    hands = WolfHands(box.begin())
    while not isinstance(box.play.steps[0], AbsentWait):
        box.rehearsal.advance(4.3 if isinstance(box.stage, Ask | Tell) else 0.0)
        hands.act()
    return box


def wait_of(box: WolfBox) -> Window:
    score = box.session.score
    window = score.show[score.cue]
    assert isinstance(window, Window)
    return window


def foot(box: WolfBox) -> list[object]:
    return list(look(box.rehearsal.box.daemon.house, box.table).rows[1:])


def test_start_ends_the_second_half_of_a_wait_and_nothing_else_does(waiting):
    before, seconds = waiting.play, wait_of(waiting).seconds
    assert seconds != round(seconds, 1)
    waiting.do(Control.START)
    waiting.rehearsal.advance(seconds * 0.45)
    waiting.do(Control.START)
    waiting.rehearsal.advance(0.01)
    assert waiting.play == before
    assert foot(waiting) == []
    waiting.rehearsal.advance(seconds * 0.1)
    assert len(foot(waiting)) == 1
    waiting.do(Control.DIAL)
    assert waiting.play == before
    waiting.do(Control.START)
    assert waiting.play != before
