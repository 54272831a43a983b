"""Tests noticing that the sound device disappears and returns."""

import pytest

from nightcrier.box.sound.desk.handover import SpeakerWatch
from nightcrier.box.sound.port import UNPLUGGED, SilentPlayer
from nightcrier.kernel.faults import Part


@pytest.fixture
def watch(player):
    return SpeakerWatch(player)


def test_a_device_that_works_says_nothing(watch):
    assert watch.wake(0.0) == watch.wake(0.5) == watch.look(1.0) == []
    assert watch.on
    assert watch.due() == 2.0


def test_a_loss_is_noticed_within_two_seconds_and_told_once(watch, player):
    watch.wake(0.0)
    player.missing = "Gone."
    assert watch.look(0.5) == []
    (fault,) = watch.look(watch.due())
    assert (fault.at, fault.part, fault.what, fault.mended) == (1.0, Part.SOUND, "Gone.", False)
    assert fault.next_best
    assert watch.look(2.0) == watch.look(3.0) == []
    assert not watch.on
    assert player.heard("close") == [("close",)]


def test_a_return_is_noticed_within_a_second_and_told_once(watch, player):
    player.missing = "Gone."
    watch.wake(0.0)
    player.missing = ""
    (fault,) = watch.look(1.0)
    assert fault.mended
    assert watch.on
    assert watch.look(2.0) == []


def test_a_new_reason_is_told_again(watch, player):
    player.missing = "Gone."
    watch.wake(0.0)
    player.missing = "Busy."
    assert [fault.what for fault in watch.look(1.0)] == ["Busy."]


def test_the_next_best_card_is_a_fault_until_the_wished_one_is_back(watch, player):
    player.notice = "Another card plays."
    (fault,) = watch.wake(0.0)
    assert (fault.what, watch.on) == ("Another card plays.", True)
    player.missing, player.notice = "x", ""  # not the best any more: open again
    watch.look(1.0)
    player.missing = ""
    assert watch.look(2.0)[0].mended


def test_asleep_it_looks_only_while_people_wait_for_the_speaker(watch, player):
    watch.wake(0.0)
    watch.sleep()
    assert watch.due() is None
    assert watch.look(5.0) == []
    player.missing = "Gone."
    watch.wake(6.0)
    watch.sleep()
    assert watch.due() is not None
    player.missing = ""
    (fault,) = watch.look(9.0)
    assert fault.mended
    assert not watch.on
    assert not player.is_open


def test_a_rehearsed_plug_can_be_pulled():
    silent = SilentPlayer()
    watch = SpeakerWatch(silent)
    watch.wake(0.0)
    silent.plugged = False
    assert [fault.what for fault in watch.look(1.0)] == [UNPLUGGED]
    silent.plugged = True
    assert [fault.mended for fault in watch.look(2.0)] == [True]
