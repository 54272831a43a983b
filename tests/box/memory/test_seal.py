"""Tests that sealed entries can be read only with both files, only during the game, and that lengths tell nothing."""

from pathlib import Path
from typing import Any

import pytest

from nightcrier.box.memory.journal import Journal
from nightcrier.box.memory.seal import BLOCK, Seal
from nightcrier.kernel.files import Disk

FILE, PAD = Path("/state/journal"), Path("/state/seal")
CARDS: dict[str, Any] = {"cards": ["werewolf", "seer"]}


def journal_on(disk):
    journal = Journal(disk, FILE, dict[str, Any])
    return journal, journal.read()


def test_a_sealed_entry_comes_back(disk):
    journal, _ = journal_on(disk)
    journal.append({"at": 1})
    journal.append(CARDS, sealed=True)
    journal.append({"at": 2})
    assert journal_on(disk)[1] == (({"at": 1}, CARDS, {"at": 2}), ())


def test_neither_file_alone_holds_it(disk):
    journal, _ = journal_on(disk)
    journal.append(CARDS, sealed=True)
    assert b"werewolf" not in disk.read(FILE)
    assert b"werewolf" not in disk.read(PAD)
    del disk.names[PAD]
    assert journal_on(disk)[1] == ((), ())
    assert not disk.exists(FILE)


def test_every_length_looks_the_same(disk):
    journal, _ = journal_on(disk)
    for entry in ({}, CARDS, {"choice": "P10 C1 P2"}):
        journal.append(entry, sealed=True)
    assert len({len(line) for line in disk.read(FILE).splitlines()[1:]}) <= 2  # where the pad begins has more digits
    assert len(disk.read(PAD)) == 3 * BLOCK


def test_a_long_entry_takes_whole_blocks(disk):
    seal = Seal(disk, PAD)
    (entry,), fault = seal.close(b"x" * (BLOCK + 1))
    assert (entry.pad, len(entry.sealed), fault) == (0, 2 * BLOCK, None)
    assert seal.open(entry) == b"x" * (BLOCK + 1)


def test_the_pad_is_never_used_twice(disk):
    assert [entry.pad for entry in Seal(disk, PAD).close(b"{}", b"", b"{}")[0]] == [0, BLOCK, 2 * BLOCK]
    again = Seal(disk, PAD)
    again.read()
    assert again.close(b"{}")[0][0].pad == 3 * BLOCK


def test_the_end_of_the_game_writes_over_the_pad_and_removes_it(tmp_path):
    class Watched(Disk):
        def remove(self, path: Path) -> None:
            found.append(self.read(path))
            super().remove(path)

    found: list[bytes] = []
    journal = Journal(Watched(), tmp_path / "journal", dict[str, Any])
    journal.append(CARDS, sealed=True)
    assert journal.clear() is None
    assert found[0] == bytes(BLOCK)
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_is_set_aside_can_never_be_read(disk):
    journal, _ = journal_on(disk)
    journal.append(CARDS, sealed=True)
    journal.set_aside()
    assert not disk.exists(PAD)
    assert [path.name for path in disk.names] == ["journal.broken"]


def test_a_refusing_disk_is_told_and_made_up_for(disk):
    journal, _ = journal_on(disk)
    disk.refuses = OSError(28, "No space left on device")
    fault = journal.append(CARDS, sealed=True)
    assert fault is not None
    assert "seal" in str(fault)
    disk.refuses = None
    journal.append({"at": 2}, sealed=True)
    assert journal_on(disk)[1] == ((CARDS, {"at": 2}), ())


def test_the_same_bytes_are_drawn_only_by_chance(disk):
    first, second = (Seal(disk, PAD).close(b"{}")[0][0].sealed for _ in range(2))
    assert first != second


def test_nobody_can_tell_empty_entries_from_full_ones_and_they_are_not_read(disk):
    journal, _ = journal_on(disk)
    journal.append(CARDS, sealed=True, empty=2)
    journal.append({"at": 2}, sealed=True)
    lines = disk.read(FILE).splitlines()[1:]
    assert len(lines) == 4
    assert {len(line) for line in lines[1:]} == {len(lines[1])}  # the first one's place in the pad has one digit
    assert len(disk.read(PAD)) == 4 * BLOCK
    assert journal_on(disk)[1] == ((CARDS, {"at": 2}), ())


def test_an_entry_and_the_empty_ones_before_it_are_forced_onto_the_card_in_one_go(disk):
    journal, _ = journal_on(disk)
    journal.append({"at": 1}, sealed=True)
    points = []
    for empty in (0, 11):
        before = disk.points
        journal.append({"at": 2}, sealed=True, empty=empty)
        points.append(disk.points - before)
    assert points[0] == points[1]


@pytest.mark.parametrize(("entries", "empty"), [(1, 0), (4, 0), (4, 12)])
def test_whatever_a_power_cut_leaves_of_journal_and_pad_is_a_beginning_of_the_game(cuts, entries, empty):
    written = [{"choice": n} for n in range(entries)]

    def deed(disk):
        journal = journal_on(disk)[0]
        for entry in written:
            journal.append(entry, sealed=True, empty=empty)

    for disk, _ in cuts(deed, 200):
        found, faults = journal_on(disk)[1]
        assert list(found) == written[: len(found)]
        assert faults == ()


def test_a_power_cut_at_the_end_leaves_nothing_or_the_whole_game(cuts):
    def deed(disk):
        journal = journal_on(disk)[0]
        journal.append(CARDS, sealed=True)
        journal.clear()

    for disk, _ in cuts(deed, 200):
        found, _faults = journal_on(disk)[1]
        assert found in ((), (CARDS,))
