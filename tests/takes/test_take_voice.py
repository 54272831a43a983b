"""Tests that a whole voice in one file is imported on another box, after a check, and never by half."""

import errno
import re
import zipfile

import numpy as np
import pytest

from nightcrier.box.sound.ogg import steady_ogg
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import own_pack
from nightcrier.takes.soundfiles import encode_speech, measure_file
from nightcrier.takes.voice_zip import write_voice
from nightcrier.tools import voice_people
from nightcrier_studio.pack_build import SpokenClip, build_voice
from studio.tests.canned import CLIP, EN, VOICE, clip_of, crew, silently

TEXTS = {LineId("paused"): "Paused.", LineId("vote.now"): "Point!"}
"""Texts of a voice. The second one matches the box's own words."""
PAUSED = clip_of("paused", "Paused.")


@pytest.fixture
def box(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(voice_people, "need_studio", lambda _verb: pytest.fail("a box has no studio"))
    monkeypatch.setattr(voice_people, "has_studio", lambda: False)
    monkeypatch.setattr(voice_people, "measure_of_studio", lambda: None)
    return tmp_path / "state/voices"


@pytest.fixture
def stick(tmp_path):
    """Return a voice on a stick."""
    build_voice(tmp_path / "en-new.zip", VOICE, TEXTS, crew, silently)
    return tmp_path / "en-new.zip"


@pytest.fixture
def take(call, tmp_path):
    """Return a function that imports a file, checks the exit status, and returns what was said."""
    return lambda status, file: call(status, "voices", "import", file, "--audio", tmp_path / "shipped")


def test_it_lies_on_the_box_as_it_came_and_says_what_it_can(box, stick, take):
    said = take(0, stick).out
    assert (box / "en-new.zip").read_bytes() == stick.read_bytes()
    assert [each.name for each in box.iterdir()] == ["en-new.zip"]
    assert f"{box / 'en-new.zip'}: taken; it says 1 of " in said
    assert [each.id for each in read_shelf(box, EN, pytest.fail)] == ["en-new"]


def test_peoples_own_voices_in_one_file_are_taken_without_a_studio_too(box, tmp_path, take):
    own = own_pack(tmp_path / "recorded", Language("en"), "Ann")
    own.keep(LineId("paused"), "Paused.", CLIP)
    with (tmp_path / "en-ann.zip").open("wb") as file:
        write_voice(own, file)
    take(0, tmp_path / "en-ann.zip")
    assert read_shelf(box, EN, pytest.fail)[0].pack.person == "Ann"


@pytest.mark.parametrize("at", [0.1, 0.5, 0.9])
def test_a_damaged_one_is_not_taken_at_all(box, stick, tmp_path, take, at):
    content = bytearray(stick.read_bytes())
    content[content.index(b"OpusHead") + round(at * len(CLIP))] ^= 1
    stick.write_bytes(content)
    told = take(1, stick).err
    assert f"paused: {PAUSED} in it is damaged." in told
    assert f"{stick} cannot be used as it is, and nothing of it was taken; copy it, or make it, again." in told
    assert not box.exists()


LOUD = encode_speech(0.99 * np.sign(np.sin(np.arange(48000) / 25)))
EMPTY = steady_ogg(b"OggS\0\6" + (48000).to_bytes(8, "little") + bytes(12) + b"\1\x13OpusHead\1\1" + bytes(9))
"""Complete Ogg pages with no sound in them."""


@pytest.mark.parametrize(
    ("clip", "told"),
    [
        (LOUD, r"paused: it is at -\d\.\d LUFS instead of -16\.\n.*paused: it peaks at"),
        (EMPTY, r"paused: it cannot be decoded\.\n"),
    ],
)
def test_where_the_studio_is_it_measures_how_loud_each_clip_is(box, tmp_path, take, monkeypatch, clip, told):
    monkeypatch.setattr(voice_people, "measure_of_studio", lambda: measure_file)
    build_voice(tmp_path / "en-odd.zip", VOICE, TEXTS, lambda _, tasks: [SpokenClip(tasks[0], clip)], silently)
    assert re.search(told, take(1, tmp_path / "en-odd.zip").err)
    assert not box.exists()


def test_a_card_without_room_is_said_so(box, stick, tmp_path, take, monkeypatch):
    def full(_place, _content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(voice_people, "replace_file", full)
    place = box / "en-new.zip"
    assert f"{place} cannot be kept (No space left on device); make room on its card.\n" in take(2, stick).err


def test_one_that_lists_what_it_lacks_is_not_taken(box, stick, tmp_path, take):
    with zipfile.ZipFile(stick) as whole, zipfile.ZipFile(tmp_path / "en-less.zip", "w") as less:
        for name in ("pack.toml", PAUSED):
            less.writestr(name, whole.read(name))
    assert "clips.vote.now.file" in take(1, tmp_path / "en-less.zip").err
    assert not box.exists()


def test_one_without_clips_is_refused(box, tmp_path, take):
    build_voice(tmp_path / "en-new.zip", VOICE, {}, crew, silently)
    with (tmp_path / "en-ann.zip").open("wb") as file:
        write_voice(own_pack(tmp_path / "recorded", Language("en"), "Ann"), file)
    for name in ("en-new.zip", "en-ann.zip"):
        assert take(2, tmp_path / name).err.endswith(f"{tmp_path / name} holds no clips; nothing was taken.\n")
    assert not box.exists()


def test_a_zip_without_anything_in_it_is_refused_without_a_studio_too(box, tmp_path, take):
    with zipfile.ZipFile(tmp_path / "en-none.zip", "w"):
        pass
    assert take(2, tmp_path / "en-none.zip").err.endswith(
        f"{tmp_path / 'en-none.zip'} is an empty zip; nothing was taken.\n"
    )


@pytest.mark.parametrize("name", ["new.zip", "en.new.zip", "it-new.zip"])
def test_its_name_has_to_tell_its_language(box, stick, tmp_path, take, name):
    assert "call it en-NAME.zip" in take(2, stick.rename(tmp_path / name)).err
    assert not box.exists()


def test_one_that_came_with_the_box_is_left(box, stick, tmp_path, take):
    build_voice(tmp_path / "shipped/voices/en-new.zip", VOICE, TEXTS, crew, silently)
    assert "The voice en-new came with this box; nothing was taken." in take(2, stick).err
    assert not box.exists()
