"""Tests a disk that takes no writes: the box says so when switched on, and the whole evening runs from memory."""

import errno
import json
import os
from io import StringIO

import pytest

from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.keeper import DISK_RETRY
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.stages import Perform
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.folders import Folders
from tests.box.memory.conftest import ForgetfulDisk


class Refused:
    """A box on a disk that refuses every write."""

    def __init__(self, where: Folders, number: int) -> None:
        self.disk, self.out = ForgetfulDisk(), StringIO()
        self.disk.refuses = OSError(number, os.strerror(number))
        self.box = Rehearsal(where, VirtualClock(), SilentPlayer(), 1, RecordWitness(self.out), files=self.disk)

    def told(self) -> list[tuple[str, bool]]:
        rows = map(json.loads, self.out.getvalue().splitlines())
        return [(row["what"], row["mended"]) for row in rows if row["kind"] == "fault"]

    def start(self) -> None:
        self.box.advance(0.3)
        self.box.take(Touched(self.box.now, Control.START), Input(self.box.now, Control.START, Gesture.PRESS))


@pytest.fixture(params=[errno.EROFS, errno.ENOSPC], ids=["read-only", "full"])
def refused(where, request):
    return Refused(where, request.param)


def test_it_is_told_before_anything_is_played_and_only_once(refused):
    ((what, mended),) = refused.told()
    assert str(refused.disk.refuses.strerror) in what
    assert not mended
    assert refused.box.box.daemon._face._view.page == "fault"
    for _ in range(3):  # past the fault, the cards are dealt, and the night
        refused.start()
    refused.box.advance(60.0)
    assert isinstance(refused.box.box.daemon.table.session.stage, Perform)
    assert '"kind":"window"' in refused.out.getvalue()
    assert len(refused.told()) == 1


def test_once_it_takes_something_again_that_is_told_too_though_nobody_chose_anything(refused):
    refused.disk.refuses = None
    refused.box.advance(DISK_RETRY)
    assert [mended for _, mended in refused.told()] == [False, True]
    assert Part.STATE not in refused.box.box.daemon.table.faults
