"""Tests the device under the desk: asleep, woken, missing, replaced by another."""

import pytest

from nightcrier.box.events import Ended
from nightcrier.box.sound.desk.bed_level import DUCK_DB, DUCK_DOWN, DUCK_UP
from nightcrier.box.sound.port import Fader, SilentPlayer
from nightcrier.kernel.faults import Part
from tests.box.sound.desk.said import within


def test_it_is_quiet_while_nothing_is_heard_that_anybody_waits_for(stage, workshop):
    assert stage.desk.is_quiet()
    stage.desk.speak(0, [workshop.utterance("ten")])
    assert stage.desk.is_quiet()
    stage.desk.speak(1, [workshop.utterance("wake")])
    assert not stage.desk.is_quiet()
    assert [stage.desk.is_quiet(besides) for besides in (1, 2)] == [True, False]
    stage.desk.hush()
    stage.desk.bed("tapping", 0.0, 0.0)
    stage.run(1.0)
    assert not stage.desk.is_quiet()
    assert stage.desk.is_quiet(over_bed=True)


def test_asleep_nothing_is_due(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("wake")])
    stage.run(9.0)
    stage.desk.sleep()
    assert stage.desk.due() is None
    assert not player.is_open


def test_a_word_wakes_the_device(stage, player, workshop):
    stage.desk.wake()
    stage.desk.sleep()
    stage.desk.speak(1, [workshop.utterance("wake")])
    assert [each[0] for each in player.asked] == ["open", "close", "open", "load", "play"]


def test_closing_closes_the_device_once(stage, player):
    stage.desk.wake()
    stage.desk.close()
    stage.desk.close()
    assert player.heard("close") == [("close",)]


def test_without_a_device_the_show_keeps_its_time(stage, player, workshop):
    player.missing = "No speaker."
    stage.desk.bed("tapping", 0.0, 1.0)
    stage.desk.speak(1, [workshop.utterance("en", 1.0), workshop.utterance("it", 1.0)])
    stage.desk.signal(2, "gong")
    stage.desk.hush()
    stage.desk.speak(3, [within(workshop.utterance("en", 1.0)), workshop.utterance("it", 1.0)])
    fault, ended = stage.run(5.0)
    assert (fault.part, fault.what) == (Part.SOUND, "No speaker.")
    assert ended.token == 3
    assert ended.at == pytest.approx(2.0)
    assert player.asked == []


def test_a_rehearsal_keeps_the_same_times_without_any_sound(staged, workshop):
    stage = staged(SilentPlayer(), workshop.sounds({"tapping": 1.0}, {"gong": 0.5}))
    stage.desk.bed("tapping", 0.0, 0.5)
    stage.run(2.0)
    stage.desk.speak(1, [within(workshop.utterance("en", 1.0)), workshop.utterance("it", 1.0)])
    stage.run(2.5)
    stage.desk.signal(2, "gong")
    assert stage.run(9.0) == [Ended(3.0, 2), Ended(pytest.approx(4.0 + DUCK_DOWN), 1)]
    stage.desk.hush()
    stage.desk.bed("", 0.0, 0.5)
    stage.run(10.0)
    stage.desk.close()
    assert stage.desk.due() is None


def test_an_event_that_waits_makes_the_desk_due_since_it_happened_so_that_nobody_finds_it_due_later(stage, player):
    player.missing = "No speaker."
    stage.clock.move_to(3.0)
    stage.desk.wake()
    stage.clock.move_to(3.2)
    assert stage.desk.due() == 3.0


def test_a_speaker_that_comes_back_plays_the_bed_again(stage, player, workshop):
    stage.desk.bed("tapping", 0.0, 1.0)
    stage.run(2.0)
    player.missing = "Gone."
    assert [event.mended for event in stage.run(3.5)] == [False]
    player.missing = ""
    assert [event.mended for event in stage.run(5.5)] == [True]
    assert player.heard("bed") == [("bed", "tapping", 0.0), ("bed", "tapping", 4.0)]
    stage.desk.speak(1, [workshop.utterance("again")])
    stage.run(9.0)
    assert len(player.heard("play")) == 1


def test_on_another_device_the_bed_and_the_line_that_was_cut_begin_again(stage, player, workshop):
    stage.desk.bed("tapping", 0.0, 0.0)
    stage.desk.speak(1, [within(workshop.utterance("first", 3.0)), workshop.utterance("second", 4.0)])
    stage.run(3.5)
    player.alive = lambda: False
    stage.desk.poll()
    assert stage.run(4.0) == []
    del player.alive
    (end,) = stage.run(20.0)
    assert isinstance(end, Ended)
    assert player.heard("open", "bed", "play")[3:] == [("open",), ("bed", "tapping", 4.0), ("play", "second", 4.0)]
    assert end.at == 8.0


def test_a_bed_that_rose_already_is_low_again_under_a_last_word_that_begins_again(stage, player, workshop):
    stage.desk.bed("tapping", 0.0, 0.0)
    stage.desk.speak(1, [workshop.utterance("only", 3.0)])
    stage.run(DUCK_DOWN + 2.5)
    assert player.ramps[Fader.LEVEL].end_db == 0.0
    player.alive = lambda: False
    stage.run(3.1)
    del player.alive
    stage.run(4.0)
    assert player.heard("play") == [("play", "only", DUCK_DOWN), ("play", "only", 3.0)]
    assert player.ramps[Fader.LEVEL].db(4.0) == DUCK_DB
    (end,) = stage.run(20.0)
    assert player.ramps[Fader.LEVEL].at == pytest.approx(end.at - DUCK_UP)


def test_what_ended_before_the_device_was_changed_is_not_said_again(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("only", 1.0)])
    stage.run(1.5)
    player.alive = lambda: False
    stage.run(3.5)
    assert len(player.heard("open")) > 1
    assert len(player.heard("play")) == 1
