"""The pitch of a line is found, whatever its timbre."""

import numpy as np
import pytest

from bench.manners import pitch


@pytest.mark.parametrize("hertz", [80.0, 120.0, 230.0])
def test_the_pitch_of_a_buzz_is_found(hertz):
    time = np.arange(22050) / 22050
    buzz = np.asarray(sum(np.sin(2 * np.pi * hertz * order * time + order**2) / order for order in range(1, 16)))
    assert pitch(np.pad(buzz, 5000), 22050) == pytest.approx(12 * np.log2(hertz / 100), abs=0.2)
