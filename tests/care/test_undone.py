"""Tests that bringing back a saved box can be undone, so that the box is as it was."""

from contextlib import suppress

import pytest

from nightcrier.box.memory.evening_files import Evenings
from nightcrier.care.restoring import Restorer
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from tests.box.memory.conftest import PowerCut
from tests.care.given_files import files_of
from tests.care.saved_boxes import (
    NOT_SAVED,
    NOTE,
    as_old_box,
    begin_evening,
    changed,
    people,
    put_in,
    without,
)
from tests.care.test_restoring_cuts import CutDisk, begin, was_cut, whole_box

pytestmark = pytest.mark.usefixtures("checked_here")


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """Return a box on which nobody has played yet."""
    for name in ("state", "own"):
        (tmp_path / "empty" / name).mkdir(parents=True)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "empty" / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "empty" / "own"))
    return tmp_path / "empty"


def undo(box):
    return main(["restore", str(box / "state" / "before-restore.zip")])


def all_there(box):
    return {name for name in files_of(box) if not name.endswith("before-restore.zip")}, people(box)


def test_a_box_that_was_empty_is_empty_again(saved, empty, capsys):
    assert main(["restore", str(saved)]) == 0
    assert len(files_of(empty)) == 11
    assert undo(empty) == 0
    assert list(files_of(empty)) == ["state/before-restore.zip"]
    assert not list((empty / "own").iterdir())
    said = capsys.readouterr().out
    assert "Brought back: nothing (0 files). Taken away, as the box did not have them: 10 files.\n" in said


def test_undone_twice_is_the_other_box_again(saved, empty):
    main(["restore", str(saved)])
    brought = all_there(empty)
    for _ in range(2):
        assert undo(empty) == 0
    assert all_there(empty) == brought


def test_what_came_since_stays(saved, empty):
    main(["restore", str(saved)])
    (empty / "own" / "scenarios" / "monday.toml").write_text("since")
    undo(empty)
    assert set(files_of(empty)) == {"own/scenarios/monday.toml", "state/before-restore.zip"}


def test_games_that_wait_for_scores_go_with_them(saved, empty):
    main(["restore", str(saved)])
    (empty / "state" / "uncounted.json").write_bytes(NOTE)
    undo(empty)
    assert not (empty / "state" / "uncounted.json").exists()


def test_a_file_that_cannot_be_saved_is_not_taken_away(saved, empty, capsys):
    main(["restore", str(saved)])
    (empty / "own" / "beds" / "sea.wav").write_bytes(bytes(2**25 + 1))
    assert undo(empty) == 1
    assert (
        "own/beds/sea.wav: is larger on this box than a saved box holds; that one is left." in capsys.readouterr().err
    )
    assert (empty / "own" / "beds" / "sea.wav").exists()


@pytest.mark.parametrize("error", [PowerCut(), OSError(28, "No space left on device")], ids=["cut", "full"])
@pytest.mark.parametrize("is_old", [False, True], ids=["evenings", "old scores"])
def test_cut_at_any_step_it_is_undone_or_not(saved, other, error, is_old):
    changed(saved, put_in("own/scenarios/new/a.toml"))
    changed(saved, put_in("state/voices/en-bob/pack.toml"))
    begin_evening(other, "Gus", "Hal", "Ida")
    if is_old:
        as_old_box(saved)
    old = whole_box(other)
    assert main(["restore", str(saved)]) == 0
    new, before = whole_box(other), other / "state" / "before-restore.zip"
    kept = {each: each.read_bytes() for each in other.rglob("*") if each.is_file()}
    step, cut_short = 0, True
    while cut_short:
        step += 1
        for each in [each for each in other.rglob("*") if each.is_file() and each not in kept]:
            each.unlink()
        for each, content in kept.items():
            each.parent.mkdir(parents=True, exist_ok=True)
            each.write_bytes(content)
        cut_short = was_cut(Restorer(standard_folders(), CutDisk(step, error)), before)
        Restorer(standard_folders()).finish()
        assert whole_box(other) in ((old, new) if cut_short else (old,)), step
    assert step > 20


