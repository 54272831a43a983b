"""How long a speech program's file plays, and what is cut off it."""

import os

import pytest

from nightcrier.box.sound.voices.live_speech import cut_dead_air, wave_seconds
from tests.box.sound.voices.waves import tone, write_wav


@pytest.mark.parametrize("content", [None, b"", b"RIFF", b"no wave at all"])
def test_what_is_no_wave_has_no_length(tmp_path, content):
    path = tmp_path / "x.wav"
    if content is not None:
        path.write_bytes(content)
    assert wave_seconds(path) is None


def test_a_file_of_which_a_part_is_gone_has_no_length(tmp_path):
    path = tmp_path / "x.wav"
    write_wav(path, 0.01)
    whole = path.read_bytes()
    for length in range(0, len(whole), 9):
        path.write_bytes(whole[:length])
        assert wave_seconds(path) is None


def test_no_flipped_bit_of_a_header_raises(tmp_path):
    path = tmp_path / "x.wav"
    write_wav(path, 0.01)
    whole = path.read_bytes()
    for bit in range(44 * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        wave_seconds(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.wav")
    assert wave_seconds(tmp_path / "x.wav") is None


@pytest.mark.parametrize(
    ("before", "after", "left"), [(0.2, 0.35, 0.12), (0.0, 0.35, 0.09), (0.2, 0.0, 0.03), (0.01, 0.02, 0.03)]
)
def test_dead_air_around_the_voice_is_cut_off(tmp_path, before, after, left):
    tone(tmp_path / "x.wav", before, 0.5, after)
    cut_dead_air(tmp_path / "x.wav")
    assert wave_seconds(tmp_path / "x.wav") == pytest.approx(0.5 + left, abs=0.011)


def test_what_cannot_be_cut_stays_as_it_is(tmp_path):
    write_wav(tmp_path / "silent.wav")
    tone(tmp_path / "stereo.wav", 0.5, 0.5, 0.5, channels=2)
    for name, seconds in (("silent.wav", 1.0), ("stereo.wav", 0.75)):
        cut_dead_air(tmp_path / name)
        assert wave_seconds(tmp_path / name) == pytest.approx(seconds, abs=0.001)
