"""Tests that a box that is never switched off does not grow, night after night."""

import gc
import logging
import threading
from pathlib import Path

import pytest

from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.stages import Perform, Stage
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders

WARM, NIGHTS = 12, 40


class Life:
    """Plays nights without end on one box."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.box = Rehearsal(standard_folders({}, folder), VirtualClock(), SilentPlayer(), 1, LogWitness())

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS) -> None:
        self.box.advance(0.3)
        self.box.take(Touched(self.box.now, control), Input(self.box.now, control, gesture))

    def night(self) -> None:
        """Press START, play the whole night, and go home from the day."""
        while not isinstance(self._stage(), Perform):  # the box gives advice once, and tells how to lay out the cards
            self.hand(Control.START)
        self.box.until(lambda: not self._under_way(), 900)
        self.hand(Control.BACK, Gesture.HOLD)
        self.hand(Control.START, Gesture.HOLD)
        assert self.box.box.daemon.table.session is None

    def _under_way(self) -> bool:
        return isinstance(self._stage(), Perform)

    def _stage(self) -> Stage | None:
        session = self.box.box.daemon.table.session
        return session.stage if session else None

    def size(self) -> dict[str, int]:
        """Return the count of everything that must not grow."""
        gc.collect()
        return {
            "objects": len(gc.get_objects()),
            "threads": threading.active_count(),
            "descriptors": len(list(Path("/proc/self/fd").iterdir())),
            "files": len(list(self.folder.rglob("*"))),
            "bytes on disk": sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file()),
        }


@pytest.fixture(autouse=True)
def nobody_keeps_the_log(monkeypatch):
    """Turn off the log, which pytest would collect and so make the process grow."""
    monkeypatch.setattr(logging.getLogger("nightcrier"), "disabled", True)


def test_nights_leave_nothing_behind(tmp_path):
    life = Life(tmp_path)
    for _ in range(WARM):
        life.night()
    before = life.size()
    for _ in range(NIGHTS):
        life.night()
    after = life.size()
    grown = {what: after[what] - before[what] for what in before}
    objects = grown.pop("objects")
    assert all(more <= 0 for more in grown.values()), grown
    assert objects < NIGHTS, f"{objects} objects more after {NIGHTS} nights"


def test_a_box_that_grew_would_be_found_out(tmp_path, monkeypatch):
    kept: list[object] = []
    lost = LogWitness.window
    monkeypatch.setattr(LogWitness, "window", lambda *what: (kept.append([what]), lost(*what)))
    with pytest.raises(AssertionError, match="objects more"):
        test_nights_leave_nothing_behind(tmp_path)
