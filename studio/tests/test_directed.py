"""Tests that a voice is directed: lengths and melody follow the manner, and stay as they were without a direction."""

import numpy as np
import pytest

from nightcrier_studio.delivery import PLAIN, Manner
from nightcrier_studio.engines.directed import Directed

SIGNS = "_nˈObˌɑdi dˈIz?_"
LENGTHS = np.full(len(SIGNS), 4.0)
FLAT = np.where(np.arange(8 * len(SIGNS)) < 8 * (len(SIGNS) - 2), 120.0, 3.0)
"""A melody on one note that ends without voice."""


def sung(signs: str = SIGNS, own=FLAT, middle: float | None = None, **manner: float):
    """Return the melody of a manner, in semitones above that note, wherever there is voice."""
    directed = Directed(Manner(**manner), signs, middle).melody(own, LENGTHS)
    return 12 * np.log2(directed[own > 40] / 120)


def test_a_plain_manner_changes_nothing():
    wave = FLAT * np.linspace(0.8, 1.2, len(FLAT))
    directed = Directed(PLAIN, SIGNS)
    assert directed.melody(wave, LENGTHS) == pytest.approx(wave)
    assert (directed.lengths(LENGTHS) == LENGTHS).all()


def test_where_there_is_no_voice_the_melody_stays_as_it_is():
    assert (Directed(Manner(semitones=5), SIGNS).melody(FLAT, LENGTHS)[-16:] == 3.0).all()
    assert (Directed(Manner(end=5), SIGNS).melody(FLAT * 0, LENGTHS) == 0).all()


def test_a_question_rises_from_its_last_stress_and_a_close_falls():
    rises, falls = sung(end=4), sung(end=-4)
    begin = 8 * SIGNS.rindex("d")
    assert (rises[:begin] == 0).all()
    assert (np.diff(rises[begin:-1]) >= 0).all()
    assert (rises[-1], falls[-1]) == pytest.approx((3.4, -3.4))


def test_a_language_without_stress_has_its_end_in_the_last_half_second_and_keeps_its_tones():
    own = FLAT * np.where(np.arange(len(FLAT)) > len(FLAT) - 25, 1.2, 1.0)
    rises, plain = (sung(" la↗ŋ ɻə↗n jɛ↓n. "[: len(SIGNS)], own, end=end) for end in (4.0, 0.0))
    assert 3 < (rises - plain)[-1] <= 4
    assert (rises == plain)[:-48].all()


def test_a_wider_range_moves_farther_around_the_same_middle():
    own = FLAT * 2 ** (np.sin(np.arange(len(FLAT)) / 9) / 6)
    assert np.ptp(sung(own=own, range=1.2)) == pytest.approx(1.2 * np.ptp(sung(own=own)))


def test_stressed_syllables_rise():
    lifted = sung(stress=1.0)
    assert lifted.max() == pytest.approx(1, abs=0.1)
    assert lifted[8 * SIGNS.index("O") + 4] > 0.9 > lifted[8 * SIGNS.index("ɑ") + 4] > 0.4


def test_only_the_vowels_of_the_first_stressed_word_are_drawn_out():
    drawn = Directed(Manner(drawn=1.5), SIGNS).lengths(LENGTHS)
    assert {SIGNS[at] for at in np.flatnonzero(drawn == 6)} == {"O", "ɑ", "i"}
    first = Directed(Manner(drawn=1.5), "_la ma._").lengths(np.full(8, 4.0))
    assert np.flatnonzero(first == 6).tolist() == [2]


def test_lines_of_one_voice_lie_around_its_middle():
    assert sung(middle=240.0, semitones=-2) == pytest.approx(10)
