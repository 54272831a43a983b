"""What cannot be read, or would be refused when it is brought back, is named and left out; all else is saved."""

import errno
import io
import os
import zipfile

import pytest

from nightcrier.care import saving
from nightcrier.care import saving as saved_places
from nightcrier.care.saving import write_saved
from nightcrier.cli import main
from nightcrier.kernel.chores import Chore, ChoreDone, SentNews
from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.chore import save_out, try_chore
from tests.care.saved_boxes import keep_old_scores, live_in

pytestmark = pytest.mark.usefixtures("checked_here")


@pytest.fixture
def used(box):
    live_in(box, "Ada", "Ben", "Cem")
    return box


def saved_as(tmp_path, capsys, status):
    """The sentences, and what a new box says when it is brought back there."""
    (tmp_path / "stick").mkdir(exist_ok=True)
    capsys.readouterr()
    assert main(["save", str(tmp_path / "stick")]) == status
    told = capsys.readouterr().err
    with pytest.MonkeyPatch.context() as patch:
        for name in ("STATE", "CONFIGURATION"):
            patch.setenv(f"{name}_DIRECTORY", str(tmp_path / "new" / name))
        assert main(["restore", str(tmp_path / "stick" / "nightcrier" / "nightcrier-saved.zip")]) == 0
    return told, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "size", "most"),
    [
        ("own/beds/long.wav", 2**25 + 1, "32 MiB"),
        ("own/scenarios/long.toml", 2**16 + 1, "64 KiB"),
        ("state/voices/en-long.zip", 2**27 + 1, "128 MiB"),
        ("state/choices.json", 2**18 + 1, "256 KiB"),
        ("state/evenings/000001.json", 2**22 + 1, "4 MiB"),
    ],
)
def test_what_is_larger_than_is_brought_back_is_left_out(used, tmp_path, capsys, name, size, most):
    enlarge(used / name, size)
    told, back = saved_as(tmp_path, capsys, 1)
    assert told == f"{name}: is larger than {most}; the box is saved without it.\n"
    assert f"({9 if name.endswith('.json') else 10} files)" in back


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


def test_what_cannot_be_opened_costs_nobody_the_rest(used, tmp_path, capsys, monkeypatch):
    refused, real = used / "own" / "beds" / "sea.wav", saving.open_plainly

    def opened(path):
        if path == refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(path)

    monkeypatch.setattr(saving, "open_plainly", opened)
    told, back = saved_as(tmp_path, capsys, 1)
    assert told == "own/beds/sea.wav: cannot be read (Permission denied); the box is saved without it.\n"
    assert "(9 files)" in back


class WornFile(io.FileIO):
    """It can be read up to its middle."""

    def read(self, size=-1):
        if self.tell():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().read(size)


def test_a_worn_card_costs_the_file_that_cannot_be_read_to_its_end_and_no_other(used, tmp_path, capsys, monkeypatch):
    worn, real = used / "own" / "beds" / "sea.wav", saving.open_plainly
    worn.write_bytes(bytes(2 * saving.PIECE))

    def opened(path):
        return WornFile(path) if path == worn else real(path)

    monkeypatch.setattr(saving, "open_plainly", opened)
    told, back = saved_as(tmp_path, capsys, 1)
    assert told == "own/beds/sea.wav: cannot be read (Input/output error); the box is saved without it.\n"
    assert "(9 files)" in back


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


def test_a_full_stick_is_told_as_such(used, tmp_path, capsys, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("zipfile._ZipWriteFile.write", full)
    assert main(["save", str(tmp_path)]) == 2
    assert "cannot be written (No space left on device); make room on that stick." in capsys.readouterr().err


def test_the_box_and_a_phone_are_told_that_something_was_left_out(used, tmp_path, monkeypatch):
    """What was saved is there, and so are the reasons."""
    (used / "own" / "scenarios" / "long.toml").write_bytes(bytes(2**16 + 1))
    told = "own/scenarios/long.toml: is larger than 64 KiB; the box is saved without it."
    assert save_out(tmp_path / "out", tmp_path) == SentNews(Chore.SAVE_OUT, good=False, reasons=(told,))
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


def test_a_name_that_nobody_can_read_is_told_as_it_would_be_when_it_is_taken(used, tmp_path, capsys):
    (used / "own" / "scenarios" / "a\u202elmot.toml").write_bytes(b"")
    told, back = saved_as(tmp_path, capsys, 1)
    assert told.endswith("has a letter in its name that nobody can see; the box is saved without it.\n")
    assert "(10 files)" in back
