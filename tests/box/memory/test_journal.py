"""Tests that a game under way can be rebuilt from the journal, even if its tail is damaged."""

import errno
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw, Struct

from nightcrier.box.memory.journal import Journal
from nightcrier.kernel.files import LARGEST_FILE, Disk

FILE = Path("/state/journal")
ENTRIES: list[dict[str, Any]] = [{"begin": {"players": 5}, "seed": 7}, {"answer": "ja\nnein"}, {"at": 12}]


class Began(Struct, frozen=True, tag="began"):
    seed: int


class Reached(Struct, frozen=True, tag="reached"):
    cue: int


def journal_on(disk, kind=dict[str, Any]):
    return Journal(disk, FILE, kind)


def written(disk, entries=ENTRIES):
    journal = journal_on(disk)
    journal.read()
    for entry in entries:
        assert journal.append(entry) is None
    return journal


def test_without_a_game_under_way_there_is_nothing_to_read(disk):
    assert journal_on(disk).read() == ((), ())


def test_entries_come_back_in_order(disk):
    written(disk)
    assert journal_on(disk).read() == (tuple(ENTRIES), ())


def test_entries_may_be_tagged_structs(disk):
    journal = journal_on(disk, Began | Reached)
    journal.append(Began(7))
    journal.append(Reached(3))
    assert journal_on(disk, Began | Reached).read() == ((Began(7), Reached(3)), ())


def test_the_real_disk_keeps_a_journal_too(tmp_path):
    journal = Journal(Disk(), tmp_path / "journal", dict[str, Any])
    for entry in ENTRIES:
        journal.append(entry)
    assert Journal(Disk(), tmp_path / "journal", dict[str, Any]).read() == (tuple(ENTRIES), ())


def test_each_entry_is_only_added_and_forced_onto_the_card(disk):
    journal, before = written(disk), disk.read(FILE)
    journal.append({"at": 13})
    assert disk.names[FILE].safe.startswith(before)
    assert disk.names[FILE].safe == disk.read(FILE) != before


def test_when_the_game_is_over_nothing_of_it_is_kept(disk):
    journal = written(disk)
    assert journal.clear() is None
    assert disk.names == disk.safe_names == {}
    journal.append({"begin": 2})
    assert journal_on(disk).read() == (({"begin": 2},), ())


def test_a_torn_tail_is_dropped_and_written_over(disk):
    written(disk)
    whole = disk.read(FILE)
    last = len(whole) - len(whole.splitlines(keepends=True)[-1])
    for length in range(last, len(whole)):
        disk.write(FILE, whole[:length])
        journal = journal_on(disk)
        assert journal.read() == (tuple(ENTRIES[:-1]), ())
        journal.append({"after": "the cut"})
        assert journal_on(disk).read() == ((*ENTRIES[:-1], {"after": "the cut"}), ())


def test_damage_in_the_middle_costs_what_follows_and_the_damaged_journal_is_kept(disk):
    written(disk)
    damaged = disk.read(FILE).replace(b"nein", b"Nein")
    disk.write(FILE, damaged)
    entries, (fault,) = journal_on(disk).read()
    assert entries == (ENTRIES[0],)
    assert str(fault) == (
        f"{FILE}: line 3: is damaged; the box starts without it and keeps it as journal.broken: "
        "the game goes on with what stands before that."
    )
    assert disk.read(FILE.with_name("journal.broken")) == damaged
    assert journal_on(disk).read() == ((ENTRIES[0],), ())


@pytest.mark.parametrize("content", [b"\n", b"rubbish", b"00000000 {}\n", b"\xff" * 9 + b"\r\n"])
def test_what_is_no_journal_is_kept_aside(disk, content):
    disk.write(FILE, content)
    entries, (fault,) = journal_on(disk).read()
    assert entries == ()
    assert "line 1: is damaged" in str(fault)
    assert disk.read(FILE.with_name("journal.broken")) == content


def test_an_entry_nobody_knows_costs_the_game_but_not_the_file(disk):
    written(disk)
    entries, (fault,) = journal_on(disk, Began | Reached).read()
    assert entries == ()
    assert "does not know" in str(fault)
    assert disk.exists(FILE.with_name("journal.broken"))


