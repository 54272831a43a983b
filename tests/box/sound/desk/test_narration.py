"""Tests how clips follow each other: within a sentence, between sentences, and between languages."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.events import Ended
from nightcrier.box.sound.desk.narration import pause_between
from nightcrier.box.sound.port import Signalled
from nightcrier.kernel.faults import Fault, Part
from tests.box.sound.desk.said import said, within


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


@given(st.lists(st.floats(0.1, 9.0), min_size=1, max_size=6))
def test_a_row_lasts_as_long_as_its_parts(fresh, lengths):
    stage, _, workshop = fresh()
    stage.desk.speak(1, [workshop.utterance("line", seconds) for seconds in lengths])
    (end,) = stage.run(100.0)
    assert end == Ended(
        pytest.approx(sum(lengths) + pause_between(*[workshop.utterance("line")] * 2) * (len(lengths) - 1)), 1
    )
    assert len(said(stage)) == len(lengths)


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


def test_a_bed_that_cannot_be_cued_is_told_of_when_it_is_to_be_heard(stage, player, workshop):
    stage.desk.wake()
    player.bad = {workshop.assets / "beds" / "tapping.wav"}
    stage.desk.prepare([], "tapping")
    assert stage.run(2.0) == []
    assert player.heard("cue") == []
