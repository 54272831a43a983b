"""Tests that lines are found in a recording made from them, and holes in its silence."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from lab.host.hearing import RATE, Samples, find_beginnings, find_lines, holes, in_order, read_recording, tears, torn


def murmur(seed: int, seconds: float) -> Samples:
    """Return a noise that stands for a spoken line and differs for every seed."""
    noise = np.random.default_rng(seed).normal(0, 0.2, round(seconds * RATE))
    return np.convolve(noise, np.hanning(65) / 32, "same").astype(np.float32)


@pytest.fixture
def voice(tmp_path):
    for number, line in enumerate(("game.begin", "seer.wake", "seer.sleep")):
        soundfile.write(tmp_path / f"{line}.opus", murmur(number, 1 + number / 4), RATE, format="OGG", subtype="OPUS")
    return tmp_path


def clips_in(voice: Path) -> dict[str, Path]:
    return {file.stem: file for file in sorted(voice.glob("*.opus"))}


def test_a_line_is_known_by_its_own_name_whatever_its_file_is_called(voice):
    clip, _ = soundfile.read(voice / "seer.wake.opus", dtype="float32")
    sound = np.concatenate([0.02 * murmur(9, 1), clip, 0.02 * murmur(8, 3)])
    recording, clips = np.stack([sound, sound], axis=1), {"dawn": voice / "seer.wake.opus"}
    assert [hit.line for hit in find_lines(recording, clips)] == ["dawn"]
    assert find_beginnings(recording, clips, 0.7) == {"dawn": [pytest.approx(1.0, abs=0.01)]}


def test_each_line_is_found_where_it_sounds_under_the_bed(voice):
    sound = 0.02 * murmur(9, 8)
    for line, at in (("seer.sleep", 5.0), ("game.begin", 1.0)):
        clip, _ = soundfile.read(voice / f"{line}.opus", dtype="float32")
        sound[round(at * RATE) :][: len(clip)] += clip
    found = find_lines(np.stack([sound, sound], axis=1), clips_in(voice))
    assert [hit.line for hit in found] == ["game.begin", "seer.sleep"]
    assert [hit.at for hit in found] == pytest.approx([1.0, 5.0], abs=0.01)
    assert min(hit.match for hit in found) > 0.9


def test_a_line_is_not_taken_for_a_longer_one_that_begins_alike(voice):
    clip, _ = soundfile.read(voice / "seer.sleep.opus", dtype="float32")
    longer = np.concatenate([clip, murmur(20, 2)])
    soundfile.write(voice / "seer.sleep.longer.opus", longer, RATE, format="OGG", subtype="OPUS")
    sound = np.concatenate([np.zeros(RATE, np.float32), clip, 0.02 * murmur(9, 4)])
    assert [hit.line for hit in find_lines(np.stack([sound, sound], axis=1), clips_in(voice))] == ["seer.sleep"]


def test_in_the_bed_alone_no_line_is_found(voice):
    bed = murmur(10, 6)
    assert find_lines(np.stack([bed, bed], axis=1), clips_in(voice)) == []


def test_a_hole_is_told_with_its_moment_and_length():
    sound = np.full((RATE, 2), 0.1, np.float32)
    sound[4800:7200] = 0
    sound[9600:9610] = 0  # shorter than anybody hears
    assert holes(sound) == [pytest.approx((0.1, 0.05))]


def test_a_recording_whose_header_lies_is_read_to_its_end(tmp_path):
    file = tmp_path / "dac.wav"
    file.write_bytes(bytes(44) + np.array([16384, -16384, 0, 8192], "<i2").tobytes() + b"\x01")
    assert read_recording(file).tolist() == [[0.5, -0.5], [0.0, 0.25]]


def test_a_hole_after_a_sentence_that_has_faded_away_is_none():
    sound = np.full((2 * RATE, 2), 0.1, np.float32)
    sound[RATE // 2 : RATE // 2 + 2400] = 0
    sound[RATE : RATE + RATE // 2] = 1e-4
    sound[RATE + RATE // 2 :][:2400] = 0
    assert torn(sound) == [pytest.approx((0.5, 0.05))]


def test_a_hole_after_a_bed_that_fades_within_a_tenth_of_a_second_is_none():
    sound = np.full((RATE, 2), 0.02, np.float32)
    sound[RATE // 2 - 4800 : RATE // 2] *= np.geomspace(1, 0.01, 4800, dtype=np.float32)[:, None]
    sound[RATE // 2 : RATE // 2 + 4080] = 0
    assert torn(sound) == []


def test_only_a_hole_that_cuts_what_sounds_without_an_act_is_a_tear():
    sound = np.full((6 * RATE, 2), 0.1, np.float32)
    sound[: RATE // 2] = 0  # nothing has been pressed yet
    sound[120000:122400] = 0  # nobody did anything: torn
    sound[3 * RATE : 3 * RATE + 2400] = 0  # somebody pressed just before
    sound[4 * RATE : 5 * RATE] *= np.linspace(1, 0, RATE, dtype=np.float32)[:, None] ** 4
    sound[5 * RATE : 5 * RATE + 2400] = 0  # a sentence that has faded away
    assert tears(sound, [100.0, 102.4]) == [pytest.approx((2.5, 0.05))]


def test_a_recording_that_leaves_out_silence_between_two_games_is_laid_on_the_acts_again():
    game = np.full((3 * RATE, 2), 0.1, np.float32)
    game[2 * RATE : 2 * RATE + 2400] = 0  # two seconds after START: an act in the one game, none in the other
    silence = np.zeros((6 * RATE, 2), np.float32)
    sound = np.concatenate([silence, game, silence, game, silence])
    assert tears(sound, [100.0, 101.9, 103.0, 140.0, 143.0]) == [pytest.approx((17.0, 0.05))]
    assert tears(sound, [100.0, 101.9, 103.0, 140.0, 141.9, 143.0]) == []


@pytest.mark.parametrize("least", [0, 0.1], ids=["faded", "stopped"])
def test_what_was_heard_before_the_first_game_is_none(least):
    game, silence = np.full((3 * RATE, 2), 0.1, np.float32), np.zeros((6 * RATE, 2), np.float32)
    game[2 * RATE : 2 * RATE + 2400] = 0
    greeting = np.maximum(least, np.linspace(0.1, 0, RATE, dtype=np.float32)[:, None].repeat(2, axis=1) ** 4)
    sound = np.concatenate([greeting, silence, game, silence, game, silence])
    assert tears(sound, [100.0, 101.9, 103.0, 140.0, 143.0]) == [pytest.approx((18.0, 0.05))]


@pytest.mark.parametrize("extra", range(40))
def test_the_silence_after_the_last_game_begins_no_other(extra):
    """A recording may have any length in samples, and the sum of two times may lie slightly before its end."""
    silence = np.zeros((6 * RATE + extra, 2), np.float32)
    assert tears(np.concatenate([np.full((2 * RATE, 2), 0.1, np.float32), silence]), [100.0, 102.0]) == []


def test_a_line_that_was_cut_short_is_known_by_its_beginning(voice):
    clip, _ = soundfile.read(voice / "seer.sleep.opus", dtype="float32")
    sound = np.concatenate([0.02 * murmur(9, 1), clip[: round(0.8 * RATE)], 0.02 * murmur(8, 3)])
    recording = np.stack([sound, sound], axis=1)
    found = find_beginnings(recording, clips_in(voice), 0.7)
    assert found == {"game.begin": [], "seer.wake": [], "seer.sleep": [pytest.approx(1.0, abs=0.01)]}
    assert find_lines(recording, clips_in(voice)) == []


def test_of_lines_that_begin_alike_the_whole_one_counts(voice):
    clip, _ = soundfile.read(voice / "seer.sleep.opus", dtype="float32")
    alike = np.concatenate([clip[:RATE], murmur(20, 2)])
    soundfile.write(voice / "other.opus", alike, RATE, format="OGG", subtype="OPUS")
    sound = np.concatenate([0.02 * murmur(9, 1), clip, 0.02 * murmur(8, 3)])
    found = find_beginnings(np.stack([sound, sound], axis=1), clips_in(voice), 0.9)
    assert (found["seer.sleep"], found["other"]) == ([pytest.approx(1.0, abs=0.01)], [])


def test_lines_are_missed_that_are_not_heard_or_not_in_their_turn():
    beginnings = {"one": [1.0, 5.0], "two": [3.0], "three": [], "four": [2.0]}
    assert in_order(["one", "two", "one"], beginnings) == []
    assert in_order(["one", "three", "two", "one"], beginnings) == ["three"]
    assert in_order(["four", "two", "one", "four"], beginnings) == ["four"]
    assert in_order(["one", "one", "one"], beginnings) == ["one"]


def test_a_line_that_is_missed_hides_nothing_of_the_evening_after_it():
    """A missed line is found the next time it is expected."""
    beginnings = {"open": [1.0, 11.0], "king": [15.0], "close": [6.0, 16.0]}
    assert in_order(["open", "king", "close"] * 2, beginnings) == ["king"]
