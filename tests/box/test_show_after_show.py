"""Tests that a power cut between two shows of GROWL does not carry a position from the first one into the second."""

from collections.abc import Iterator
from pathlib import Path

from nightcrier.box.library import read_offer
from nightcrier.box.memory.journal import Journal
from nightcrier.box.show.cues import Say
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.box.table.core.effects import Answered, Began, Entry, Reached
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import share

SEED = 3
SETUP = Setup("growl-classic", 5)


def played() -> Iterator[tuple[Play, tuple[Entry, ...]]]:
    """Yield each stage of a game, with the journal so far. The first choice is always taken."""
    play: Play = read_offer([share("config") / "scenarios"]).games["growl"].begin(SETUP, SEED)
    entries: tuple[Entry, ...] = (Began("growl", SETUP, SEED),)
    while (stage := play.stage()) is not None:
        yield play, entries
        value = stage.choices[0].value if isinstance(stage, Ask) else ""
        if isinstance(stage, Perform):
            entries = (*entries, Reached(len(stage.show) - 1))
        play, entries = play.answer(value), (*entries, Answered(value))


def cut_between_shows() -> Iterator[tuple[Perform, tuple[Entry, ...]]]:
    """Yield each show but the first, with the journal before its first call is recorded."""
    shown = 0
    for play, entries in played():
        stage = play.stage()
        if isinstance(stage, Perform):
            shown += 1
            if shown > 1:
                yield stage, entries


def test_a_show_that_follows_another_begins_at_its_first_line_after_a_power_cut(stage, where):
    cuts = list(cut_between_shows())
    assert len(cuts) > 5
    for show, entries in cuts:
        write_journal(where.state / "journal.jsonl", entries)
        box = stage()
        assert box.page == "question"
        box.start().rehearsal.advance(10.0)
        said = [row["line"] for row in box.kinds("say") if not row["line"].startswith("screen.")]
        assert said[0] == next(cue.line for cue in show.show if isinstance(cue, Say))
        box.rehearsal.box.close()


def write_journal(path: Path, entries: tuple[Entry, ...]) -> None:
    journal: Journal[Entry] = Journal(Disk(), path, Entry)
    journal.read()
    journal.clear()
    for entry in entries:
        journal.append(entry)
