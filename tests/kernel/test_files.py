"""Tests that a power cut during a write leaves the old content or the new."""

import errno
import os
from pathlib import Path
from threading import Thread

import pytest

from nightcrier.kernel.files import (
    LARGEST_FILE,
    Disk,
    append_safely,
    fresh_name,
    open_plainly,
    remove_safely,
    replace_file,
    set_aside,
    try_writing,
    write_atomically,
)

FILE = Path("/state/thing")


def test_the_real_disk_writes_appends_and_removes(tmp_path):
    file = tmp_path / "deep" / "thing"
    assert write_atomically(Disk(), file, b"one") is None
    assert append_safely(Disk(), file, b" two") is None
    assert Disk().read(file) == b"one two"
    assert remove_safely(Disk(), file) is None
    assert list(file.parent.iterdir()) == []


def test_content_is_forced_onto_the_card_before_the_rename_and_the_folder_after_it(tmp_path, monkeypatch):
    done, sync, replace = [], os.fsync, Path.replace

    def note_sync(handle):
        done.append(Path(f"/proc/self/fd/{handle}").readlink())
        sync(handle)

    def note_rename(old, new):
        done.append("rename")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_rename)
    write_atomically(Disk(), tmp_path / "thing", b"one")
    assert done == [fresh_name(tmp_path / "thing"), "rename", tmp_path]


def test_a_full_disk_is_one_sentence_and_leaves_nothing_lying_about(disk):
    write_atomically(disk, FILE, b"old")
    disk.refuses = OSError(errno.ENOSPC, "No space left on device")
    fault = write_atomically(disk, FILE, b"new")
    assert str(fault) == (
        "/state/thing cannot be written (No space left on device): "
        "the box plays on, but forgets this when switched off."
    )
    assert disk.read(FILE) == b"old"


def test_a_refused_append_or_removal_is_told_and_not_raised(disk):
    write_atomically(disk, FILE, b"old")
    disk.refuses = OSError("nobody knows")
    assert "nobody knows" in str(append_safely(disk, FILE, b"more"))
    assert "nobody knows" in str(remove_safely(disk, FILE))


def test_a_disk_is_asked_whether_it_takes_anything_and_nothing_of_it_stays(disk, tmp_path):
    folder = tmp_path / "state"
    assert try_writing(Disk(), folder) is None
    assert list(folder.iterdir()) == []
    disk.refuses = OSError(errno.EROFS, "Read-only file system")
    assert str(try_writing(disk, FILE.parent)).startswith("/state cannot be written (Read-only file system)")
    (tmp_path / "file").touch()
    assert "Not a directory" in str(try_writing(Disk(), tmp_path / "file" / "state"))


def test_removing_what_is_not_there_is_no_fault(disk):
    assert remove_safely(disk, FILE) is None


def test_broken_files_are_kept_side_by_side(disk):
    for content in (b"first", b"second", b"third"):
        write_atomically(disk, FILE, content)
        set_aside(disk, FILE)
    kept = {path.name: disk.read(path) for path in disk.names}
    assert kept == {"thing.broken": b"first", "thing.broken-2": b"second", "thing.broken-3": b"third"}


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_plain_file_is_not_waited_for(tmp_path, make):
    make(tmp_path / "thing")
    with pytest.raises(OSError, match="not a plain file"):
        Disk().read(tmp_path / "thing")


def test_an_enormous_file_is_not_read_into_memory(tmp_path):
    with (tmp_path / "thing").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(OSError, match="larger than 4 MiB"):
        Disk().read(tmp_path / "thing")


def test_two_who_write_one_file_at_once_do_not_take_each_others_name_away(tmp_path):
    """A second writer comes while the first forces its content onto the card."""
    file, whole = tmp_path / "thing", [b"a" * 900, b"b" * 1000]

    class Meeting(Disk):
        def sync(self, path):
            if path.suffix == ".new" and len(whole) > 1:
                other = Thread(target=replace_file, args=(file, whole.pop()))
                other.start()
                other.join()
                assert file.read_bytes() == b"b" * 1000
            super().sync(path)

    replace_file(file, whole[0], Meeting())
    assert file.read_bytes() == b"a" * 900
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_stopped_program_has_left_goes_when_the_file_is_written_again(tmp_path):
    for name in (f"thing.{2**30}.new", "thing.1.new", "other.thing.new"):
        (tmp_path / name).write_bytes(b"half")
    replace_file(tmp_path / "thing", b"whole")
    assert {file.name for file in tmp_path.iterdir()} == {"thing", "thing.1.new", "other.thing.new"}


@pytest.mark.parametrize("mode", ["rb", "wb", "r+b"])
@pytest.mark.parametrize("put", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("precious")])
def test_nothing_but_a_plain_file_is_opened_plainly(tmp_path, put, mode):
    precious, place = tmp_path / "precious", tmp_path / "thing"
    precious.write_bytes(b"kept")
    put(place)
    with pytest.raises(OSError, match=r"."):
        open_plainly(place, mode)
    assert precious.read_bytes() == b"kept"
    with open_plainly(precious) as file:
        assert file.read() == b"kept"


@pytest.mark.parametrize(
    "put", [os.mkfifo, lambda path: path.symlink_to("/dev/null"), lambda path: path.symlink_to(path)]
)
def test_what_is_no_file_is_neither_waited_for_nor_followed_and_taken_out_of_the_way(tmp_path, put):
    file = tmp_path / "thing"
    write_atomically(Disk(), file, b"old")
    put(fresh_name(file))
    with pytest.raises(OSError, match=r"."):
        Disk().write(fresh_name(file), b"new")
    assert write_atomically(Disk(), file, b"new") is None
    put(tmp_path / "can-be-written")
    assert try_writing(Disk(), tmp_path) is not None
    assert try_writing(Disk(), tmp_path) is None
    assert [path.name for path in tmp_path.iterdir()] == ["thing"]
