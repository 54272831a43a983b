"""Tests that a box's first start parses nothing again that came with the program."""

import shutil
import tomllib

import pytest

from nightcrier.box.library import read_library
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.kept_lists import keep_lists
from nightcrier.words.catalogue import LANGUAGES


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Return the folders of a box whose program is newly installed and will be moved to another place."""
    for name in ("config", "assets/words", "assets/audio/beds"):
        shutil.copytree(name, tmp_path / "new" / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy("assets/audio/sounds.toml", tmp_path / "new" / "assets" / "audio")
    monkeypatch.setattr("nightcrier.kernel.kept_copies.PROGRAM", tmp_path)
    monkeypatch.setattr("nightcrier.kernel.folders.share", (tmp_path / "new").joinpath)
    keep_lists()
    monkeypatch.setattr("nightcrier.kernel.folders.share", (tmp_path / "new").rename(tmp_path / "current").joinpath)
    return standard_folders({}, tmp_path / "state").without_taken()


def read(folders: Folders, told: list[Fault]) -> set[str]:
    load_settings(DISK, folders.settings[:1], LANGUAGES, folders.cache)
    assert SoundList(folders.audio, (), lambda _: None, folders.cache).beds()
    library = read_library(folders, told.append, folders.cache)
    assert all(library.words.books.values())
    return {*library.games}


def test_a_first_start_parses_nothing(folders, monkeypatch):
    told = list[Fault]()
    games = read(folders, told)
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("a list was parsed"))
    assert read(folders, told) == games >= {"one-night", "mafia", "wherewolf"}
    assert told == []
    assert not folders.cache.exists()


def test_a_file_that_was_changed_there_is_read_and_told(folders):
    told = list[Fault]()
    (game,) = (file for file in folders.games[0].glob("mafia.game*") if file.is_file())
    game.write_text("name = ")
    assert "mafia" not in read(folders, told)
    assert [game.name in str(fault) for fault in told] == [True]
