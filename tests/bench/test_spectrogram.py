"""Tests the page on which a night can be seen and heard: its picture, its pitch, what a card covers, its sample."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from bench.delivery import pitch
from bench.estoi import estoi
from bench.loudness import _strokes
from bench.masked_night import AUDIO, BARS, UNDERSTOOD, CueRow, Night, level_curve, rendered_night, where
from bench.sample import cut_sound, film_list, passages_of, write_sound
from bench.spectrogram import CUES, drawn, faults, in_pitch
from docs.pictures.film import Moment
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.takes.soundfiles import read_sound

ROWS = [
    CueRow(0.0, "bed", "tapping", 0.0, 1.0),
    CueRow(1.5, "say", clip="a.opus", line="one-night.a", seconds=1.0),
    CueRow(3.0, "window", role="seer", seconds=2.0),
    CueRow(6.0, "bed", "", -60.0, 1.0),
]
TONE = 0.1 * np.sin(2 * np.pi * 1000 * np.arange(8 * SAMPLE_RATE) / SAMPLE_RATE)


def test_a_tone_is_dark_at_its_pitch_and_nowhere_else():
    loudest = in_pitch(TONE).argmax(axis=1)
    assert len(set(loudest)) == 1
    assert 60 * 2 ** (loudest[0] / 6) == pytest.approx(1000, rel=0.13)


def test_a_night_is_drawn_a_minute_to_a_row():
    one, two = drawn(TONE, ROWS), drawn(np.resize(TONE, 70 * SAMPLE_RATE), ROWS)
    assert two.size == (one.size[0], 2 * one.size[1])
    below = np.asarray(one)[-CUES:, 30:50]
    assert (below[..., 2] > below[..., 0]).any()


def test_a_night_as_it_should_be_has_only_its_levels_to_tell():
    (row,) = faults(TONE, ROWS)
    assert row.startswith("1 lines")


def test_a_word_that_nothing_says_and_a_bare_window_are_found():
    bare = [ROWS[1], CueRow(2.8, "say", clip=None, line="one-night.b", seconds=0.1), *ROWS[2:]]
    found = list(faults(TONE, bare))
    assert "nothing says one-night.b" in found[0]
    assert "no bed lies under the window seer" in found[1]


def test_the_level_of_a_bed_goes_as_its_cues_say():
    curve = level_curve(ROWS, 8 * SAMPLE_RATE)
    assert curve[2 * SAMPLE_RATE] == 0
    assert curve[round(6.5 * SAMPLE_RATE)] == pytest.approx(-30)
    assert [where(ROWS, at) for at in (1.6, 2.8, 3.5, 4.5)] == [{"words"}, {"pause"}, {"window", "first"}, {"window"}]


def test_strokes_are_counted():
    noise = 0.001 * np.random.default_rng(1).standard_normal(4 * SAMPLE_RATE)
    for stroke in np.arange(0.1, 3.9, 0.2):
        noise[round(stroke * SAMPLE_RATE) :][:60] += 1
    assert _strokes(noise, SAMPLE_RATE) == pytest.approx(5, abs=0.5)


def test_passages_of_an_evening_are_cut_out_and_faded_and_always_the_same(tmp_path):
    night, noise = tmp_path / "night.flac", 0.2 * np.random.default_rng(1).standard_normal((48000 * 61, 2))
    soundfile.write(night, noise, 48000)
    made = []
    for _ in range(2):
        write_sound(cut_sound(night, [(1.0, 4.0), (10.0, 12.0)]), tmp_path / "minute.opus")
        made.append((tmp_path / "minute.opus").read_bytes())
    sound, rate = soundfile.read(tmp_path / "minute.opus")
    assert (len(sound) / rate, sound.ndim) == (5, 1)
    assert (
        np.abs(sound[3 * rate - rate // 50 : 3 * rate + rate // 50]).max() < 0.15 * np.abs(sound[rate : 2 * rate]).max()
    )
    assert made[0] == made[1]


def test_the_passages_of_the_sample_are_a_night_that_opens_and_a_vote_that_is_counted():
    said = {"one-night.open": 14.0, "one-night.robber.wake": 49.0, "vote.open": 118.0, "vote.now": 128.0}
    record = [{"kind": "say", "line": line, "t": at} for line, at in said.items()]
    passages = list(passages_of([*record, {**record[0], "t": 300.0}]))
    assert passages == [(11.4, 48.7), (117.7, 129.0)]
    seen = film_list([Moment(0.0, "a"), Moment(20.0, "b"), Moment(60.0, "c"), Moment(120.0, "d")], passages)
    assert [(each.frame, round(stands, 1)) for each, stands in seen] == [
        ("a", 8.6),
        ("b", 28.7),
        ("c", 2.3),
        ("d", 9.0),
    ]


@pytest.mark.parametrize("hertz", [80.0, 120.0, 230.0])
def test_the_pitch_of_a_buzz_is_found(hertz):
    time = np.arange(22050) / 22050
    buzz = np.asarray(sum(np.sin(2 * np.pi * hertz * order * time + order**2) / order for order in range(1, 16)))
    assert pitch(np.pad(buzz, 5000), 22050) == pytest.approx(12 * np.log2(hertz / 100), abs=0.2)


@pytest.fixture(scope="module")
def night():
    return Night(rendered_night())


def bed(name: str) -> np.ndarray:
    return read_sound(Path(AUDIO) / f"{name}.ogg")[0]


def test_the_bed_that_plays_where_nobody_chose_covers_a_card_and_no_word(night):
    tapping = bed("tapping")
    found = {level: night.noticed(tapping, level) for level in (40.0, 37.0)}
    assert all(found[level][place] <= bar for (level, place), bar in BARS.items()), found
    assert min(night.understood(tapping)) >= UNDERSTOOD


def test_a_card_in_silence_or_under_a_deep_bed_is_noticed(night):
    for uncovered in (np.zeros(SAMPLE_RATE), bed("wind")):
        assert night.noticed(uncovered, 40.0)["window"] > 90


def test_speech_over_noise_is_understood_the_less_the_louder_the_noise_is():
    chance, time = np.random.default_rng(1), np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    speech = chance.standard_normal(len(time)) * np.abs(np.sin(2 * np.pi * 3 * time))
    noise = chance.standard_normal(len(time))
    clear, dim, lost = (estoi(speech, speech + gain * noise, SAMPLE_RATE) for gain in (0.0, 0.3, 10.0))
    assert clear == pytest.approx(1)
    assert 0.6 < dim < 0.9
    assert lost < 0.2
