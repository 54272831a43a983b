"""Tests that a box is saved onto a stick, and comes back on the same machine or on another."""

import hashlib
import json
import os
import zipfile

import pytest

from nightcrier import __version__
from nightcrier.box.memory.evening_files import Evenings
from nightcrier.box.table.core.house import Choices
from nightcrier.care.saving import STATE
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from nightcrier.kernel.state_file import ChoicesFile
from tests.care.given_files import files_of
from tests.care.saved_boxes import (
    CHOICES,
    NOT_SAVED,
    NOTE,
    begin_evening,
    keep_old_scores,
    live_in,
    people,
    without,
)


def test_a_box_comes_back_on_another_one(saved, box, other, call):
    said = call(0, "restore", saved)
    everything = "the settings, decks, background sounds, what was chosen, the scores, sheets of games, own voices"
    assert said.out.endswith(
        f"Brought back: {everything} (10 files).\nAs it was before: {other}/state/before-restore.zip\n"
    )
    assert without(files_of(other), *NOT_SAVED) == without(files_of(box), *NOT_SAVED)
    assert people(other) == ("Ada", "Ben", "Cem")
    assert ChoicesFile(Disk(), other / "state" / "choices.json", Choices).load()[0] == CHOICES
    assert (other / "state" / "journal.jsonl").exists(), "a game under way stays where its people are"


def test_what_was_before_leads_back(saved, other):
    begin_evening(other, "Gus", "Hal", "Ida")
    before = files_of(other)
    main(["restore", str(saved)])
    assert main(["restore", str(other / "state" / "before-restore.zip")]) == 0
    assert without(files_of(other), "before-restore.zip") == before


def test_old_scores_come_back_and_the_box_makes_evenings_of_them(box, other, saved, tmp_path):
    """The box was saved before scores were files. The new program saves its database even if it never started there."""
    book = keep_old_scores(box, "Kim", "Lea", "Mia").read_bytes()
    old, before = saved_now(tmp_path, box), files_of(other)
    with zipfile.ZipFile(old) as archive:
        assert archive.read("state/scores.sqlite") == book
        assert not [name for name in archive.namelist() if "evenings" in name]
    assert main(["restore", str(old)]) == 0
    assert not (other / "state" / "evenings").exists()
    assert people(other) == ("Kim", "Lea", "Mia")
    Evenings(Disk(), other / "state" / "evenings")
    with zipfile.ZipFile(saved_now(tmp_path, other)) as archive:
        assert not [name for name in archive.namelist() if "sqlite" in name], "evenings were made of it"
    assert main(["restore", str(other / "state" / "before-restore.zip")]) == 0
    assert without(files_of(other), "before-restore.zip") == before


def saved_now(tmp_path, box):
    """Return the file that this box saves now, beside what else lies on the stick."""
    with pytest.MonkeyPatch.context() as patch:
        for name, folder in (("STATE", "state"), ("CONFIGURATION", "own")):
            patch.setenv(f"{name}_DIRECTORY", str(box / folder))
        assert main(["save", str(tmp_path / "stick")]) == 0
    return max((tmp_path / "stick" / "nightcrier").iterdir(), key=lambda each: each.stat().st_mtime_ns)


def test_a_box_that_makes_evenings_while_it_is_saved_is_saved_with_its_scores(saved, box, tmp_path):
    """The folder of evenings is renamed into place at the end, and until then the database holds all scores."""
    keep_old_scores(box, "Kim", "Lea", "Mia")
    evenings = Evenings(Disk(), box / "state" / "evenings")
    made = box / "state" / "evenings"
    made.rename(made.with_name("evenings.new"))
    with zipfile.ZipFile(saved_now(tmp_path, box)) as archive:
        assert "state/scores.sqlite" in archive.namelist()
        assert not [name for name in archive.namelist() if "evenings" in name]
    assert evenings.latest()


def test_what_waits_for_other_scores_does_not_count_with_these(saved, other):
    (other / "state" / "uncounted.json").write_bytes(NOTE)
    main(["restore", str(saved)])
    assert not (other / "state" / "uncounted.json").exists()


def test_a_box_that_was_saved_before_is_not_written_over(saved, tmp_path):
    first = saved.read_bytes()
    assert main(["save", str(tmp_path / "stick")]) == 0
    assert saved.read_bytes() == first
    assert saved.with_name("nightcrier-saved-2.zip").read_bytes() == first, "the same box is the same file"


def test_it_says_what_it_holds_and_the_hash_of_each(saved):
    with zipfile.ZipFile(saved) as archive:
        listed = json.loads(archive.read("saved.json"))
        assert (listed["format"], listed["version"]) == (100, __version__)
        hashes = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in listed["files"]}
    assert listed["files"] == hashes
    assert not [name for name in hashes if "journal" in name or "signers" in name or "before" in name]


def test_what_a_box_that_plays_removes_meanwhile_is_no_part_of_it(saved, box, tmp_path, monkeypatch):
    sheet = box / "state" / "sheets" / "wherewolf-0001-0123abcd.csv"
    listed = [("state/sheets/gone.csv", sheet.with_name("gone.csv")), ("state/sheets/here.csv", sheet)]
    monkeypatch.setattr("nightcrier.care.saving.saved_files", lambda above, _: iter(listed if above == STATE else ()))
    assert main(["save", str(tmp_path / "stick")]) == 0
    with zipfile.ZipFile(saved.with_name("nightcrier-saved-2.zip")) as archive:
        assert [name for name in archive.namelist() if name.startswith("state/")] == ["state/sheets/here.csv"]


@pytest.mark.parametrize("step", ["nightcrier.kernel.files.DISK.sync", "zipfile._ZipWriteFile.write"])
def test_a_full_stick_is_one_sentence_and_leaves_nothing(box, tmp_path, monkeypatch, call, step):
    live_in(box, "Ada", "Ben", "Cem")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(step, full)
    assert "cannot be written (No space left on device); make room on that stick." in call(2, "save", tmp_path).err
    assert not list((tmp_path / "nightcrier").iterdir())


def test_where_the_box_cannot_be_read_no_half_of_it_is_left(box, tmp_path, monkeypatch):
    live_in(box, "Ada", "Ben", "Cem")
    monkeypatch.setattr("nightcrier.tools.command_line.os.access", lambda *_: False)
    assert main(["save", str(tmp_path)]) == 2
    assert not list((tmp_path / "nightcrier").iterdir())


def test_a_file_whose_name_is_no_text_costs_nobody_the_rest(saved, box, call):
    (box / "own" / "scenarios" / os.fsdecode(b"\xff.toml")).write_bytes(b"")
    assert ": 10 files." in call(0, "save", saved.parent).out
