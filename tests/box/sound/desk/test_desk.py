"""Tests what the desk says, when, and what ends when, with a player that only records what it is asked to do."""

import pytest

from nightcrier.box.events import Ended
from nightcrier.box.sound.port import SILENCE_DB, Fader, Signalled, loudness_db
from nightcrier.kernel.ids import NOBODY_WAITS
from tests.box.sound.desk.said import said, within


def test_a_line_starts_at_once_when_no_bed_is_on(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("wake")])
    assert player.heard("play") == [("play", "wake", 0.0)]
    assert said(stage) == [(0.0, "wake")]


def test_a_line_that_is_still_decoded_lets_the_picture_come_first(stage, player, workshop):
    slow = workshop.utterance("wake")
    player.decoding = {slow.clip}
    stage.desk.speak(1, [slow])
    assert player.heard("play") == []
    assert stage.desk.due() == stage.clock.now()
    stage.desk.poll()
    assert player.heard("play") == [("play", "wake", 0.0)]


def test_the_end_comes_exactly_when_the_clip_is_over(stage, workshop):
    stage.desk.speak(7, [workshop.utterance("wake", 1.25)])
    assert stage.run(1.2499) == []
    assert stage.run(2.0) == [Ended(1.25, 7)]


def test_nothing_to_say_ends_at_once(stage):
    stage.desk.speak(3, [])
    assert stage.desk.poll() == [Ended(0.0, 3)]


def test_a_late_poll_still_reports_the_exact_moments(stage, workshop):
    stage.desk.speak(1, [within(workshop.utterance("en", 1.0)), workshop.utterance("it", 1.0)])
    stage.clock.move_to(5.0)
    assert Ended(2.0, 1) in stage.desk.poll()
    assert said(stage) == [(0.0, "en"), (1.0, "it")]


def test_a_word_that_decoding_made_late_ends_as_much_later(stage, player, workshop):
    player.on_play = lambda: stage.clock.move_to(0.1)
    stage.desk.speak(1, [workshop.utterance("wake", 1.0)])
    assert stage.run(5.0) == [Ended(1.1, 1)]
    assert said(stage) == [(0.1, "wake")]


def test_hush_cuts_and_no_end_comes_back(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("wake", 1.0)])
    stage.desk.signal(2, "gong")
    stage.run(0.2)
    stage.desk.hush()
    assert stage.run(9.0) == []
    assert player.heard("stop") == [("stop", 0.2)]


@pytest.mark.parametrize(("token", "cuts"), [(NOBODY_WAITS, []), (2, [("stop", 0.2)])])
def test_words_cut_a_signal_only_if_somebody_waits_for_it(stage, player, workshop, token, cuts):
    stage.desk.signal(token, "gong")
    stage.run(0.2)
    stage.desk.speak(3, [workshop.utterance("over", 1.0)])
    assert player.heard("stop") == cuts
    stage.desk.hush()
    assert player.heard("stop") == [*cuts, ("stop", 0.2)]


def test_a_greeting_sounds_when_the_device_opens_and_once(stage, player):
    stage.desk.greeting = "gong"
    assert player.heard("signal") == []
    stage.run(0.5)
    assert player.heard("signal") == [("signal", "gong", 0.5)]
    stage.desk.sleep()
    stage.desk.wake()
    assert len(player.heard("signal")) == 1


def test_nobody_is_greeted_over_words(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("wake", 3.0)])
    stage.desk.greeting = "gong"
    stage.run(5.0)
    assert player.heard("signal") == []


def test_hush_in_silence_asks_nothing_of_the_player(stage, player):
    stage.desk.hush()
    assert player.asked == []


def test_a_new_line_replaces_the_one_under_way(stage, workshop):
    stage.desk.speak(1, [workshop.utterance("wake", 1.0)])
    stage.run(0.5)
    stage.desk.speak(2, [workshop.utterance("close", 1.0)])
    assert stage.run(9.0) == [Ended(1.5, 2)]


def test_a_signal_ends_after_its_length(stage, player):
    stage.desk.signal(4, "gong")
    assert stage.run(9.0) == [Ended(0.75, 4)]
    assert stage.notes == [Signalled(0.0, "gong")]
    assert player.heard("signal") == [("signal", "gong", 0.0)]


def test_clips_are_loaded_ahead(stage, player, workshop):
    stage.desk.wake()
    stage.desk.prepare([workshop.utterance("wake"), workshop.silent("x", 1.0)])
    assert player.heard("load") == []  # the picture of the same moment comes first
    assert stage.desk.due() == stage.clock.now()
    stage.desk.poll()
    assert player.heard("load") == [("load", "wake")]


def test_what_comes_next_is_got_ready_once_there_is_a_device(stage, player, workshop):
    stage.desk.prepare([workshop.utterance("wake")], "tapping", "gong")
    assert player.heard("load", "cue") == []
    stage.run(1.0)
    assert player.heard("load", "cue") == [("load", "wake"), ("load", "gong"), ("cue", "tapping")]


def test_a_bed_that_plays_makes_no_room_for_the_one_that_comes_next(stage, player, workshop):
    stage.desk.bed("tapping", 0.0, 0.0)
    stage.desk.prepare([], "tapping")
    stage.desk.poll()
    assert player.heard("cue") == []


def test_the_first_start_is_not_loud(stage, player):
    assert player.ramps[Fader.VOICE].end_db == loudness_db(0.5) < -9


def test_a_loudness_moves_from_where_it_is_without_a_jump(stage, player):
    stage.desk.loudness(1.0, 0.0)
    voice, bed = player.ramps[Fader.VOICE], player.ramps[Fader.BED]
    assert (voice.start_db, voice.end_db) == (loudness_db(0.5), 0.0)
    assert bed.end_db == SILENCE_DB
    assert 0.0 < voice.seconds < 0.05
    stage.clock.move_to(0.015)
    stage.desk.loudness(0.0, 0.0)
    assert player.ramps[Fader.VOICE].start_db == pytest.approx(loudness_db(0.5) / 2)