def test_another_box_over_one_that_is_half_there_is_undone_with_it(saved, other, tmp_path):
    """A first box was cut while it came back, then a second one was chosen: undoing leads to the box before both."""
    before, second = whole_box(other), tmp_path / "second.zip"
    second.write_bytes(saved.read_bytes())
    changed(saved, put_in("own/beds/first.wav"))
    changed(second, put_in("own/beds/second.wav"))
    begin(Restorer(standard_folders()), saved)
    with pytest.raises(PowerCut):
        Restorer(standard_folders(), CutDisk(10, PowerCut())).finish()
    assert (other / "own" / "beds" / "first.wav").exists()
    assert main(["restore", str(second)]) == 0
    assert (other / "own" / "beds" / "second.wav").exists()
    assert undo(other) == 0
    assert whole_box(other) == before


def test_the_same_box_once_more_keeps_the_box_as_it_was(saved, other):
    """The same box may be chosen twice, or brought back again after a cut came before the card had noted that."""
    before = people(other)
    for _ in range(3):
        assert main(["restore", str(saved)]) == 0
        with (other / "state" / "choices.json").open("a") as choices:  # as the box does that starts between
            choices.write(" ")
    assert undo(other) == 0
    assert people(other) == before


def test_the_same_box_after_further_evenings_keeps_those(saved, other):
    main(["restore", str(saved)])
    begin_evening(other, "Gus", "Hal", "Ida")
    main(["restore", str(saved)])
    assert people(other) == ("Ada", "Ben", "Cem")
    undo(other)
    assert people(other) == ("Gus", "Hal", "Ida")
    assert len(list((other / "state" / "evenings").iterdir())) == 2


def test_the_same_old_box_once_more_keeps_the_box_as_it_was_until_somebody_plays(saved, other):
    """The box turns the restored database into evenings in the meantime."""
    old, first = as_old_box(saved), whole_box(other)
    for _ in range(3):
        assert main(["restore", str(old)]) == 0
        assert people(other) == ("Kim", "Lea", "Mia")
        Evenings(Disk(), other / "state" / "evenings")
    assert undo(other) == 0
    assert whole_box(other) == first
    main(["restore", str(old)])
    begin_evening(other, "Gus", "Hal", "Ida")
    main(["restore", str(old)])
    undo(other)
    assert people(other) == ("Gus", "Hal", "Ida")


def test_what_an_older_box_could_not_add_to_its_scores_does_not_come(saved, other, call):
    changed(saved, put_in("state/uncounted.json", b"theirs"))
    assert "state/uncounted.json: holds what an older Nightcrier could not add" in call(1, "restore", saved).err
    assert people(other) == ("Ada", "Ben", "Cem")
    assert not (other / "state" / "uncounted.json").exists()


def test_what_a_cut_has_left_is_swept_when_there_is_nothing_to_bring_back(other):
    left = [other / "own" / f"restoring.zip.{2**30}.new", other / "state" / f"before-restore.zip.{2**30}.new"]
    for each in left:
        each.write_bytes(b"half")
    assert main(["restore"]) == 0
    assert not any(each.exists() for each in left)


@pytest.mark.parametrize(
    "absent", [["own/device.toml"], ["../x"], ["state/journal.jsonl"], ["own/scenarios/x.toml"] * 20_001]
)
def test_a_list_of_what_was_not_there_is_not_believed(saved, other, call, absent):
    changed(saved, lambda _files, listed: listed.update(absent=absent))
    before = without(files_of(other), *NOT_SAVED)
    assert "what it says of files that it does not hold is wrong" in call(2, "restore", saved).err
    assert without(files_of(other), *NOT_SAVED) == before


@pytest.mark.parametrize("step", range(1, 12))
@pytest.mark.parametrize("error", [PowerCut(), OSError(28, "No space left on device")], ids=["cut", "full"])
def test_a_cut_while_it_begins_to_be_undone_never_costs_the_box_as_it_was(saved, other, step, error):
    before = people(other)
    main(["restore", str(saved)])
    back = other / "state" / "before-restore.zip"
    with suppress(PowerCut, OSError):
        begin(Restorer(standard_folders(), CutDisk(step, error)), back)
    Restorer(standard_folders()).finish()
    if people(other) != before:
        assert undo(other) == 0
    assert people(other) == before
