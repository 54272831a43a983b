"""How clips follow each other: within a sentence, from one to the next, from language to language."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.events import Ended
from nightcrier.box.sound.desk.narration import pause_between
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
