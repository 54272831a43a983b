"""Tests reading Ogg files page by page: length, damage, and a serial number that never varies."""

import io

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.sound.ogg import OGG_SERIAL, BrokenOgg, ogg_pages, ogg_seconds, steady_ogg
from nightcrier.kernel.errors import NightcrierError
from nightcrier.takes.soundfiles import encode_speech, read_sound, resample_to

NOISE = 0.1 * np.random.default_rng(0).standard_normal(24000)
CODED = encode_speech(NOISE)


def raw(subtype: str = "VORBIS", rate: int = 48000) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, NOISE, rate, subtype=subtype, format="OGG")
    return file.getvalue()


@pytest.mark.parametrize(("subtype", "rate"), [("VORBIS", 48000), ("VORBIS", 8000), ("OPUS", 48000), ("OPUS", 24000)])
def test_the_length_is_read_without_decoding(tmp_path, subtype, rate):
    file = tmp_path / "a.ogg"
    file.write_bytes(raw(subtype, rate))
    assert ogg_seconds(file) == pytest.approx(len(NOISE) / rate, abs=0.001)


def test_a_settled_file_sounds_the_same_and_is_always_the_same():
    assert steady_ogg(raw()) == steady_ogg(raw())
    before, after = (soundfile.read(io.BytesIO(data))[0] for data in (raw(), steady_ogg(raw())))
    assert np.array_equal(before, after)
    assert OGG_SERIAL.to_bytes(4, "little") in steady_ogg(raw())


def test_a_clip_is_written_without_the_remarks_of_its_encoder():
    before = raw("OPUS")
    after = steady_ogg(before)
    assert len(after) < len(before) - 400
    assert b"libopus" not in after
    assert np.array_equal(*(soundfile.read(io.BytesIO(data))[0] for data in (before, after)))


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 10**9), change=st.integers(1, 255))
def test_any_changed_byte_is_found(tmp_path_factory, at, change):
    sound = bytearray(CODED)
    sound[at % len(sound)] ^= change
    file = tmp_path_factory.mktemp("ogg") / "a.opus"
    file.write_bytes(sound)
    with pytest.raises(BrokenOgg):
        ogg_seconds(file)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2000))
def test_a_file_that_is_cut_off_is_found_or_ends_at_a_page(length):
    cut = CODED[:length]
    if length in {page.end for page in ogg_pages(CODED)}:
        assert list(ogg_pages(cut))
    else:
        with pytest.raises(BrokenOgg):
            list(ogg_pages(cut))


def test_what_is_no_sound_is_said_in_one_sentence(tmp_path):
    file = tmp_path / "a.wav"
    file.write_text("no sound")
    with pytest.raises(BrokenOgg, match="not a whole Ogg file"):
        ogg_seconds(file)
    with pytest.raises(NightcrierError, match=r"a\.wav cannot be read as sound; wav"):
        read_sound(file)
    with pytest.raises(NightcrierError, match="cannot be read"):
        read_sound(tmp_path / "nothing.wav")


def test_an_ogg_file_of_another_kind_is_refused(tmp_path):
    file = tmp_path / "a.ogg"
    file.write_bytes(steady_ogg(raw().replace(b"\x01vorbis", b"\x01theora")))
    with pytest.raises(BrokenOgg, match="neither Opus nor Vorbis"):
        ogg_seconds(file)


@pytest.mark.parametrize(
    "second", [CODED, raw()[58:]], ids=["another beginning", "another number, without its beginning"]
)
def test_two_sounds_in_one_file_are_refused_for_the_last_page_knows_one_alone(tmp_path, second):
    file = tmp_path / "a.opus"
    file.write_bytes(CODED + second)
    with pytest.raises(BrokenOgg, match="more than one sound"):
        ogg_seconds(file)


def test_two_channels_become_one(tmp_path):
    file = tmp_path / "a.wav"
    soundfile.write(file, np.column_stack((NOISE, -NOISE)), 24000)
    sound, rate = read_sound(file)
    assert rate == 24000
    assert sound == pytest.approx(np.zeros(len(NOISE)), abs=1e-4)


def test_another_rate_is_another_number_of_samples_for_the_same_time():
    assert len(resample_to(NOISE, 24000, 48000)) == 48000
    assert resample_to(NOISE, 24000, 24000) is NOISE