def test_a_newer_journal_is_left_alone(disk, monkeypatch):
    monkeypatch.setattr("nightcrier.box.memory.journal.JOURNAL_VERSION", 101)
    written(disk)
    newer = disk.read(FILE)
    monkeypatch.undo()
    journal = journal_on(disk)
    entries, (fault,) = journal.read()
    assert entries == ()
    assert "newer Nightcrier" in str(fault)
    assert journal.game is None
    assert (journal.append({"at": 1}), journal.clear()) == (None, None)
    assert disk.read(FILE) == newer


def test_an_older_journal_is_kept_aside_and_nobody_can_unseal_it(disk, monkeypatch):
    monkeypatch.setattr("nightcrier.box.memory.journal.JOURNAL_VERSION", 1)
    written(disk).append({"card": "seer"}, sealed=True)
    older = disk.read(FILE) + b"torn"
    disk.write(FILE, older)
    monkeypatch.undo()
    journal = journal_on(disk)
    entries, (fault,) = journal.read()
    assert (entries, journal.game) == ((), None)
    assert str(fault) == (
        f"{FILE}: is from an older Nightcrier; the box starts without it and keeps it as journal.broken: "
        "its game is over, and what is sealed in it nobody can read any more."
    )
    assert disk.read(FILE.with_name("journal.broken")) == older
    assert not disk.exists(FILE.with_name("seal"))


@pytest.mark.parametrize(
    "head", ['["no head"]', "{}", *(f'{{"journal":{each}}}' for each in ('"100"', "100.0", "1e9", "true"))]
)
def test_a_journal_without_a_version_is_damaged_and_the_next_game_is_kept(disk, head):
    from nightcrier.box.memory.journal import _line

    disk.write(FILE, _line(Raw(head.encode())))
    journal = journal_on(disk)
    _, (fault,) = journal.read()
    assert "line 1: is damaged" in str(fault)
    assert disk.exists(FILE.with_name("journal.broken"))
    journal.append({"begin": 2})
    assert journal_on(disk).read() == (({"begin": 2},), ())


def test_what_the_disk_refused_is_there_once_it_takes_entries_again(disk):
    journal = written(disk, ENTRIES[:1])
    disk.refuses = OSError(errno.ENOSPC, "No space left on device")
    assert "No space left" in str(journal.append(ENTRIES[1]))
    disk.refuses = None
    assert journal.append(ENTRIES[2]) is None
    assert journal_on(disk).read() == (tuple(ENTRIES), ())


def test_an_entry_with_which_no_start_would_read_the_journal_is_not_kept(disk):
    assert "larger than 4 MiB" in str(written(disk, ENTRIES[:1]).append({"roles": "r" * LARGEST_FILE}))
    assert journal_on(disk).read() == (tuple(ENTRIES[:1]), ())


def test_a_journal_that_is_too_large_is_set_aside_and_the_next_game_is_kept(tmp_path):
    file = tmp_path / "journal"
    file.write_bytes(b"r" * (LARGEST_FILE + 1))
    journal = Journal(Disk(), file, dict[str, Any])
    entries, (fault,) = journal.read()
    assert entries == ()
    assert "is larger than 4 MiB" in str(fault)
    assert journal.append(ENTRIES[0]) is None
    assert Journal(Disk(), file, dict[str, Any]).read() == ((ENTRIES[0],), ())
    assert file.with_name("journal.broken").exists()


def test_a_game_that_cannot_be_gone_on_with_is_set_aside(disk):
    written(disk).set_aside()
    assert disk.exists(FILE.with_name("journal.broken"))
    assert journal_on(disk).read() == ((), ())


def test_where_no_game_is_there_is_nothing_to_set_aside_and_the_next_one_is_kept(disk):
    journal = journal_on(disk)
    journal.set_aside()
    journal.append({"begin": 2})
    assert journal_on(disk).read() == (({"begin": 2},), ())


def test_a_game_keeps_its_mark_over_a_power_cut_and_the_next_one_has_another(disk):
    journal = journal_on(disk)
    assert journal.game is None
    journal.append({"at": 1})
    again = journal_on(disk)
    again.read()
    assert journal.game == again.game is not None
    first = again.game
    again.clear()
    assert again.game is None
    again.append({"at": 1})
    assert again.game not in {first, None}
