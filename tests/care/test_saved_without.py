"""Tests that files that cannot be read, or would be refused later, are named and left out; the rest is saved."""

import errno
import io
import os
import zipfile

import pytest

from nightcrier.care import saving
from nightcrier.care import saving as saved_places
from nightcrier.care.saving import write_saved
from nightcrier.cli import main
from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.chore import save_out, try_chore
from tests.care.saved_boxes import FIRST, keep_old_scores, live_in

pytestmark = pytest.mark.usefixtures("checked_here")


@pytest.fixture
def used(box):
    live_in(box, "Ada", "Ben", "Cem")
    return box


def saved_as(tmp_path, capsys, status):
    """Save the box, and return the sentences and what a new box says when the file is restored there."""
    (tmp_path / "stick").mkdir(exist_ok=True)
    capsys.readouterr()
    assert main(["save", str(tmp_path / "stick")]) == status
    told = capsys.readouterr().err
    with pytest.MonkeyPatch.context() as patch:
        for name in ("STATE", "CONFIGURATION"):
            patch.setenv(f"{name}_DIRECTORY", str(tmp_path / "new" / name))
        assert main(["restore", str(tmp_path / "stick" / "nightcrier" / "nightcrier-saved.zip")]) == 0
    return told, capsys.readouterr().out


def of_size(name, size):
    def spoil(used, _patch):
        with (used / name).open("wb") as file:
            file.truncate(size)

    return spoil


def of_content(name, content):
    return lambda used, _patch: (used / name).write_bytes(content)


def opened(opens):
    """Return a function that lets the sound be opened only in this way."""

    def spoil(used, patch):
        bed, real = used / "own" / "beds" / "sea.wav", saving.open_plainly
        bed.write_bytes(bytes(2 * saving.PIECE))
        patch.setattr(saving, "open_plainly", lambda path: opens(path) if path == bed else real(path))

    return spoil


def barred(_path):
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


class WornFile(io.FileIO):
    """A file that can be read only up to its middle."""

    def read(self, size=-1):
        if self.tell():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().read(size)


LEFT_OUT = {
    "a long sound": (of_size("own/beds/long.wav", 2**25 + 1), "own/beds/long.wav: is larger than 32 MiB", 10),
    "a long deck": (of_size("own/scenarios/a.toml", 2**16 + 1), "own/scenarios/a.toml: is larger than 64 KiB", 10),
    "a long voice": (of_size("state/voices/en-a.zip", 2**27 + 1), "state/voices/en-a.zip: is larger than 128 MiB", 10),
    "many choices": (of_size("state/choices.json", 2**18 + 1), "state/choices.json: is larger than 256 KiB", 9),
    "many scores": (of_size(FIRST, 2**22 + 1), f"{FIRST}: is larger than 4 MiB", 9),
    "a name that nobody can read": (
        of_content("own/scenarios/a\u202elmot.toml", b""),
        "has a letter in its name that nobody can see",
        10,
    ),
    "a sound that is barred": (opened(barred), "own/beds/sea.wav: cannot be read (Permission denied)", 9),
    "a worn card": (opened(WornFile), "own/beds/sea.wav: cannot be read (Input/output error)", 9),
}


@pytest.mark.parametrize(("spoil", "why", "files"), LEFT_OUT.values(), ids=LEFT_OUT.keys())
def test_it_is_left_out_and_costs_nobody_the_rest(used, tmp_path, capsys, monkeypatch, spoil, why, files):
    spoil(used, monkeypatch)
    told, back = saved_as(tmp_path, capsys, 1)
    assert why in told
    assert (told.count("\n"), told.endswith("; the box is saved without it.\n")) == (1, True)
    assert f"({files} files)" in back


def enlarge(file, size):
    with file.open("wb") as opened:
        opened.truncate(size)


def test_an_old_database_larger_than_is_brought_back_is_left_out(used, tmp_path, capsys):
    enlarge(keep_old_scores(used, "Ada"), 2**26 + 1)
    told, back = saved_as(tmp_path, capsys, 1)
    assert told == "state/scores.sqlite: is larger than 64 MiB; the box is saved without it.\n"
    assert "(9 files)" in back


@pytest.mark.parametrize(("bound", "most"), [("_LARGEST_BOX", 20_000), ("MOST_FILES", 8), ("_MOST_LETTERS", 200)])
def test_what_is_more_than_is_brought_back_is_left_out(used, tmp_path, capsys, monkeypatch, bound, most):
    monkeypatch.setattr(saved_places, bound, most)
    told, back = saved_as(tmp_path, capsys, 1)
    assert ": is more than a saved box holds; the box is saved without it.\n" in told
    assert "Brought back: " in back


def test_the_largest_of_each_is_saved_and_comes_back(used, tmp_path, capsys):
    for name, size in {"own/beds/long.wav": 2**25, "own/scenarios/long.toml": 2**16}.items():
        with (used / name).open("wb") as file:
            file.truncate(size)
    told, back = saved_as(tmp_path, capsys, 0)
    assert (told, "(12 files)" in back) == ("", True)


def test_an_old_database_in_the_middle_of_a_change_is_named(used, tmp_path, capsys):
    book = keep_old_scores(used, "Ada")
    book.with_name("scores.sqlite-journal").mkdir()
    told, back = saved_as(tmp_path, capsys, 1)
    assert (
        told == "state/scores.sqlite: cannot be read (it is in the middle of a change); the box is saved without it.\n"
    )
    assert "(9 files)" in back


def test_what_grows_while_it_is_read_is_as_it_was_at_first(used, monkeypatch):
    bed = used / "own" / "beds" / "sea.wav"
    bed.write_bytes(bytes(saving.PIECE + 5))
    real, file = saved_places.most_bytes, io.BytesIO()

    def grows(name):
        with bed.open("ab") as growing:
            growing.write(bytes(99))
        return real(name)

    monkeypatch.setattr(saved_places, "most_bytes", grows)
    assert write_saved(file, standard_folders()).left_out == ()
    assert zipfile.ZipFile(file).getinfo("own/beds/sea.wav").file_size == saving.PIECE + 5


def test_the_box_and_a_phone_are_told_that_something_was_left_out(used, tmp_path, monkeypatch):
    """The box still offers what could be saved, along with the reasons for what is missing."""
    (used / "own" / "scenarios" / "long.toml").write_bytes(bytes(2**16 + 1))
    told = "own/scenarios/long.toml: is larger than 64 KiB; the box is saved without it."
    assert save_out(tmp_path / "out", tmp_path) == ChoreDone(Chore.SAVE_OUT, good=False, reasons=(told,))
    assert (tmp_path / "out" / "saved.zip").exists()
    (tmp_path / "stick").mkdir()
    for module in ("care", "report"):
        monkeypatch.setattr(f"nightcrier.tools.{module}.stick_named", lambda _: tmp_path / "stick")
    assert try_chore(Chore.SAVE) == ChoreDone(Chore.SAVE, good=False)
    problems = tmp_path / "stick" / "nightcrier" / "problems.txt"
    assert told in problems.read_text()
    (used / "own" / "scenarios" / "long.toml").unlink()
    assert try_chore(Chore.SAVE) == ChoreDone(Chore.SAVE)
    assert told not in problems.read_text()
