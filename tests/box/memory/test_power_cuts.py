"""Tests a thousand power cuts, at every point at which something is written: no setting and no game is lost."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from nightcrier.box.memory.journal import Journal
from nightcrier.kernel.files import fresh_name
from nightcrier.kernel.state_file import ChoicesFile

CHOICES, JOURNAL = Path("/state/choices.json"), Path("/state/journal")


class Choices(Struct, frozen=True):
    volume: int


def settings_lost(cuts, how_many, never_forced=None, kind=""):
    """Return the cuts after which a saved setting was gone, or its file was reported as faulty."""
    kept = [0]

    def evening(disk):
        force = disk.sync
        disk.sync = lambda path: None if path == never_forced else force(path)
        kept[0] = 0
        file = ChoicesFile(disk, CHOICES, Choices)
        for volume in range(1, 6):
            file.save(Choices(volume))
            kept[0] = volume

    wrong = []
    for disk, seed in cuts(evening, how_many, kind):
        choices, faults = ChoicesFile(disk, CHOICES, Choices).load()
        found = choices.volume if choices else 0
        if faults or found not in (kept[0], kept[0] + 1):
            wrong.append(f"seed {seed}: {found} after {kept[0]}, {faults}")
    return wrong


def test_a_thousand_cuts_lose_no_setting(cuts):
    assert settings_lost(cuts, 1000, kind="choices") == []


@pytest.mark.parametrize("never_forced", [fresh_name(CHOICES), CHOICES.parent], ids=["file", "folder"])
def test_this_disk_would_catch_a_file_or_folder_that_is_not_forced_onto_the_card(cuts, never_forced):
    assert len(settings_lost(cuts, 200, never_forced)) > 20


def test_a_thousand_cuts_lose_no_entry_of_the_journal(cuts):
    kept = list[int]()

    def game(disk):
        kept.clear()
        journal = Journal(disk, JOURNAL, dict[str, Any])
        journal.read()
        for number in range(8):
            journal.append({"at": number})
            kept.append(number)

    for disk, seed in cuts(game, 1000, "journal"):
        entries, faults = Journal(disk, JOURNAL, dict[str, Any]).read()
        found = [entry["at"] for entry in entries]
        assert (found in (kept, [*kept, len(kept)]), faults) == (True, ()), f"seed {seed}: {found} after {kept}"


def test_a_cut_while_the_journal_is_cleared_leaves_all_of_it_or_nothing(cuts):
    def game(disk):
        journal = Journal(disk, JOURNAL, dict[str, Any])
        journal.append({"at": 1})
        disk.points = 0
        journal.clear()

    for disk, _ in cuts(game, 50):
        assert Journal(disk, JOURNAL, dict[str, Any]).read() in (((), ()), (({"at": 1},), ()))
