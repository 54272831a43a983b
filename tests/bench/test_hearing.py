"""Tests that a sound counts as the answer to a press only if it begins after the button is released."""

from collections.abc import Iterator

import numpy as np
import pytest

from bench import hearing
from bench.hearing import Ear, Piece

SOUND, FAINT, BREATH, STILL = (np.full(8, height, np.float32) for height in (0.5, 0.03, 0.001, 0.0))


class ToldEar(Ear):
    """Simulates a microphone that hears these sounds after a silence."""

    def __init__(self, *pieces: Piece) -> None:
        self._told = pieces

    def until_silence(self, silence: float = 0.2) -> list[Piece]:
        return []

    def heard(self) -> Iterator[Piece]:
        yield from self._told


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (((9.0, STILL), (10.0, STILL), (10.5, SOUND)), 0.5),
        (((9.0, SOUND), (10.0, SOUND), (10.5, SOUND)), None),
        (((9.0, FAINT), (10.5, SOUND)), None),
        (((10.0, SOUND),), 0.0),
        (((10.0, FAINT), (10.5, SOUND)), 0.5),
        (((10.5, STILL),), None),
    ],
)
def test_a_sound_that_was_there_before_is_no_answer(pieces, told, monkeypatch):
    monkeypatch.setattr(hearing.time, "sleep", lambda _: None)
    assert ToldEar(*pieces).first_sample_after(lambda: 10.0) == told


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (((9.0, STILL), (10.2, BREATH), (10.5, SOUND)), 0.2),
        (((9.0, BREATH), (10.2, BREATH)), None),
    ],
)
def test_the_first_sample_is_a_soft_one_after_silence(pieces, told, monkeypatch):
    monkeypatch.setattr(hearing.time, "sleep", lambda _: None)
    heard = ToldEar(*pieces).first_sample_after(lambda: 10.0, above=0.0)
    assert heard == (None if told is None else pytest.approx(told))
