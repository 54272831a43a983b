"""Tests what happens to a box's own files when a saved one is restored onto it, and the room that this takes."""

import os
import shutil
import sqlite3
from typing import NamedTuple

import pytest

from nightcrier.care import restoring
from nightcrier.care.card_room import lacking_bytes_for_box
from nightcrier.cli import main
from nightcrier.kernel.chores import LEFT_FREE
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.program import claim_folder
from tests.care.given_files import SETTINGS, files_of
from tests.care.saved_boxes import FIRST, NOTE, begin_evening, changed, keep_old_scores, people, put_in


@pytest.mark.parametrize(
    ("name", "content"),
    [(FIRST, b"{}"), (FIRST, b"[" * 9999), ("state/scores.sqlite", b"SQLite format 3\0" + bytes(99))],
)
def test_scores_and_choices_that_nobody_can_read_leave_those_that_are_there(saved, other, call, name, content):
    changed(saved, lambda files, listed: (files.pop(FIRST), listed["files"].pop(FIRST)))
    for each in ((name, content), ("state/choices.json", b"{}")):
        changed(saved, put_in(*each))
    told = call(1, "restore", saved).err
    assert f"{name}: holds no scores that can be counted with; those of this box are left." in told
    assert "state/choices.json: cannot be used; what was chosen on this box is left." in told
    assert people(other) == ("Dan", "Eva", "Fay")
    assert (other / "own" / "device.toml").read_text() == SETTINGS


def test_a_damaged_evening_costs_itself_and_leaves_none_of_this_box_in_its_place(saved, other, call):
    begin_evening(other, "Gus", "Hal", "Ida")
    for number, content in ((2, b"damaged"), (3, (other / FIRST).read_bytes())):  # the last is of another number
        changed(saved, put_in(f"state/evenings/{number:06}.json", content))
    told = call(1, "restore", saved).err.splitlines()
    why = "holds no scores that can be counted with; the other evenings are brought back."
    assert told == [f"state/evenings/{number:06}.json: {why}" for number in (2, 3)]
    assert [each.name for each in (other / "state" / "evenings").iterdir()] == ["000001.json"]
    assert people(other) == ("Ada", "Ben", "Cem")


def of_version(other, choices):
    """Write the choices of the box as another version of Nightcrier would, and return them."""
    (other / "state" / "choices.json").write_bytes(kept := NOTE.replace(b"100", choices))
    return {"choices.json": kept}


def test_what_an_older_nightcrier_remembers_is_set_aside_and_the_restore_says_where(saved, other, call):
    older, told = of_version(other, b"1"), call(1, "restore", saved).err
    for name, content in older.items():
        place = other / "state" / name
        assert f"{place}: is from an older Nightcrier; the box starts without it and keeps it as {name}.broken" in told
        assert place.with_name(f"{name}.broken").read_bytes() == content
    assert people(other) == ("Ada", "Ben", "Cem")


def test_what_a_newer_nightcrier_remembers_is_left_alone_and_the_restore_says_so(saved, other, call):
    newer = of_version(other, b"101")
    told = call(1, "restore", saved).err
    for name in newer:
        assert f"state/{name}: is from a newer Nightcrier; it is left alone, update this one to use it." in told
    assert {name: (other / "state" / name).read_bytes() for name in newer} == newer
    assert (other / "own" / "device.toml").read_text() == SETTINGS


def test_an_evening_of_a_newer_nightcrier_goes_and_comes_as_it_is(saved, other):
    newer = b'{"version": 101, "evening": {"seats": 3}}'
    (other / "state" / "evenings" / "000002.json").write_bytes(newer)
    changed(saved, put_in("state/evenings/000007.json", newer))
    for brought, number in ((saved, 7), (other / "state" / "before-restore.zip", 2)):
        assert main(["restore", str(brought)]) == 0
        names = ["000001.json", f"00000{number}.json"]
        assert sorted(each.name for each in (other / "state" / "evenings").iterdir()) == names
        assert (other / "state" / "evenings" / names[1]).read_bytes() == newer


def test_a_folder_in_the_way_of_a_file_is_left_and_the_rest_comes_back_once(saved, other, call):
    """If a box that met an obstacle were restored again, every later start would try once more."""
    for name in ("own/scenarios/sunday.toml", "state/voices/en-ann/paused.opus"):
        (other / name).unlink()
        (other / name).mkdir()
    (other / "own" / "beds" / "sea.wav").unlink()
    (other / "own" / "beds").rmdir()
    (other / "own" / "beds").write_text("no folder")
    told = call(1, "restore", saved).err.splitlines()
    assert [line.partition(":")[0] for line in told] == [
        "own/beds/sea.wav",
        "own/scenarios/sunday.toml",
        "state/voices/en-ann/paused.opus",
    ]
    assert all("what stands there on this box is left" in line for line in told)
    assert people(other) == ("Ada", "Ben", "Cem")
    assert not (other / "own" / "restoring.zip").exists()


def test_a_box_that_plays_is_left_alone(saved, other, capsys):
    before = files_of(other)
    with claim_folder(other / "state"):
        assert main(["restore", str(saved)]) == 2
    assert "is used by another Nightcrier that runs now" in capsys.readouterr().err
    assert files_of(other) == before


def test_a_change_of_an_old_database_that_was_cut_is_taken_back_before_others_come(saved, other):
    """After a cut, SQLite leaves a journal beside the database, and half of the change inside it."""
    book = keep_old_scores(other, "Dan", "Eva", "Fay")
    cut_in_a_change(book)
    assert main(["restore", str(saved)]) == 0
    assert people(other) == ("Ada", "Ben", "Cem")
    assert not list((other / "state").glob("scores.sqlite*"))
    assert main(["restore", str(other / "state" / "before-restore.zip")]) == 0
    assert people(other) == ("Dan", "Eva", "Fay")


