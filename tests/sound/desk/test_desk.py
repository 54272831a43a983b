"""What is said, when, and what ends when; over a player that only writes down what it is asked."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from device.kernel.events import Ended, Fault, Part
from device.sound.desk.bed_level import DUCK_DOWN
from device.sound.desk.breath import pause_between
from device.sound.player import SILENCE_DB, Fader, loudness_db
from device.sound.players.silent import SilentPlayer
from device.sound.port import Said, Signalled


def said(stage):
    return [(note.at, note.utterance.line) for note in stage.notes if isinstance(note, Said)]


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


def within(utterance):
    """The sentence goes on after it."""
    return replace(utterance, goes_on=True)


def test_within_a_sentence_clips_follow_each_other_without_a_seam(stage, player, workshop):
    row = [within(workshop.utterance("seat", 1.0)), within(workshop.utterance("three", 0.5))]
    stage.desk.speak(1, [*row, workshop.utterance("wakes", 2.0)])
    assert stage.run(10) == [Ended(3.5, 1)]
    assert said(stage) == [(0.0, "seat"), (1.0, "three"), (1.5, "wakes")]
    assert player.heard("play", "queue") == [("play", "seat", 0.0), ("queue", "three", 1.0), ("queue", "wakes", 1.5)]


def test_between_sentences_a_host_breathes_and_longer_between_languages(stage, player, workshop):
    row = [workshop.utterance("wake", 1.0), workshop.utterance("look", 1.0), workshop.utterance("guarda", 1.0, "it")]
    stage.desk.speak(1, row)
    (end,) = stage.run(10)
    (_, second), (_, third) = pairwise(at for at, _ in said(stage))
    assert 0.3 <= second - 1.0 <= 0.4
    assert 0.5 <= third - second - 1.0 <= 0.6
    assert end.at == third + 1.0
    assert [asked[:2] for asked in player.heard("play", "load")] == [
        (act, line) for line in ("wake", "look", "guarda") for act in ("load", "play")
    ]


@pytest.mark.parametrize(
    ("row", "pauses"),
    [
        ("seat number.3 screen.seer dies", (0.0, 0.05, 0.0)),
        ("winners: number.1 number.2 number.3", (0.15, 0.15, 0.15)),
        ("found: role.seer number.2", (0.15, 0.05)),
    ],
)
def test_within_a_sentence_only_what_is_listed_is_parted(stage, workshop, row, pauses):
    stage.desk.speak(1, [within(workshop.utterance(line, 1.0)) for line in row.split()])
    stage.run(10)
    begun = [at for at, _ in said(stage)]
    assert [later - sooner - 1.0 for sooner, later in pairwise(begun)] == pytest.approx(pauses)


def test_the_next_line_of_a_show_waits_for_the_breath_too(stage, workshop):
    stage.desk.speak(1, [workshop.utterance("close", 1.0)])
    stage.run(1.0)
    stage.desk.speak(2, [workshop.utterance("wake", 1.0)])
    stage.run(3.0)
    assert said(stage) == [(0.0, "close"), (pytest.approx(1.35), "wake")]


def test_what_answers_a_hand_waits_for_no_breath(stage, workshop):
    stage.desk.speak(1, [workshop.utterance("question", 1.0)])
    stage.run(1.1)
    stage.desk.hush()
    stage.desk.speak(2, [workshop.utterance("answer", 1.0)])
    assert said(stage) == [(0.0, "question"), (1.1, "answer")]


def test_nothing_to_say_ends_at_once(stage):
    stage.desk.speak(3, [])
    assert stage.desk.poll() == [Ended(0.0, 3)]


@given(st.lists(st.floats(0.1, 9.0), min_size=1, max_size=6))
def test_a_row_lasts_as_long_as_its_parts(fresh, lengths):
    stage, _, workshop = fresh()
    stage.desk.speak(1, [workshop.utterance("line", seconds) for seconds in lengths])
    (end,) = stage.run(100.0)
    assert end == Ended(
        pytest.approx(sum(lengths) + pause_between(*[workshop.utterance("line")] * 2) * (len(lengths) - 1)), 1
    )
    assert len(said(stage)) == len(lengths)


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


def test_a_missing_signal_is_reported_and_ends_at_once(stage, workshop):
    stage.desk.signal(4, "trumpet")
    stage.desk.signal(5, "trumpet")
    assert stage.desk.poll() == [Ended(0.0, 5)]
    assert workshop.reports == ["There is no signal 'trumpet'; it is left out."]


def test_a_broken_signal_is_a_fault_and_keeps_its_time(stage, player, workshop):
    player.bad = {workshop.assets / "signals/gong.wav"}
    stage.desk.signal(4, "gong")
    fault, ended = stage.run(9.0)
    assert isinstance(fault, Fault)
    assert fault.part is Part.VOICES
    assert ended == Ended(0.75, 4)


def test_a_line_nobody_can_say_takes_its_time_behind_a_bell(stage, player, workshop):
    stage.desk.speak(
        1, list(map(within, [workshop.silent("wake", 1.5), workshop.utterance("it", 1.0), workshop.silent("x", 2.0)]))
    )
    assert stage.run(9.0) == [Ended(4.5, 1)]
    assert [note.at for note in stage.notes if isinstance(note, Signalled)] == [0.0, 2.5]
    assert player.heard("play", "queue") == [("play", "it", 1.5)]


def test_a_broken_clip_is_replaced_and_told_of(stage, player, workshop):
    bad = workshop.utterance("wake", 1.0)
    player.bad = {bad.clip}
    stage.replacements = [workshop.utterance("spare", 2.0)]
    stage.desk.speak(1, [bad])
    fault, ended = stage.run(9.0)
    assert str(bad.clip) in fault.what
    assert ended == Ended(2.0, 1)
    assert player.heard("play") == [("play", "spare", 0.0)]


def test_a_broken_clip_in_the_second_language_is_replaced_before_its_turn(stage, player, workshop):
    bad = workshop.utterance("fa", 1.0)
    player.bad = {bad.clip}
    stage.replacements = [workshop.silent("fa", 1.5)]
    stage.desk.speak(1, [within(workshop.utterance("en", 1.0)), bad])
    assert stage.run(9.0)[-1] == Ended(2.5, 1)
    assert [note.at for note in stage.notes if isinstance(note, Signalled)] == [1.0]


def test_clips_are_loaded_ahead(stage, player, workshop):
    stage.desk.wake()
    stage.desk.prepare([workshop.utterance("wake"), workshop.silent("x", 1.0)])
    assert player.heard("load") == []  # the picture of the same moment comes first
    assert stage.desk.due() == stage.clock.now()
    stage.desk.poll()
    assert player.heard("load") == [("load", "wake")]


def test_what_comes_next_is_got_ready_once_there_is_a_device(stage, player, workshop):
    stage.desk.prepare([workshop.utterance("wake")], "tapping")
    assert player.heard("load", "cue") == []
    stage.run(1.0)
    assert player.heard("load", "cue") == [("load", "wake"), ("cue", "tapping")]


def test_a_bed_that_plays_makes_no_room_for_the_one_that_comes_next(stage, player, workshop):
    stage.desk.bed("tapping", 0.0, 0.0)
    stage.desk.prepare([], "tapping")
    stage.desk.poll()
    assert player.heard("cue") == []


def test_a_bed_that_cannot_be_cued_is_told_of_when_it_is_to_be_heard(stage, player, workshop):
    stage.desk.wake()
    player.bad = {workshop.assets / "beds" / "tapping.wav"}
    stage.desk.prepare([], "tapping")
    assert stage.run(2.0) == []
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


def test_it_is_quiet_while_nothing_is_heard_that_anybody_waits_for(stage, workshop):
    assert stage.desk.is_quiet()
    stage.desk.speak(0, [workshop.utterance("ten")])
    assert stage.desk.is_quiet()
    stage.desk.speak(1, [workshop.utterance("wake")])
    assert not stage.desk.is_quiet()
    stage.desk.hush()
    stage.desk.bed("tapping", 0.0, 0.0)
    stage.run(1.0)
    assert not stage.desk.is_quiet()


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


def test_what_ended_before_the_device_was_changed_is_not_said_again(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("only", 1.0)])
    stage.run(1.5)
    player.alive = lambda: False
    stage.run(3.5)
    assert len(player.heard("open")) > 1
    assert len(player.heard("play")) == 1
