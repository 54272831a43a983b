"""Tests zips for `voices import`: complete, cut short, from the recording page, or of a folder that somebody packed."""

import io
import json
import zipfile

import pytest
import soundfile

from nightcrier.cli import main
from nightcrier.tools import voice_people
from studio.tests.canned import RATE


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state/voices"


@pytest.fixture
def box(state, tmp_path, monkeypatch):
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "own"))
    monkeypatch.setattr(voice_people, "need_studio", lambda _verb: pytest.fail("a box has no studio"))
    monkeypatch.setattr(voice_people, "has_studio", lambda: False)
    return state


def wav(sound):
    content = io.BytesIO()
    soundfile.write(content, sound, RATE, format="WAV")
    return content.getvalue()


def zipped(file, members, way=zipfile.ZIP_STORED):
    with zipfile.ZipFile(file, "w", way) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file


def from_the_page(file, sound):
    """Write a zip like the page's `voiceParts`."""
    head = {"language": "en", "name": "Ann", "person": "Ann", "licence": "own", "credit": "Ann", "quality": "unchecked"}
    rows = [f"{key} = {json.dumps(value)}" for key, value in head.items()]
    listed = "\n".join([*rows, "[clips]", '"paused" = { file = "paused.wav", seconds = 1.5, hash = "" }', ""])
    return zipped(file, {"pack.toml": listed, "paused.wav": wav(sound)})


@pytest.fixture
def bring(call):
    """Return a function that imports a file, checks the exit status, and returns what was said."""
    return lambda status, file: call(status, "voices", "import", file, "--language", "en", "--sure")


def test_a_box_says_where_the_zip_of_the_page_is_made_a_voice(box, tmp_path, bring, talk):
    said = bring(2, from_the_page(tmp_path / "en-Ann.zip", talk())).err
    assert "It holds recordings from the page" in said
    assert "import it on a computer (./run voices import), then export it for the box" in said
    assert "damaged" not in said
    assert not box.exists()


def test_a_stick_that_brings_it_is_told_the_same(box, tmp_path, capsys, talk):
    assert main(["take", str(from_the_page(tmp_path / "en-Ann.zip", talk()))]) != 0
    said = capsys.readouterr()
    assert "it holds recordings from the page" in said.out + said.err


def test_one_that_is_cut_short_is_to_be_copied_again_with_a_studio_or_without(state, tmp_path, bring, talk):
    file = from_the_page(tmp_path / "en-Ann.zip", talk())
    file.write_bytes(file.read_bytes()[:5000])
    assert f"{file} is damaged, or no zip, and nothing of it was taken; copy it again." in bring(2, file).err
    assert not state.exists()


def test_a_box_too_has_it_copied_again(box, tmp_path, bring):
    (tmp_path / "en-new.zip").write_bytes(b"PK\3\4 and no end")
    assert "copy it again" in bring(2, tmp_path / "en-new.zip").err


def test_recordings_in_a_folder_of_a_packed_zip_are_taken(state, tmp_path, bring, talk):
    assert (
        "1 of 1 recordings taken in"
        in bring(0, zipped(tmp_path / "plain.zip", {"mine/paused.wav": wav(talk())}, zipfile.ZIP_DEFLATED)).out
    )


def test_nobodys_recordings_become_somebody_elses(state, tmp_path, capsys, call, talk):
    file = from_the_page(tmp_path / "en-Ann.zip", talk())
    assert main(["voices", "import", str(file), "--person", "Luca"]) == 2
    assert f"{file} says that Ann recorded it: leave --person out." in capsys.readouterr().err
    assert not state.exists()
    assert "as the voice of Ann." in call(0, "voices", "import", file, "--person", "ann", "--sure").out


def test_recordings_of_a_macintosh_are_taken_and_named_among_what_is_understood(state, tmp_path, bring, talk):
    mine = tmp_path / "mine"
    mine.mkdir()
    soundfile.write(mine / "paused.aiff", talk(), RATE)
    (mine / "vote.now.wav").write_bytes(b"no sound")
    said = bring(1, mine)
    assert "1 of 2 recordings taken in" in said.out
    assert "wav, flac, mp3, ogg, opus and aiff are understood" in said.err
