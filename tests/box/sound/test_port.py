"""Tests loudness over time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.sound.port import SILENCE_DB, Ramp, amplitude, loudness_db, steady_ramp

levels = st.floats(SILENCE_DB, 6.0)


@given(st.floats(0, 100), st.floats(0, 5), levels, levels, st.floats(-10, 200))
def test_a_ramp_stays_between_its_ends_and_reaches_the_last(at, seconds, start, end, moment):
    ramp = Ramp(at, seconds, start, end)
    assert min(start, end) - 1e-9 <= ramp.db(moment) <= max(start, end) + 1e-9
    assert ramp.db(ramp.end) == end


def test_a_ramp_is_straight_in_decibels():
    ramp = Ramp(10.0, 0.2, 0.0, -20.0)
    assert [ramp.db(moment) for moment in (9.0, 10.0, 10.1, 10.2, 11.0)] == pytest.approx([0, 0, -10, -20, -20])
    assert ramp.gain(10.2) == pytest.approx(0.1)


def test_a_steady_gain_stays():
    assert steady_ramp(-6.0, 3.0).db(0.0) == steady_ramp(-6.0, 3.0).db(9.0) == -6.0


def test_from_the_floor_down_nothing_is_heard():
    assert amplitude(SILENCE_DB) == 0.0
    assert amplitude(0.0) == 1.0


def test_half_the_loudness_sounds_half_as_loud():
    assert loudness_db(1.0) == 0.0
    assert loudness_db(0.5) == pytest.approx(-10.0, abs=0.05)  # the sone scale: 10 phon a doubling
    assert loudness_db(0.0) == loudness_db(-1.0) == loudness_db(1e-9) == SILENCE_DB
    assert loudness_db(2.0) == 0.0
