"""Tests pulling the plug during a restore, its undoing, and erasing. Data not synced may reach the card partly, out
of order, or never: the next start must find the old box or the new one, whole."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from nightcrier.care.erasing import Eraser
from nightcrier.care.restoring import Restorer
from nightcrier.care.safe_change import keep_before
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import DISK, Disk, Files, stage_file
from nightcrier.kernel.folders import standard_folders
from tests.box.memory.conftest import ForgetfulDisk, Inode, PowerCut, cuts
from tests.care.given_files import files_of
from tests.care.saved_boxes import as_old_box, begin_evening, keep_old_scores, without
from tests.care.test_restoring_cuts import begin, whole_box
from tests.sampling import cut_seeds, sampled

pytestmark = pytest.mark.usefixtures("checked_here")
__all__ = ["cuts"]
SEEDS = 3
"""The number of random results to try for a cut at one point."""
Deed = Callable[[Path, Disk], object]
IsRight = Callable[[], bool]


class ReorderingDisk(Disk):
    """Writes to the real disk, and records what would be on the card if the power failed at one of its points."""

    def __init__(self, box: Path, cut_at: int | None = None, never_forced: str = "-") -> None:
        self.card, self._never_forced = ForgetfulDisk(), never_forced
        for path in filter(Path.is_file, box.rglob("*")):
            self.card.names[path] = self.card.safe_names[path] = Inode(path.read_bytes(), path.read_bytes())
        self.card.cut_at = cut_at

    def write(self, path: Path, content: bytes) -> None:
        self.card.write(path, content)
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self.card.append(path, content)
        super().append(path, content)

    def sync(self, path: Path) -> None:
        super().sync(path)
        if path.is_file():  # a saved box is written by `zipfile`
            self.card.names.setdefault(path, Inode()).content = path.read_bytes()
        for gone in [each for each in self.card.safe_names if path in each.parents and not each.parent.is_dir()]:
            del self.card.safe_names[gone]
        if not path.name.startswith(f"{self._never_forced}."):
            self.card.sync(path)

    def rename(self, old: Path, new: Path) -> None:
        self.card.rename(old, new)
        super().rename(old, new)

    def remove(self, path: Path) -> None:
        self.card.remove(path)
        super().remove(path)

    def lay_down(self, chance: random.Random) -> None:
        """Write to the real disk what the next start would find there."""
        found = self.card.after_power_cut(chance).names
        for path in {*self.card.names, *self.card.safe_names}:
            path.unlink(missing_ok=True)
        for path, inode in found.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(inode.content)


def eraser(box: Path, disk: Files = DISK) -> Eraser:
    return Eraser(standard_folders(), (box / "copy",), disk=disk)


def bring_back(saved: Path, disk: Files = DISK) -> None:
    begin(Restorer(standard_folders(), disk), saved)
    Restorer(standard_folders(), disk).finish()


def forget(box: Path, disk: Disk) -> None:
    eraser(box, disk).begin()
    eraser(box, disk).finish()


def wrong_after_cuts(box: Path, deed: Deed, is_right: IsRight, never_forced: str = "-", kind: str = "") -> int:
    """Return the number of cuts after which the next start finds something it should not."""
    kept, wrong = shutil.copytree(box, box.with_name("kept")), 0
    whole = ReorderingDisk(box, None, never_forced)
    deed(box, whole)
    for seed, point in cut_seeds(kind, enumerate(sampled([*range(1, whole.card.points + 1)] * SEEDS, 11))):
        shutil.rmtree(box)
        shutil.copytree(kept, box)
        disk = ReorderingDisk(box, point, never_forced)
        with pytest.raises(PowerCut):
            deed(box, disk)
        disk.lay_down(random.Random(seed))
        try:
            wrong += not is_right()
        except NightcrierError:
            wrong += 1
    return wrong


def brought_back_right(box: Path, old: object, new: object) -> IsRight:
    """Return a check that the box is the old one or the new one, and that the new one leads back to the old."""

    def is_right() -> bool:
        Restorer(standard_folders()).finish()
        if whole_box(box) == new:
            bring_back(box / "state" / "before-restore.zip")
        return whole_box(box) == old and not list(box.rglob("*.new"))

    return is_right


def test_a_file_that_is_replaced(cuts):
    place, before = Path("/own/device.toml"), Path("/own/device.toml.before")

    def replace(disk: ForgetfulDisk) -> None:
        disk.names[place] = disk.safe_names[place] = Inode(b"old", b"old")
        with stage_file(place, disk) as fresh:
            disk.write(fresh, b"new")
            keep_before(place, disk)

    for disk, seed in cuts(replace, 200):
        found = {path: inode.content for path, inode in disk.names.items() if path.suffix != ".new"}
        assert found in ({place: b"old"}, {place: b"old", before: b"old"}, {place: b"new", before: b"old"}), seed


@pytest.mark.parametrize("never_forced", ["-", "restoring.zip", "before-restore.zip"])
def test_a_box_that_is_brought_back(saved, other, never_forced):
    begin_evening(other, "Gus", "Hal", "Ida")
    is_right = brought_back_right(other, whole_box(other), saved_in(other, saved))
    kind = "restoring" if never_forced == "-" else ""
    wrong = wrong_after_cuts(other, lambda _, disk: bring_back(saved, disk), is_right, never_forced, kind)
    assert (wrong > 0) is (never_forced != "-"), "this disk would catch what is not forced onto the card"


def test_an_old_box_that_is_brought_back_and_one_with_old_scores(saved, other):
    """One restore replaces evenings by a database, the other a database by evenings."""
    begin_evening(other, "Gus", "Hal", "Ida")
    old = as_old_box(Path(shutil.copy(saved, saved.with_name("old.zip"))))
    for brought in (old, saved):
        is_right = brought_back_right(other, whole_box(other), saved_in(other, brought))
        kind = "restoring old scores"
        assert (
            wrong_after_cuts(other, lambda _, disk, brought=brought: bring_back(brought, disk), is_right, kind=kind)
            == 0
        )
        shutil.rmtree(other)
        shutil.move(other.with_name("kept"), other)
        keep_old_scores(other, "Dan", "Eva", "Fay")


def saved_in(box: Path, saved: Path) -> object:
    """Return the state of the box after another one is restored onto it, and leave the box itself unchanged."""
    kept = shutil.copytree(box, box.with_name("as it was"))
    bring_back(saved)
    new = whole_box(box)
    shutil.rmtree(box)
    kept.rename(box)
    return new


def test_a_box_for_which_that_is_undone(saved, other):
    begin_evening(other, "Gus", "Hal", "Ida")
    first = whole_box(other)
    bring_back(saved)
    brought, before = whole_box(other), other / "state" / "before-restore.zip"
    is_right = brought_back_right(other, brought, first)
    assert wrong_after_cuts(other, lambda _, disk: bring_back(before, disk), is_right, kind="undoing that") == 0


def test_cut_before_the_box_as_it_is_was_kept_the_next_start_keeps_it_first(saved, other):
    first = whole_box(other)
    bring_back(saved)
    brought, before = whole_box(other), other / "state" / "before-restore.zip"
    shutil.copy(before, other / "own" / "restoring.zip")  # what leads back counts, and nothing more has been done
    assert brought_back_right(other, brought, first)()


def test_a_box_that_forgets(saved, other):
    old = set(without(files_of(other), ".new"))

    def is_right() -> bool:
        is_begun = (other / "own" / "forgetting").exists()
        eraser(other).finish()
        found = set(without(files_of(other), ".new"))
        return found == {"own/device.toml", "own/allowed_signers"} or (not is_begun and found == old)

    assert wrong_after_cuts(other, forget, is_right, kind="forgetting") == 0