def cut_in_a_change(book):
    connection = sqlite3.connect(book, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM seat")
    connection.execute("CREATE TABLE filler AS SELECT randomblob(200000) AS x")
    cut = {each: each.read_bytes() for each in (book, book.with_name("scores.sqlite-journal"))}
    connection.execute("ROLLBACK")
    connection.close()
    for each, content in cut.items():
        each.write_bytes(content)


def test_names_of_people_are_for_nobody_else(saved, other):
    main(["restore", str(saved)])
    assert (other / "state" / "before-restore.zip").stat().st_mode & 0o077 == 0


def test_the_box_reads_what_root_brings_back_before_its_start(saved, other):
    """Programs run by systemd before the box have a narrow umask, but the box, which is not root, reads the files."""
    before = os.umask(0o077)
    try:
        assert main(["restore", str(saved)]) == 0
    finally:
        os.umask(before)
    own = other / "own"
    brought = [own / "device.toml", own / "scenarios" / "sunday.toml", own / "beds" / "sea.wav"]
    assert {file.stat().st_mode & 0o777 for file in brought} == {0o644}


def test_without_anything_to_bring_back_it_says_so(other, call):
    assert call(0, "restore").out.endswith("Nothing is to be brought back.\n")


def test_a_file_that_could_not_be_saved_before_is_not_written_over(saved, other, call):
    """If a file that could not be saved were written over, nothing could bring it back."""
    (other / "own" / "beds" / "sea.wav").write_bytes(bytes(2**25 + 1))
    told = call(1, "restore", saved).err
    assert "own/beds/sea.wav: is larger than 32 MiB; the box is saved without it.\n" in told
    assert "own/beds/sea.wav: is larger on this box than a saved box holds; that one is left.\n" in told
    assert (other / "own" / "beds" / "sea.wav").stat().st_size == 2**25 + 1
    assert people(other) == ("Ada", "Ben", "Cem")


def test_an_old_database_that_could_not_be_saved_is_not_written_over(saved, other, call):
    """The database is in the middle of a change, and its journal, which could undo that, is not a file."""
    book = keep_old_scores(other, "Dan", "Eva", "Fay")
    before = book.read_bytes()
    book.with_name("scores.sqlite-journal").mkdir()
    told = call(1, "restore", saved).err
    assert (
        "state/scores.sqlite: cannot be read (it is in the middle of a change); the box is saved without it.\n" in told
    )
    assert f"{FIRST}: would replace scores that could not be saved; those of this box are left.\n" in told
    assert book.read_bytes() == before
    assert not (other / "state" / "evenings").exists()
    assert "state/scores.sqlite: is in the middle of a change" in call(1, "restore", before_of(other)).err
    assert book.read_bytes() == before


def before_of(box):
    return box / "state" / "before-restore.zip"


class Usage(NamedTuple):
    total: int
    used: int
    free: int


MIB = 1024 * 1024


@pytest.fixture
def free(monkeypatch):
    """Return a function that sets the number of free bytes on the card."""

    def has(count):
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(count, 0, count))

    return has


def test_what_unpacks_to_more_than_the_card_has_changes_nothing_and_says_how_much_is_missing(saved, other, free, call):
    for number in range(4):
        changed(saved, put_in(f"own/beds/sea{number}.wav", bytes(4 * MIB)))
    before = files_of(other)
    free(LEFT_FREE + 12 * MIB)
    told = call(2, "restore", saved).err
    assert f"{saved.name} needs 9 MiB more room on the card; nothing was changed; write this box's card anew," in told
    assert files_of(other) == before


def test_what_cannot_be_copied_onto_the_card_is_not_begun(saved, other, free, call, monkeypatch):
    free(LEFT_FREE + saved.stat().st_size - 1)
    monkeypatch.setattr(restoring, "open_saved_box", lambda *_: pytest.fail("it was copied"))
    assert "needs 1 MiB more room on the card; nothing was changed" in call(2, "restore", saved).err
    assert not (other / "own" / "restoring.zip").exists()


def test_what_is_replaced_counts_for_it(saved, other, free):
    """Exactly enough room is free for what the box itself needs and for one file more."""
    changed(saved, put_in("own/beds/sea.wav", bytes(4 * MIB)))
    (other / "own" / "beds" / "sea.wav").write_bytes(bytes(4 * MIB - 1))
    free(LEFT_FREE + 9 * MIB)
    assert main(["restore", str(saved)]) == 0
    assert people(other) == ("Ada", "Ben", "Cem")


def test_what_a_restore_frees_counts_as_room_for_what_comes_and_for_nothing_before_it(other, free):
    """The old state is saved before any of its files is removed, so their room does not count for that."""
    free(0)
    folders, pending = standard_folders(), other / "own" / "restoring.zip"
    (other / "own" / "beds" / "old.wav").write_bytes(bytes(3 * MIB))
    comes, goes = {"own/beds/new.wav": 4 * MIB}, ("own/beds/old.wav",)
    saved_before = lacking_bytes_for_box({}, (), folders, pending, 0)
    assert lacking_bytes_for_box(comes, (), folders, pending, 0) == saved_before + 8 * MIB
    assert lacking_bytes_for_box(comes, goes, folders, pending, 0) == saved_before + 5 * MIB
    assert lacking_bytes_for_box({}, goes, folders, pending, 0) == saved_before
    pending.write_bytes(bytes(MIB))
    assert lacking_bytes_for_box(comes, goes, folders, pending, 0) == saved_before + 4 * MIB
