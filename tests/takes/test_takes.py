"""Tests takes from an ordinary room: measured against its noise, without the key press, or refused with a reason;
and that the line cut out of a take has all its words."""

from functools import partial

import numpy as np
import pytest

from nightcrier.takes.mastering import UnusableRecording
from nightcrier.takes.soundfiles import LONGEST_PAUSE, cut_out, longest_pause, speech_stretches
from nightcrier.takes.takes import Take, clean_take, quietest_part, without_room
from studio.tests.canned import RATE


def noise(seconds, level, seed=3):
    """Return noise at this level, in decibels of full scale."""
    return 10 ** (level / 20) * np.random.default_rng(seed).standard_normal(round(seconds * RATE))


def in_room(voice, level, before=0.7, after=0.9):
    """Return a voice with silence around it, and a room's noise over everything."""
    sound = np.pad(voice, (round(before * RATE), round(after * RATE)))
    return sound + noise(len(sound) / RATE, level)[: len(sound)]


@pytest.mark.parametrize("level", [-48, -55, -70])
def test_a_voice_is_cut_out_of_a_noisy_room(talk, level):
    voice = clean_take(Take(in_room(talk(1.5), level), RATE, noise(1, level, seed=4)))
    assert len(voice) / RATE == pytest.approx(1.5 + 0.18, abs=0.08)


def test_a_room_of_which_nothing_is_known_is_measured_where_it_is_quietest(talk):
    sound = in_room(talk(1.5), -55)
    assert len(clean_take(Take(sound, RATE))) / RATE == pytest.approx(1.68, abs=0.08)
    assert 20 * np.log10(quietest_part(sound, RATE).std()) == pytest.approx(-55, abs=1)


def test_the_key_that_ends_a_take_is_not_in_it(talk):
    sound = in_room(talk(1.0), -70)
    sound[-round(0.15 * RATE) :] += noise(0.15, -12)[: round(0.15 * RATE)]
    assert len(clean_take(Take(sound, RATE, key=True))) / RATE == pytest.approx(1.18, abs=0.08)
    assert len(clean_take(Take(sound, RATE))) / RATE > 2


def test_a_click_that_stands_alone_is_no_voice(talk):
    sound = in_room(talk(1.0), -70)
    sound[2000:2300] += 0.4
    assert len(clean_take(Take(sound, RATE))) / RATE == pytest.approx(1.18, abs=0.1)


CLICK = np.zeros(RATE)
CLICK[RATE // 2 : RATE // 2 + 9] = 0.5


@pytest.mark.parametrize(
    ("sound", "machine", "why"),
    [
        (lambda talk: in_room(talk(0.5), -70), 3.0, "too short: 0.7 s"),
        (lambda talk: in_room(talk(8.0), -70), 1.0, "too long"),
        (lambda talk: in_room(talk(12.0), -70), None, "too long"),
        (lambda talk: in_room(talk(1.5), -35), None, r"only \d\d dB over the room, and 35 are needed; close windows"),
        (lambda talk: np.clip(9 * talk(), -1, 1), None, "clipped"),
        (lambda _talk: np.zeros(RATE), None, "nothing to hear"),
        (lambda _talk: CLICK, None, "nobody speaks"),
    ],
)
def test_a_take_that_cannot_be_the_line_is_refused_with_its_reason(talk, sound, machine, why):
    with pytest.raises(UnusableRecording, match=why):
        clean_take(Take(sound(talk), RATE), machine)


def test_the_noise_of_the_room_goes_down_and_the_voice_stays(talk):
    room = noise(1.0, -50)
    cleaned = without_room(room, noise(1.0, -50, seed=8), RATE)
    assert 20 * np.log10(room.std() / cleaned.std()) > 8
    voice = talk(1.5)
    kept = without_room(voice + noise(len(voice) / RATE, -60)[: len(voice)], noise(1.0, -60, seed=8), RATE)
    assert 20 * np.log10(voice.std() / (kept - voice).std()) > 25


def silence(seconds):
    return np.zeros(round(seconds * RATE))


def word(seconds, loud=0.5, hertz=200):
    return loud * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE)


def spoken(told):
    """Return sounds from a text such as `word 1, silence 0.5, tick 0.02`, in seconds. A tick is as faint as the end
    of a t; a hum, which Pico leaves after some words, is fainter."""
    kinds = {"silence": silence, "word": word, "tick": partial(word, loud=0.025), "hum": partial(word, loud=0.01)}
    return np.concatenate([kinds[kind](float(seconds)) for kind, seconds in map(str.split, told.split(", "))])


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ("silence 0.7, word 1, silence 0.9", 1.12),  # dead air goes, and a breath stays
        *((f"word 1, silence 0.55, tick {length}, silence 0.45", 1.09) for length in (0.02, 0.19)),  # no word
        ("word 1, silence 0.4, hum 0.5", 1.09),
        ("word 1, silence 0.12, tick 0.02, silence 0.5", 1.23),  # of the word: a t bursts after its silence, but soon
    ],
)
def test_the_words_are_cut_out_with_their_last_sound(told, left):
    assert len(cut_out(spoken(told), RATE)) / RATE == pytest.approx(left, abs=0.02)


@pytest.mark.parametrize("floor", [-100, -60, -45])
def test_a_line_is_cut_out_against_its_own_floor(floor):
    hiss = 0.5 * 10 ** (floor / 20) * np.random.default_rng(3).standard_normal(3 * RATE)
    assert len(cut_out(hiss + spoken("silence 1, word 1, silence 1"), RATE)) / RATE == pytest.approx(1.12, abs=0.02)


def test_a_long_pause_is_shortened_and_a_short_one_left():
    said = spoken("word 0.5, silence 0.9, word 0.5, silence 0.4, word 0.5")
    assert longest_pause(said, RATE) == pytest.approx(0.9, abs=0.03)
    line = cut_out(said, RATE)
    assert 0.4 < longest_pause(line, RATE) < LONGEST_PAUSE
    assert len(speech_stretches(line, RATE)) == 3
    assert len(line) / RATE == pytest.approx(1.5 + 0.48 + 0.4, abs=0.03)


def test_a_pause_is_shortened_without_a_click():
    said = spoken("word 0.5, silence 0.9, word 0.5") + 0.002
    assert np.abs(np.diff(cut_out(said, RATE))).max() <= np.abs(np.diff(said)).max()


def test_a_tick_in_a_pause_goes_with_it():
    line = cut_out(spoken("word 0.5, silence 0.4, tick 0.02, silence 0.4, word 0.5"), RATE)
    assert np.abs(line[round(0.6 * RATE) : round(1.0 * RATE)]).max() < 1e-6


def test_hiss_that_flickers_is_no_speech():
    """Open JTalk leaves half a second of such hiss on both sides, 50 dB below its voice."""
    hiss = 0.001 * np.random.default_rng(7).standard_normal(2 * RATE)
    hiss *= np.repeat(np.where(np.arange(len(hiss) // 100) % 2, 1.5, 0.5), 100)
    assert len(cut_out(hiss + spoken("silence 0.5, word 1, silence 0.5"), RATE)) / RATE == pytest.approx(1.12, abs=0.03)


def test_silence_is_one_stretch():
    assert speech_stretches(np.zeros(100), RATE).tolist() == [[0, 100]]
