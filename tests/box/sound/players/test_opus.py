"""Tests Opus decoded beside SDL: it sounds the same, and broken, overlong or other files are not decoded."""

import numpy as np
import pytest

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.players.clips import LONGEST_CLIP, OPUS_LIBRARY, OpusDecoder
from nightcrier.box.sound.players.open_device import import_mixer
from nightcrier.box.sound.port import SAMPLE_RATE, BadClip
from tests.shipped import shipped_clip


@pytest.fixture
def mixer(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    mixer = import_mixer().mixer
    mixer.init(SAMPLE_RATE, -16, 2, 512, allowedchanges=0)
    yield mixer
    mixer.quit()


@pytest.fixture
def decoded(mixer):
    return OpusDecoder().decode


def of_sdl(mixer, clip):
    return np.frombuffer(mixer.Sound(file=str(clip)).get_raw(), np.int16).astype(int)


@pytest.mark.parametrize(("voice", "line"), [("en-female", "number.5"), ("th-male", "vote.now")])
def test_a_line_sounds_as_sdl_would_play_it(decoded, mixer, tmp_path, voice, line):
    clip = shipped_clip(voice, line)
    alone = tmp_path / clip.name
    alone.write_bytes(sound_content(clip))
    ours, sdls = np.frombuffer(decoded(clip), np.int16).astype(int), of_sdl(mixer, alone)
    assert len(ours) == len(sdls)
    assert abs(ours - sdls).max() <= 2  # the last bit is dithered
    assert abs(ours).max() > 1000


def test_both_sides_of_stereo_are_kept(decoded, mixer, workshop):
    import soundfile

    sound = np.stack([np.sin(np.arange(SAMPLE_RATE // 2) / 20), np.zeros(SAMPLE_RATE // 2)], axis=1) * 0.5
    soundfile.write(workshop.folder / "left.opus", sound, SAMPLE_RATE, format="OGG", subtype="OPUS")
    left, right = np.frombuffer(decoded(workshop.folder / "left.opus"), np.int16).reshape(-1, 2).T
    assert np.abs(left).max() > 100 * np.abs(right[SAMPLE_RATE // 10 :]).max()
    assert abs(np.stack([left, right], axis=1).reshape(-1) - of_sdl(mixer, workshop.folder / "left.opus")).max() <= 2


@pytest.mark.parametrize("name", ["a.wav", "a.ogg", "a.mp3"])
def test_what_is_no_opus_is_left_to_sdl(decoded, workshop, name):
    assert decoded(workshop.tone(workshop.folder / name, 0.1)) is None


def test_what_is_not_there_or_broken_is_nothing(decoded, workshop):
    assert decoded(workshop.folder / "nowhere.opus") is None
    clip = workshop.tone(workshop.folder / "a.opus", 1.0)
    for kept in (0, 20, 60, 90):
        clip.with_name("cut.opus").write_bytes(clip.read_bytes()[:kept])
        assert decoded(clip.with_name("cut.opus")) is None


def test_a_truncated_clip_is_what_is_there(decoded, workshop):
    clip = workshop.tone(workshop.folder / "a.opus", 5.0)
    whole = len(decoded(clip))
    clip.write_bytes(clip.read_bytes()[: clip.stat().st_size // 2])
    assert 0 < len(decoded(clip) or b"x") < whole


def test_a_clip_with_a_gap_goes_on_after_it(decoded, workshop):
    clip = workshop.tone(workshop.folder / "a.opus", 5.0)
    whole, sound = len(decoded(clip)), bytearray(clip.read_bytes())
    pages = [at for at in range(len(sound)) if sound[at : at + 4] == b"OggS"]
    del sound[pages[3] : pages[4]]
    clip.write_bytes(sound)
    assert whole / 2 < len(decoded(clip)) <= whole


def test_one_that_is_too_long_to_be_held_is_refused_and_not_left_to_sdl(decoded, workshop):
    long = workshop.tone(workshop.folder / "long.opus", LONGEST_CLIP + 1, level=0.0)
    with pytest.raises(BadClip):
        decoded(long)
    long.write_bytes(long.read_bytes() + workshop.tone(workshop.folder / "a.opus", 0.2).read_bytes())
    with pytest.raises(BadClip):
        decoded(long)


def test_without_a_library_all_is_left_to_sdl(tmp_path, workshop):
    opus = OpusDecoder(tmp_path / "nothing", "libopusfile-that-is-not.so")
    assert opus.decode(workshop.tone(workshop.folder / "a.opus", 0.1)) is None


def test_the_library_is_the_one_sdl_brought(mixer):
    assert OPUS_LIBRARY in OpusDecoder(systems="libopusfile-that-is-not.so")._library._name
