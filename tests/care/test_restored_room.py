"""A saved box for which the card has no room is refused before anything counts."""

import shutil
from typing import NamedTuple

import pytest

from nightcrier.care import restoring
from nightcrier.care.card_room import lacking_bytes_for_box
from nightcrier.cli import main
from nightcrier.kernel.chores import LEFT_FREE
from nightcrier.kernel.folders import standard_folders
from tests.care.given_files import files_of
from tests.care.saved_boxes import changed, people, put_in


class Usage(NamedTuple):
    total: int
    used: int
    free: int


MIB = 1024 * 1024


@pytest.fixture
def free(monkeypatch):
    """So many bytes are free on the card."""

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
    """As much is free as the box takes for itself and one file more."""
    changed(saved, put_in("own/beds/sea.wav", bytes(4 * MIB)))
    (other / "own" / "beds" / "sea.wav").write_bytes(bytes(4 * MIB - 1))
    free(LEFT_FREE + 9 * MIB)
    assert main(["restore", str(saved)]) == 0
    assert people(other) == ("Ada", "Ben", "Cem")


def test_what_a_restore_frees_counts_as_room_for_what_comes_and_for_nothing_before_it(other, free):
    """The box is saved as it was before anything of it is taken away."""
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
