"""Tests that the end of a game wipes it, whatever the power or the disk does then: nobody finds both halves, nobody is
asked to go on with it, and nothing is reported broken."""

import errno
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nightcrier.box.keeper import DISK_RETRY, DiskKeeper, game_kept
from nightcrier.box.memory.journal import Journal
from nightcrier.box.memory.seal import BLOCK
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Answered, Began, Closed, Entry
from nightcrier.box.table.core.house import Choices
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk, wipe_safely
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.memory.conftest import ForgetfulDisk, PowerCut

STATE = Path("/state")
JOURNAL, PAD = STATE / "journal.jsonl", STATE / "seal"
GAME = (Began("one-night", Setup("first-game", 3), 7), *[Answered(("P1",))] * 3)
DEEDS = ("scrub", "sync", "remove", "append", "write", "rename")


class FailingDisk(ForgetfulDisk):
    """Refuses each operation as often as `failing` says, and reading of the files in `unreadable`."""

    def __init__(self) -> None:
        super().__init__()
        self.failing: dict[str, int] = {}
        self.unreadable: set[Path] = set()

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name in DEEDS and self.failing.get(name, 0) > 0:
            self.failing[name] -= 1
            raise OSError(errno.EIO, "Input/output error")
        return found

    def read(self, path: Path) -> bytes:
        if path in self.unreadable:
            raise OSError(errno.EIO, "Input/output error")
        return super().read(path)


class Box:
    """Keeps a game on a failing disk, with the parts of a box that do so."""

    def __init__(self, disk: ForgetfulDisk, clock: VirtualClock | None = None) -> None:
        self.clock = clock or VirtualClock()
        self.journal: Journal[Entry] = Journal(disk, JOURNAL, Entry)
        self.entries, self.wrong = game_kept(self.journal)
        choices = ChoicesFile(disk, STATE / "choices.json", Choices)
        self.keeper = DiskKeeper(self.clock, choices, self.journal, LogWitness())

    def plays(self, *, sealed: bool) -> "Box":
        for entry in GAME:
            self.keeper.record(entry, sealed=sealed)
        return self

    def ends(self) -> None:
        self.keeper.record(Closed(), sealed=False)

    def waits(self) -> None:
        while (due := self.keeper.due()) is not None:
            assert self.clock.now() < 10 * DISK_RETRY
            self.clock.move_to(due)
            self.keeper.poll()


@pytest.fixture
def disk():
    return FailingDisk()


@pytest.fixture
def box(disk):
    """Return a box with a game under way on the failing disk."""
    return Box(disk).plays(sealed=True)


def holds_halves(disk: ForgetfulDisk) -> bool:
    """Say whether any pad can still be read, under any name."""
    return any(inode.content.strip(b"\0") for path, inode in disk.names.items() if path.name.startswith("seal"))


class NotedDisk(ForgetfulDisk):
    """Notes whether any file has been removed."""

    gone = False

    def remove(self, path: Path) -> None:
        self.gone = True
        super().remove(path)


def cut_ends(*, sealed: bool) -> Iterator[tuple[ForgetfulDisk, bool]]:
    """Yield what a start finds after a cut anywhere in the end of a game, and whether any file had been removed."""
    for cut in count(1):
        disk = NotedDisk()
        box = Box(disk).plays(sealed=sealed)
        disk.points, disk.cut_at = 0, cut
        try:
            box.ends()
        except PowerCut:
            yield from ((disk.after_power_cut(Random(seed)), disk.gone) for seed in range(40))
        else:
            return


@pytest.mark.parametrize(("sealed", "cuts"), [(True, 400), (False, 150)])
def test_a_cut_anywhere_in_the_end_is_the_whole_game_or_no_game_and_never_a_false_alarm(sealed, cuts):
    found = 0
    for disk, gone in cut_ends(sealed=sealed):
        box = Box(disk)
        found += 1
        assert box.wrong == ()
        assert box.entries == () or (box.entries == GAME and not gone)
        box.waits()
        assert box.entries or (not holds_halves(disk) and JOURNAL not in disk.names)
    assert found >= cuts


