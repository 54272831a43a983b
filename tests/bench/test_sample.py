"""The sample is the first minute of a night, small enough for a page, and ends softly."""

import numpy as np
import soundfile

from bench.sample import MOST_BYTES, write_minute


def test_a_night_becomes_a_minute_that_is_always_the_same(tmp_path):
    night, noise = tmp_path / "night.flac", 0.2 * np.random.default_rng(1).standard_normal((48000 * 61, 2))
    soundfile.write(night, noise, 48000)
    made = []
    for _ in range(2):
        write_minute(night, tmp_path / "minute.opus")
        made.append((tmp_path / "minute.opus").read_bytes())
    sound, rate = soundfile.read(tmp_path / "minute.opus")
    assert (len(sound) / rate, sound.ndim) == (60, 1)
    assert np.abs(sound[-rate // 20 :]).max() < 0.1 * np.abs(sound[:rate]).max()
    assert made[0] == made[1]
    assert len(made[0]) <= MOST_BYTES
