"""Tests how the lab judges what the box left on a stick: by what any computer finds on it."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from lab.host import sticks, updates
from lab.host.sticks import saved, untouched, written
from lab.plan import HERE

FILES = {"decks/sunday.toml": "a deck", "device.toml": "settings"}


def save_box(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("choices.json", "{}" * 100)


def test_all_saved_boxes_have_to_be_whole_and_the_first_one_there(tmp_path):
    assert not saved(tmp_path).holds
    save_box(tmp_path / "nightcrier-saved-2.zip")
    assert not saved(tmp_path).holds
    save_box(tmp_path / "nightcrier-saved.zip")
    assert saved(tmp_path).holds


@pytest.mark.parametrize("size", [0, 60, 200])
def test_a_saved_box_that_was_cut_short_falls_short(tmp_path, size):
    save_box(tmp_path / "nightcrier-saved.zip")
    save_box(torn := tmp_path / "nightcrier-saved-2.zip")
    torn.write_bytes(torn.read_bytes()[:size])
    assert not saved(tmp_path).holds
    assert saved(tmp_path).measured == "1 of 2 whole"


def test_files_to_read_are_there_and_hold_something(tmp_path):
    for name in ("report.txt", "scores.csv", "problems.txt"):
        assert not written(tmp_path).holds
        (tmp_path / name).write_text("a line\n")
    assert written(tmp_path).holds
    (tmp_path / "scores.csv").write_text("\ufeff")
    assert not written(tmp_path).holds


def test_what_people_had_put_there_is_as_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(sticks, "_FILES", FILES)
    (tmp_path / "decks").mkdir()
    for name, content in FILES.items():
        assert not untouched(tmp_path).holds
        (tmp_path / name).write_text(content)
    assert untouched(tmp_path).holds
    (tmp_path / "device.toml").write_text("other settings")
    assert not untouched(tmp_path).holds


def test_a_stick_that_no_computer_reads_is_a_row_of_its_own(tmp_path, monkeypatch):
    def broken(*words: object) -> str:
        raise subprocess.CalledProcessError(1, "mcopy", stderr="bad sector\n")

    monkeypatch.setattr(sticks, "mtool", broken)
    (row,) = sticks._found(tmp_path)
    assert (row.measured, row.holds) == ("bad sector", False)


@pytest.mark.parametrize(("version", "later"), [("0.2.0", "0.2.1"), ("1.0.9", "1.0.10"), ("0.3.0rc1", None)])
def test_the_next_number_of_a_version(version, later):
    text = f'a program\n__version__ = "{version}"\n'
    if later is None:
        with pytest.raises(ValueError, match="no number"):
            updates.with_next_number(text)
    else:
        assert updates.with_next_number(text) == text.replace(version, later)


def test_the_version_that_crashes_does_so_where_the_box_begins():
    begins, crash = updates._CRASH
    assert (HERE.parent / "device" / "nightcrier" / "tools" / "run.py").read_text("utf-8").count(begins) == 1
    namespace: dict[str, object] = {"Namespace": object}
    exec(begins + crash, namespace)  # noqa: S102 - the line that is put there
    run = namespace["do_run"]
    assert callable(run)
    with pytest.raises(SystemExit, match="crashes"):
        run(None)