@pytest.mark.parametrize("times", [1, 2, 5, 99])
@pytest.mark.parametrize("deeds", [*((deed,) for deed in DEEDS), *product(("scrub", "append"), ("sync", "remove"))])
def test_a_disk_that_refuses_at_the_end_is_asked_again_until_nothing_is_left(disk, box, deeds, times):
    disk.failing = dict.fromkeys(deeds, times)
    box.ends()
    disk.failing = dict.fromkeys(deeds, 0) if times == 99 else disk.failing
    box.waits()
    assert not holds_halves(disk)
    assert JOURNAL not in disk.names
    assert box.keeper.due() is None
    again = Box(disk)
    assert (again.entries, again.wrong) == ((), ())


def test_a_disk_that_refuses_everything_at_the_end_is_asked_again_at_power_on(disk, box):
    disk.failing = dict.fromkeys(("scrub", "remove"), 99)
    box.ends()
    disk.failing = {}
    again = Box(disk)
    assert (again.entries, again.wrong) == ((), ())
    assert not holds_halves(disk)
    assert JOURNAL not in disk.names


def test_a_pad_that_cannot_be_written_over_is_removed_all_the_same(disk, box):
    disk.failing = {"scrub": 99}
    assert box.keeper.record(Closed(), sealed=False) == []
    assert disk.names == {}


@pytest.mark.parametrize("half", [JOURNAL, PAD])
@pytest.mark.parametrize("fate", ["zeros", "gone", "half zeros"])
def test_a_half_that_is_gone_or_nothing_but_zeros_says_silently_that_the_game_is_over(disk, box, half, fate):
    content = disk.names[half].content
    if fate == "gone":
        del disk.names[half]
    else:
        length = len(content) if fate == "zeros" or half == JOURNAL else BLOCK // 2
        disk.names[half].content = bytes(length) + content[length:]
    box = Box(disk)
    assert (box.entries, box.wrong) == ((), ())
    box.waits()
    assert disk.names == {}


def test_what_a_cut_has_left_of_a_pad_that_was_written_anew_is_wiped_with_the_other(disk, box):
    disk.write(PAD.with_name("seal.4711.new"), disk.read(PAD))
    box.ends()
    assert disk.names == {}


def test_a_seal_that_the_disk_does_not_read_for_a_moment_ends_no_game(disk, box):
    disk.unreadable = {PAD}
    box = Box(disk)
    assert box.entries == ()
    assert "cannot be read (Input/output error)" in str(box.wrong[0])
    box.plays(sealed=True).ends()
    disk.unreadable = set()
    assert Box(disk).entries == GAME


def test_a_game_that_begins_before_the_last_one_could_be_wiped_is_kept(disk, box):
    disk.failing = dict.fromkeys(("scrub", "remove"), 99)
    box.ends()
    before = disk.read(PAD)
    box.plays(sealed=True)
    disk.failing = {}
    box.waits()
    assert before not in {inode.content for inode in disk.names.values()}
    assert Box(disk).entries == GAME


def test_nothing_is_written_of_which_the_pad_could_not_be(disk, box):
    disk.failing = dict.fromkeys(("scrub", "remove"), 99)
    box.ends()
    disk.failing = {"write": 1, "scrub": 9, "remove": 9}
    box.keeper.record(GAME[0], sealed=True)
    assert (Box(disk.after_power_cut(Random(1))).entries, Box(disk.after_power_cut(Random(1))).wrong) == ((), ())
    disk.failing = {}
    box.keeper.record(GAME[1], sealed=False)
    assert Box(disk).entries == GAME[:2]


def test_a_journal_beside_the_pad_of_another_game_is_over():
    disk, other = FailingDisk(), FailingDisk()
    Box(disk).plays(sealed=True)
    Box(other).plays(sealed=True)
    disk.names[PAD].content = other.names[PAD].content * 2
    box = Box(disk)
    assert (box.entries, box.wrong) == ((), ())
    box.waits()
    assert disk.names == {}


def test_a_journal_nobody_can_read_leaves_no_seal(disk):
    Box(disk).plays(sealed=True)
    disk.write(JOURNAL, b"rubbish")
    assert "is damaged" in str(Box(disk).wrong[0])
    assert PAD not in disk.names


def test_the_real_disk_writes_over_what_is_there_and_follows_no_link(tmp_path):
    pad, precious = tmp_path / "seal", tmp_path / "precious"
    precious.write_bytes(b"kept")
    pad.symlink_to(precious)
    assert wipe_safely(Disk(), pad) is None
    assert precious.read_bytes() == b"kept"
    assert not pad.is_symlink()
    Disk().scrub(precious)
    assert precious.read_bytes() == bytes(4)
