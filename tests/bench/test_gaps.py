"""Tests that a gap is measured only between two lines that were both heard."""

from pathlib import Path

import numpy as np
import pytest

from bench.gaps import SECONDS, gap
from bench.hearing import Ear, Piece
from nightcrier.box.sound.port import SAMPLE_RATE

LINE, STILL = np.full(round(SECONDS * SAMPLE_RATE), 0.5, np.float32), np.zeros(SAMPLE_RATE // 100, np.float32)


class DeafEar(Ear):
    """Simulates a recording of the box that holds only these sounds, with silence around each."""

    def __init__(self, *sounds: np.ndarray) -> None:
        self._sounds = sounds

    def until_silence(self, silence: float = 0.2) -> list[Piece]:
        return [(0.0, sound) for sound in (STILL, *self._sounds, STILL)]


@pytest.mark.parametrize(
    ("heard", "told"), [((LINE, LINE), 0.0), ((LINE, STILL, LINE), 10.0), ((LINE,), None), ((), None)]
)
def test_a_gap_lies_between_two_lines(heard, told):
    assert gap(DeafEar(*heard), lambda *_: None, Path(), Path()) == told
