"""Takes from an ordinary room: against its floor, without the key, or refused with a reason."""

import numpy as np
import pytest

from nightcrier.takes.mastering import UnusableRecording
from nightcrier.takes.takes import Take, clean_take, quietest_part, without_room
from studio.tests.canned import RATE


def noise(seconds, level, seed=3):
    """Of this many decibels under full scale."""
    return 10 ** (level / 20) * np.random.default_rng(seed).standard_normal(round(seconds * RATE))


def in_room(voice, level, before=0.7, after=0.9):
    """A voice with silence around it, and the noise of a room over all of it."""
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


def test_a_loud_room_is_refused_with_its_reason(talk):
    with pytest.raises(UnusableRecording, match=r"only \d\d dB over the room, and 35 are needed; close windows"):
        clean_take(Take(in_room(talk(1.5), -35), RATE, noise(1, -35, seed=4)))


@pytest.mark.parametrize(
    ("spoken", "machine", "why"), [(0.5, 3.0, "too short: 0.7 s"), (8.0, 1.0, "too long"), (12.0, None, "too long")]
)
def test_a_take_that_cannot_be_the_line_is_refused(talk, spoken, machine, why):
    with pytest.raises(UnusableRecording, match=why):
        clean_take(Take(in_room(talk(spoken), -70), RATE), machine)


def test_clipped_and_silent_takes_are_refused(talk):
    with pytest.raises(UnusableRecording, match="clipped"):
        clean_take(Take(np.clip(9 * talk(), -1, 1), RATE))
    with pytest.raises(UnusableRecording, match="nothing to hear"):
        clean_take(Take(np.zeros(RATE), RATE))
    click = np.zeros(RATE)
    click[RATE // 2 : RATE // 2 + 9] = 0.5
    with pytest.raises(UnusableRecording, match="nobody speaks"):
        clean_take(Take(click, RATE))


def test_the_noise_of_the_room_goes_down_and_the_voice_stays(talk):
    room = noise(1.0, -50)
    cleaned = without_room(room, noise(1.0, -50, seed=8), RATE)
    assert 20 * np.log10(room.std() / cleaned.std()) > 8
    voice = talk(1.5)
    kept = without_room(voice + noise(len(voice) / RATE, -60)[: len(voice)], noise(1.0, -60, seed=8), RATE)
    assert 20 * np.log10(voice.std() / (kept - voice).std()) > 25
