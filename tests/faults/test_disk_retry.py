"""Tests that refused writes are tried again after thirty seconds and no sooner. The number is written out, since
docs and sentences promise it and a constant could change unnoticed."""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.memory.evening_files import all_evenings
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import Began, Closed, CountGame, KeepSheet, LookUp, NewEvening
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.people import EveningKind
from tests.box.memory.conftest import ForgetfulDisk

PROMISED = 30.0


class RefusedBox:
    """A box at home, on a disk that refuses writes for a moment."""

    def __init__(self, where: Path) -> None:
        self.where, self.disk = where, ForgetfulDisk()
        folders, witness = standard_folders({}, where), RecordWitness(StringIO())
        self.rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), 1, witness, files=self.disk)
        self.rehearsal.advance(5)  # what is written at the first power-on is
        self.keeper, self.book = self.rehearsal.box.keeper, self.rehearsal.box.book
        self.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))

    @contextmanager
    def refused(self) -> Iterator[None]:
        self.disk.refuses = OSError(errno.ENOSPC, "No space left on device")
        yield
        self.disk.refuses = None

    def on_disk(self, name: str) -> bool:
        return any(path.name.startswith(name) and path.suffix != ".new" for path in self.disk.names)

    def counted(self) -> bool:
        (evening,) = all_evenings(self.disk, self.where / "evenings", pytest.fail)
        return bool(evening.games)


def choices(box: RefusedBox) -> Callable[[], bool]:
    box.keeper.remember(replace(box.rehearsal.box.daemon.table.choices, loudness=3))
    with box.refused():
        box.keeper.flush()
    return lambda: box.on_disk("choices.json")


def end_of_a_game(box: RefusedBox) -> Callable[[], bool]:
    box.keeper.record(Began("one-night", Setup("first-game", 3), 1), sealed=True)
    with box.refused():
        box.keeper.record(Closed(), sealed=False)
    return lambda: not box.on_disk("journal") and not box.on_disk("seal")


def score(box: RefusedBox) -> Callable[[], bool]:
    with box.refused():
        box.book.count(CountGame("one-night", "first-game", (1, 1, 0)))
    return box.counted


def sheet(box: RefusedBox) -> Callable[[], bool]:
    with box.refused():
        box.book.count(KeepSheet("toy", "seat,role\n"))
    return lambda: box.on_disk("toy-0001")


@pytest.mark.parametrize("refused", [choices, end_of_a_game, score, sheet])
def test_what_was_refused_is_tried_again_after_thirty_seconds_and_not_before(refused, tmp_path):
    box = RefusedBox(tmp_path)
    done = refused(box)
    box.rehearsal.advance(PROMISED - 0.1)
    assert not done()
    box.rehearsal.advance(0.2)
    assert done()


def test_who_looks_at_the_scores_puts_off_no_sheet_that_waits(tmp_path):
    box = RefusedBox(tmp_path)
    kept = sheet(box)
    box.rehearsal.advance(PROMISED / 2)
    box.book.count(LookUp())
    assert not kept()
    box.rehearsal.advance(PROMISED / 2)
    assert kept()
