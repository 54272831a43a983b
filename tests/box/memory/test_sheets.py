"""Tests the sheets of games: one file for each game, the newest kept, and none lost if a disk refuses."""

from pathlib import Path

import pytest

from nightcrier.box.memory.sheets import KEPT_SHEETS, SheetFolder
from nightcrier.kernel.files import Disk
from tests.box.memory.conftest import ForgetfulDisk
from tests.sampling import so_many

TEXT = "seat,role\n1,seer\n"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "sheets"


def kept(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_each_game_has_a_file_and_they_are_numbered_on(folder):
    assert SheetFolder(Disk(), folder).keep("toy-game", TEXT, "one") is None
    assert SheetFolder(Disk(), folder).keep("other", "x\n", "two") is None
    first, second = kept(folder)[::-1]
    assert (first[:14], second[:11]) == ("toy-game-0001-", "other-0002-")
    assert (folder / first).read_text() == TEXT


@pytest.mark.parametrize("mark", ["one", None])
def test_a_verdict_that_is_told_again_writes_nothing_more(folder, mark):
    for _ in range(3):
        SheetFolder(Disk(), folder).keep("toy", TEXT, mark)
    assert len(kept(folder)) == 1


def test_another_game_that_went_the_same_way_has_its_own(folder):
    for mark in ("one", "two"):
        SheetFolder(Disk(), folder).keep("toy", TEXT, mark)
    assert len(kept(folder)) == 2


def test_the_newest_are_kept_and_what_is_not_ours_is_left_alone(folder):
    sheets = SheetFolder(Disk(), folder)
    folder.mkdir()
    (folder / "mine.csv").write_text("x")
    for number in range(KEPT_SHEETS + 3):
        assert sheets.keep("toy", TEXT, str(number)) is None
    numbers = [int(name.split("-")[1]) for name in kept(folder) if name != "mine.csv"]
    assert numbers == list(range(4, KEPT_SHEETS + 4))
    assert (folder / "mine.csv").exists()


def test_a_disk_that_refuses_costs_none_that_is_there(folder):
    disk = ForgetfulDisk()
    sheets = SheetFolder(disk, folder)
    for number in range(KEPT_SHEETS):
        sheets.keep("toy", TEXT, str(number))
    before = set(disk.names)
    disk.refuses = OSError(28, "No space left on device")
    assert "No space left" in str(sheets.keep("toy", TEXT, "new"))
    assert set(disk.names) >= before
    disk.refuses = None
    assert sheets.keep("toy", TEXT, "new") is None
    assert len(set(disk.names) - before) == 1


@pytest.mark.parametrize("never_forced", ["", ".new", "sheets"])
def test_a_power_cut_costs_no_sheet_and_brings_none_back(cuts, never_forced):
    kept, place = [dict[str, bytes]()], Path("/state/sheets")

    def now(disk: ForgetfulDisk) -> dict[str, bytes]:
        return {path.name: each.content for path, each in disk.names.items() if path.suffix == ".csv"}

    def evening(disk: ForgetfulDisk) -> None:
        force, sheets = disk.sync, SheetFolder(disk, place)
        disk.sync = lambda path: None if never_forced and path.name.endswith(never_forced) else force(path)  # type: ignore[method-assign]
        kept[:] = [{}]
        for number in range(KEPT_SHEETS + 2):
            sheets.keep("toy", f"{TEXT}{number}\n" * 9, str(number))
            kept.append(now(disk))
        sheets.keep("toy", "judged again\n" * 9, "7")
        kept.append(now(disk))
        sheets.withdraw("9")
        kept.append(now(disk))

    evening(ForgetfulDisk())
    states, wrong = list(kept), 0
    for disk, _ in cuts(evening, so_many(1500, 300), "" if never_forced else "sheets"):
        found, (before, *after) = now(disk), states[len(kept) - 1 : len(kept) + 1]
        names = {*found, *before}
        wrong += any(found.get(name) not in [each.get(name) for each in (before, *after)] for name in names)
    assert (wrong > 0) is bool(never_forced), "this disk would catch what is not forced onto the card"


def test_a_folder_that_cannot_be_read_is_told(folder):
    folder.write_text("in the way")
    assert str(folder) in str(SheetFolder(Disk(), folder).keep("toy", TEXT, "one"))
