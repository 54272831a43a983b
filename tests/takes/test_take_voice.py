"""A whole voice in one file is taken onto another box: looked at first, and never half of it."""

import errno
import re
import zipfile

import numpy as np
import pytest

from nightcrier.box.sound.ogg import steady_ogg
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.cli import main
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import own_pack
from nightcrier.takes.soundfiles import encode_speech, measure_file
from nightcrier.takes.voice_zip import write_voice
from nightcrier.tools import voice_people
from nightcrier_studio.pack_build import SpokenClip, build_voice
from studio.tests.canned import CLIP, EN, VOICE, clip_of, crew, silently

TEXTS = {LineId("paused"): "Paused.", LineId("vote.now"): "Point!"}
"""The second is what the box says."""
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
    """A voice on a stick."""
    build_voice(tmp_path / "en-new.zip", VOICE, TEXTS, crew, silently)
    return tmp_path / "en-new.zip"


def taken(file, tmp_path):
    return main(["voices", "import", str(file), "--audio", str(tmp_path / "shipped")])


def test_it_lies_on_the_box_as_it_came_and_says_what_it_can(box, stick, tmp_path, capsys):
    assert taken(stick, tmp_path) == 0
    assert (box / "en-new.zip").read_bytes() == stick.read_bytes()
    assert [each.name for each in box.iterdir()] == ["en-new.zip"]
    assert f"{box / 'en-new.zip'}: taken; it says 1 of " in capsys.readouterr().out
    assert [each.id for each in read_shelf(box, EN, pytest.fail)] == ["en-new"]


def test_peoples_own_voices_in_one_file_are_taken_without_a_studio_too(box, tmp_path):
    own = own_pack(tmp_path / "recorded", Language("en"), "Ann")
    own.keep(LineId("paused"), "Paused.", CLIP)
    with (tmp_path / "en-ann.zip").open("wb") as file:
        write_voice(own, file)
    assert taken(tmp_path / "en-ann.zip", tmp_path) == 0
    assert read_shelf(box, EN, pytest.fail)[0].pack.person == "Ann"


@pytest.mark.parametrize("at", [0.1, 0.5, 0.9])
def test_a_damaged_one_is_not_taken_at_all(box, stick, tmp_path, capsys, at):
    content = bytearray(stick.read_bytes())
    content[content.index(b"OpusHead") + round(at * len(CLIP))] ^= 1
    stick.write_bytes(content)
    assert taken(stick, tmp_path) == 1
    told = capsys.readouterr().err
    assert f"paused: {PAUSED} in it is damaged." in told
    assert f"{stick} cannot be used as it is, and nothing of it was taken; copy it, or make it, again." in told
    assert not box.exists()


def test_where_the_studio_is_it_measures_how_loud_each_clip_is(box, stick, tmp_path, capsys, monkeypatch):
    loud = encode_speech(0.99 * np.sign(np.sin(np.arange(48000) / 25)))
    monkeypatch.setattr(voice_people, "measure_of_studio", lambda: measure_file)
    build_voice(tmp_path / "en-loud.zip", VOICE, TEXTS, lambda _, tasks: [SpokenClip(tasks[0], loud)], silently)
    assert taken(tmp_path / "en-loud.zip", tmp_path) == 1
    assert re.search(r"paused: it is at -\d\.\d LUFS instead of -16\.\n.*paused: it peaks at", capsys.readouterr().err)
    assert not box.exists()


def test_what_cannot_be_decoded_is_told_as_one_fault(box, stick, tmp_path, capsys, monkeypatch):
    """Whole pages, and no sound in them."""
    empty = steady_ogg(b"OggS\0\6" + (48000).to_bytes(8, "little") + bytes(12) + b"\1\x13OpusHead\1\1" + bytes(9))
    monkeypatch.setattr(voice_people, "measure_of_studio", lambda: measure_file)
    build_voice(tmp_path / "en-no.zip", VOICE, TEXTS, lambda _, tasks: [SpokenClip(tasks[0], empty)], silently)
    assert taken(tmp_path / "en-no.zip", tmp_path) == 1
    assert "paused: it cannot be decoded.\n" in capsys.readouterr().err


def test_a_card_without_room_is_said_so(box, stick, tmp_path, capsys, monkeypatch):
    def full(_place, _content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(voice_people, "replace_file", full)
    assert taken(stick, tmp_path) == 2
    place = box / "en-new.zip"
    assert f"{place} cannot be kept (No space left on device); make room on its card.\n" in capsys.readouterr().err


def test_one_that_lists_what_it_lacks_is_not_taken(box, stick, tmp_path, capsys):
    with zipfile.ZipFile(stick) as whole, zipfile.ZipFile(tmp_path / "en-less.zip", "w") as less:
        for name in ("pack.toml", PAUSED):
            less.writestr(name, whole.read(name))
    assert taken(tmp_path / "en-less.zip", tmp_path) == 1
    assert "clips.vote.now.file" in capsys.readouterr().err
    assert not box.exists()


def test_one_without_clips_is_refused(box, tmp_path, capsys):
    build_voice(tmp_path / "en-new.zip", VOICE, {}, crew, silently)
    with (tmp_path / "en-ann.zip").open("wb") as file:
        write_voice(own_pack(tmp_path / "recorded", Language("en"), "Ann"), file)
    for name in ("en-new.zip", "en-ann.zip"):
        assert taken(tmp_path / name, tmp_path) == 2
        assert capsys.readouterr().err.endswith(f"{tmp_path / name} holds no clips; nothing was taken.\n")
    assert not box.exists()


def test_a_zip_without_anything_in_it_is_refused_without_a_studio_too(box, tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "en-none.zip", "w"):
        pass
    assert taken(tmp_path / "en-none.zip", tmp_path) == 2
    assert capsys.readouterr().err.endswith(f"{tmp_path / 'en-none.zip'} is an empty zip; nothing was taken.\n")


@pytest.mark.parametrize("name", ["new.zip", "en.new.zip", "it-new.zip"])
def test_its_name_has_to_tell_its_language(box, stick, tmp_path, capsys, name):
    assert taken(stick.rename(tmp_path / name), tmp_path) == 2
    assert "call it en-NAME.zip" in capsys.readouterr().err
    assert not box.exists()


def test_one_that_came_with_the_box_is_left(box, stick, tmp_path, capsys):
    build_voice(tmp_path / "shipped/voices/en-new.zip", VOICE, TEXTS, crew, silently)
    assert taken(stick, tmp_path) == 2
    assert "The voice en-new came with this box; nothing was taken." in capsys.readouterr().err
    assert not box.exists()
